import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { addDays } from '../../../schema/dates.ts';
import { endOfDay } from '../../../sync/ledger/dates.ts';
import { useSearchParams } from '../../device/location.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';

const ALL = 'all';

/** `from` and `to` are calendar dates; `known_at` is an instant, that of opening the screen unless a day was chosen. */
export type StatementPeriod = { from: string | null; to: string; known_at: string; hide: boolean };

/** Which statement the address asks for: a year, by default this one, or all time; what was known on which day; and whether
 * corrections are hidden. `first` is the first day there is anything of. A period ends today at the latest. */
export const useStatementPeriod = (first: string) => {
  const params = useSearchParams();
  const [path, navigate] = useLocation();
  const today = useHoaToday();
  const time_zone = useRows('hoa').all[0]?.time_zone;
  const [now] = useState(() => new Date().toISOString());
  const asked = params.get('period') ?? today.slice(0, 4);
  const known_on = params.get('known') ?? '';
  const hide = params.has('hide-corrections');
  const set = (name: string, value: string | null) => {
    const changed = new URLSearchParams(params);
    if (value === null) changed.delete(name);
    else changed.set(name, value);
    navigate(changed.size > 0 ? `${path}?${changed}` : path, { replace: true });
  };
  const years = useMemo(() => yearsFrom(first, today), [first, today]);
  const period = asked === ALL || years.includes(asked) ? asked : years[0]!;
  const last = period === ALL ? today : addDays(`${Number(period) + 1}-01-01`, -1);
  const chosen: StatementPeriod = {
    from: period === ALL ? null : `${period}-01-01`,
    to: [last, today].sort()[0]!,
    known_at: isDay(known_on) && time_zone ? endOfDay(time_zone, known_on) : now,
    hide,
  };
  const options = [...years.map((year) => ({ value: year, label: year })), { value: ALL, label: 'All time' }];
  return { ...chosen, period, options, known_on: isDay(known_on) ? known_on : '', set };
};

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const yearsFrom = (first: string, today: string): string[] => {
  const [from, to] = [Number(first.slice(0, 4)), Number(today.slice(0, 4))];
  return Array.from({ length: Math.max(1, to - from + 1) }, (_, at) => String(to - at));
};
