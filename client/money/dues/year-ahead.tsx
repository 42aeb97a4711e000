import { useDeferredValue, useMemo, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { centsOf } from '../../../schema/dues.ts';
import type { Due } from '../../../schema/tables/dues.ts';
import type { Skipped } from '../../../sync/dues/bills.ts';
import { datesOf } from '../../../sync/dues/due-dates.ts';
import { type DueForecast, type ForecastPeriod, forecastDue } from '../../../sync/dues/due-forecast.ts';
import { targetOf } from '../../../sync/dues/rules.ts';
import { listInWords } from '../../../sync/words.ts';
import { useAreComplete, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { toNumber } from '../../forms/numbers.ts';
import { usePeople } from '../../screens/people.tsx';
import { Fold } from '../../ui/fold-out.tsx';
import { formatCount, formatDate, formatMoney, formatPlural } from '../../ui/format.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Select } from '../../ui/select.tsx';
import { useFolds } from '../use-folds.ts';
import type { DueValues } from './form-values.ts';

/** Invoices that a due will send within a year if it is saved as it is in the form, and the balance of a home after them. */
export const YearAhead = ({ form, due }: { form: UseFormReturn<DueValues>; due?: Due }) => {
  const values = useDeferredValue(useWatch({ control: form.control }) as DueValues);
  const isHere = useAreComplete(['user', 'account', 'entry', 'due', 'invoice']);
  const draft = useMemo(() => draftOf(values, due), [values, due]);
  return draft && isHere ? <Year draft={draft} /> : null;
};

type Draft = Parameters<typeof forecastDue>[0];

const NEW = 'new';
const MAX_OFFSET = 90;

/** Nothing until the terms make sense. */
const draftOf = (
  { title, send_date, frequency, recipients, recipient_rule, excluded, status, ...values }: DueValues,
  due?: Due,
): Draft | null => {
  const [amount_cents, due_date_offset] = [centsOf(toNumber(values.amount)), toNumber(values.due_date_offset)];
  const isOffset = Number.isInteger(due_date_offset) && due_date_offset >= 0 && due_date_offset <= MAX_OFFSET;
  if (!(amount_cents > 0) || !isOffset || send_date === '') return null;
  const target = targetOf({ recipients }, { recipients, recipient_rule, excluded });
  if (recipient_rule === 'listed' && recipients.length === 0) return null;
  const terms = { send_date, frequency, due_date_offset };
  const dates = due ? datesOf(terms, due) : { anchor_date: send_date, periods_sent: 0 };
  return { id: due?.id ?? NEW, title, status, amount_cents, ...target, ...terms, ...dates };
};

const useForecast = (draft: Draft): DueForecast => {
  const today = useHoaToday();
  const foldOf = useFolds(today);
  const [users, accounts, dues] = [useRows('user').all, useRows('account').all, useRows('due').all];
  const issued = useRows('invoice').by('due_id', draft.id);
  return useMemo(
    () => forecastDue(draft, today, { users, accounts, dues, issued, foldOf: (id) => foldOf(id).fold }),
    [draft, today, users, accounts, dues, issued, foldOf],
  );
};

const Year = ({ draft }: { draft: Draft }) => {
  const forecast = useForecast(draft);
  const { periods } = forecast;
  if (periods.length === 0) return null;
  const total = periods.reduce((cents, period) => cents + period.cents, 0);
  return (
    <Fold title="Year Ahead" hint={`${formatPlural(periods.length, 'period')}, ${formatMoney(total)}`}>
      <div className="grid gap-4">
        <Periods periods={periods} each_cents={draft.amount_cents} />
        <SkippedPeople periods={periods} />
        <HomeBalance forecast={forecast} />
      </div>
    </Fold>
  );
};

const Periods = ({ periods, each_cents }: { periods: readonly ForecastPeriod[]; each_cents: number }) => (
  <PlainTable
    caption="What will be sent within a year"
    heads={HEADS}
    headClass="text-left text-ink-3 text-sm [&>th]:py-1 [&>th]:font-normal"
  >
    <tbody>
      {periods.map(({ send_date, due_date, homes, cents, credit_cents }) => (
        <tr key={send_date} className="border-line border-t">
          <Td>{formatDate(send_date)}</Td>
          <Td>{formatDate(due_date)}</Td>
          <Td right>
            {formatCount(homes)} × {formatMoney(each_cents)}
          </Td>
          <Td right>{formatMoney(cents)}</Td>
          <Td right>{credit_cents > 0 ? formatMoney(credit_cents) : '–'}</Td>
        </tr>
      ))}
    </tbody>
  </PlainTable>
);

const RIGHT = 'pl-3 text-right';
const HEADS = [
  ['Sent', 'pr-3'],
  ['Due', 'pr-3'],
  ['Homes', RIGHT],
  ['Total', RIGHT],
  ['From credit', RIGHT],
] as const;

const Td = ({ right = false, children }: { right?: boolean; children: React.ReactNode }) => (
  <td className={right ? 'py-1.5 pl-3 text-right' : 'whitespace-nowrap py-1.5 pr-3'}>{children}</td>
);

const WHY: Record<Skipped['why'], string> = {
  inactive: 'cannot be billed now',
  shared: 'shares an account with another recipient, which is billed once',
  billed: 'already has an invoice for this period',
};
const WHY_ALL: Record<Skipped['why'], string> = {
  inactive: 'cannot be billed now',
  shared: 'share an account with another recipient, which is billed once',
  billed: 'already have an invoice for a period',
};
const NAMED = 5;

const SkippedPeople = ({ periods }: { periods: readonly ForecastPeriod[] }) => {
  const { name } = usePeople();
  const skipped = new Map(periods.flatMap((period) => period.skipped.map((one) => [`${one.why} ${one.user_id}`, one])));
  return [...Map.groupBy(skipped.values(), ({ why }) => why)].map(([why, ones]) => {
    const names = ones.slice(0, NAMED).map(({ user_id }) => name(user_id) || 'A former resident');
    const more = ones.length - names.length;
    return (
      <p key={why} className="text-ink-2">
        {listInWords(more > 0 ? [...names, `${formatCount(more)} more`] : names)}{' '}
        {(ones.length === 1 ? WHY : WHY_ALL)[why]}.
      </p>
    );
  });
};

const NONE = '';

const HomeBalance = ({ forecast: { homes, balancesOf } }: { forecast: DueForecast }) => {
  const people = usePeople();
  const [chosen, choose] = useState(NONE);
  const home = homes.find(({ id }) => id === chosen);
  const options = useMemo(
    () =>
      homes
        .map((one) => ({
          value: one.id,
          label: people.address(one) || people.name(one.holder_ids[0] ?? null) || 'Account',
        }))
        .sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true })),
    [homes, people],
  );
  return (
    <div className="grid gap-2">
      <Select
        label="A home’s balance, month by month"
        value={home ? chosen : NONE}
        onChange={choose}
        options={[{ value: NONE, label: 'Choose a home' }, ...options]}
      />
      {home && (
        <ol className="num grid grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-3">
          {balancesOf(home).map(({ through, cents }) => (
            <li key={through} className="flex justify-between gap-3">
              <span className="text-ink-3">{formatDate(through)}</span>
              {formatMoney(cents)}
            </li>
          ))}
        </ol>
      )}
      {home && <p className="text-ink-3 text-sm">Includes all active dues for this home, with no payments.</p>}
    </div>
  );
};
