import { use, useMemo, useState } from 'react';
import { ACTIVITY_DAYS_ON_DEVICES, ACTIVITY_KINDS } from '../../../schema/activity.ts';
import type { Activity } from '../../../schema/tables/activity.ts';
import type { ActivityQuery } from '../../../sync/activity/entity.ts';
import { api, messageOf } from '../../device/api.ts';
import { ActivityWordsContext } from '../../outbox-label.ts';
import { choiceFilter, multiFilter, textFilter, useListFilters } from '../../screens/filters.ts';
import { AGE_SORT, type Sorts, sortValues } from '../../screens/sorting.tsx';
import { actionsWith } from './sentence.ts';

const PERIODS = {
  any: 'Any time',
  '1': 'Last 24 hours',
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
};
export const PERIOD_OPTIONS = ['any', '1', '7', '30', '90'].map((value) => ({
  value,
  label: PERIODS[value as keyof typeof PERIODS],
}));

export const SORTS: Sorts = { When: AGE_SORT };

/** Ids of people, which only the device knows. */
const peopleFilter = {
  empty: [] as readonly string[],
  parse: (text: string): readonly string[] => (text ? text.split(',') : []),
  format: (value: readonly string[]) => value.join(','),
};

const fieldsWith = (actions: readonly string[]) => ({
  search: textFilter,
  record: textFilter,
  person: peopleFilter,
  action: multiFilter(actions),
  kind: multiFilter(ACTIVITY_KINDS),
  period: choiceFilter(['any', '1', '7', '30', '90']),
  sort: choiceFilter(sortValues(SORTS)),
});

export const useFilters = () => {
  const actions = useActions();
  return useListFilters(useMemo(() => fieldsWith(actions), [actions]));
};

/** The words of changes and the screens of records, from all features. */
export const useActivityWords = () => use(use(ActivityWordsContext)());

export const useActions = (): readonly string[] => {
  const { verbs } = useActivityWords();
  return useMemo(() => actionsWith(verbs), [verbs]);
};

type Filters = ReturnType<typeof useFilters>['filters'];

const DAY_MS = 24 * 60 * 60 * 1000;
/** To the hour, so that the query is the same at each rendering. */
const daysAgo = (days: number) =>
  new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - days * DAY_MS).toISOString();

export const queryOf = ({ search, record, person, action, kind, period, sort }: Filters): ActivityQuery => ({
  search,
  person,
  action,
  kind,
  sort,
  ...(record && { entity_id: record }),
  ...(period !== 'any' && { from: daysAgo(Number(period)) }),
});

/** Activities that have left this device, read from the server page by page. */
export const useOlder = (query: ActivityQuery) => {
  const asked = JSON.stringify(query);
  const [loaded, setLoaded] = useState<{ asked: string; rows: Activity[]; page: number; more: boolean }>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const known = loaded?.asked === asked ? loaded : undefined;
  const load = async () => {
    setBusy(true);
    setError('');
    const page = (known?.page ?? 0) + 1;
    try {
      const { docs, hasNextPage } = await api<Answer>(`/api/activity?${paramsOf(query, page)}`);
      const rows = docs.map(({ _id, ...row }) => ({ ...row, id: _id }));
      setLoaded({ asked, page, rows: [...(known?.rows ?? []), ...rows], more: hasNextPage });
    } catch (failure) {
      setError(messageOf(failure, 'Older activity could not be loaded'));
    }
    setBusy(false);
  };
  return { rows: known?.rows, more: known?.more ?? true, busy, error, load };
};

type Answer = { docs: (Omit<Activity, 'id'> & { _id: string })[]; hasNextPage: boolean };

const paramsOf = (
  { search = '', person = [], action = [], kind = [], entity_id = '', sort = '' }: ActivityQuery,
  page: number,
) => {
  const entries = { search, person: person.join(), action: action.join(), kind: kind.join(), entity_id, sort };
  const given = Object.entries(entries).filter(([, text]) => text !== '');
  return new URLSearchParams([...given, ['below', daysAgo(ACTIVITY_DAYS_ON_DEVICES)], ['page', String(page)]]);
};
