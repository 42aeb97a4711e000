import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { newRowBuffer, type RowBuffer } from '../../local/seed/rows.ts';
import { seedTx } from '../../local/seed/tx.ts';
import { addDays, addMonths } from '../../schema/dates.ts';
import { DUE_DATE_OFFSET, DUE_FREQUENCIES } from '../../schema/dues.ts';
import { type Entity, type Rows, tables } from '../../schema/rows.ts';
import type { Due } from '../../schema/tables/dues.ts';
import { forecastDue } from '../../sync/dues/due-forecast.ts';
import { issuePeriod } from '../../sync/dues/invoicing.ts';
import { fold } from '../../sync/ledger/fold.ts';
import { post } from '../../sync/ledger/post.ts';
import { nth } from '../support/required.ts';
import { runs } from '../support/runs.ts';

const HOA = 'hoa';
const AMOUNT = 18_500;

const rowsOf = <E extends Entity>(rows: RowBuffer, entity: E) => rows.rowsOf(tables[entity]) as unknown as Rows[E][];
/** Noon in UTC is the same day in the HOA's time zone. */
const txOn = (rows: RowBuffer, day: string) => seedTx(rows, HOA, new Date(`${day}T12:00:00Z`));

/** A couple who share an account with credit, of whom one has a second home; somebody who has none yet, and somebody who has left. */
const neighborhood = async (today: string, credit_cents: number): Promise<RowBuffer> => {
  const rows = newRowBuffer();
  const add = (entity: Entity, row: object) => rows.add(tables[entity], { hoa_id: HOA, rev: 1, ...row } as never);
  add('hoa', { id: HOA, time_zone: 'America/Chicago', ledger_opened_at: today });
  const person = {
    created_at: `${today}T12:00:00Z`,
    deleted_at: null,
    status: 'active',
    role: 'resident',
    address_id: null,
    account_ids: [],
    epoch: 1,
  };
  for (const id of ['ann', 'ben'])
    add('user', {
      ...person,
      id,
      name: id,
      address_id: 'home',
      account_ids: id === 'ann' ? ['a-shared', 'a-second'] : ['a-shared'],
    });
  add('user', { ...person, id: 'cleo', name: 'cleo' });
  add('user', { ...person, id: 'dan', name: 'dan', status: 'inactive' });
  const account = {
    id: 'a-shared',
    address_id: 'home',
    holder_ids: ['ann', 'ben'],
    status: 'open' as const,
    opened_on: today,
    closed_on: null,
    follows: null,
    balance_cents: 0,
    credit_cents: 0,
    fees_through: null,
    fees_off_until: null,
    mail_off: false,
    checkout_session_id: null,
    note: null,
  };
  add('account', account);
  add('account', { ...account, id: 'a-second', address_id: 'second home', holder_ids: ['ann'] });
  if (credit_cents === 0) return rows;
  const credit = {
    id: uuidv7(),
    kind: 'credit',
    amount_cents: -credit_cents,
    effective_on: today,
    reason: 'Paid ahead',
  } as const;
  await post(txOn(rows, today), account, [credit]);
  return rows;
};

type Terms = Pick<Due, 'frequency' | 'due_date_offset'> & Partial<Pick<Due, 'recipient_rule' | 'excluded'>>;

const dueOf = (over: Terms & { send_date: string }) => ({
  id: 'due',
  title: 'Assessment',
  description: null,
  amount_cents: AMOUNT,
  reason: 'dues' as const,
  fund: 'operating' as const,
  category: null,
  recipients: ['ben', 'ann', 'cleo', 'dan'],
  recipient_rule: null as Due['recipient_rule'],
  excluded: null as string[] | null,
  status: 'active' as const,
  anchor_date: over.send_date,
  periods_sent: 0,
  due_date: addDays(over.send_date, over.due_date_offset),
  ...over,
});

const forecastOf = (rows: RowBuffer, due: ReturnType<typeof dueOf>, today: string) =>
  forecastDue(due, today, {
    users: rowsOf(rows, 'user'),
    accounts: rowsOf(rows, 'account'),
    dues: rowsOf(rows, 'due'),
    issued: rowsOf(rows, 'invoice'),
    foldOf: (id) =>
      fold(
        rowsOf(rows, 'entry').filter(({ account_id }) => account_id === id),
        { policies: [], as_of: today },
      ),
  });

/** The invoices that are issued from `today` on until the day before `end`, by a job that runs each week. */
const issueUntil = async (rows: RowBuffer, today: string, end: string) => {
  for (let day = today; day < end; day = addDays(day, 7)) await issueOn(rows, day);
  await issueOn(rows, addDays(end, -1));
};
const issueOn = async (rows: RowBuffer, day: string) => {
  while (await issuePeriod(txOn(rows, day), 'due', uuidv7));
};

const history = fc.record({
  frequency: fc.constantFrom(...DUE_FREQUENCIES),
  recipient_rule: fc.constantFrom(null, 'every_home' as const, 'except' as const),
  due_date_offset: fc.integer(DUE_DATE_OFFSET),
  // February of 2028 has a 29th.
  starts: fc.integer({ min: 0, max: 500 }).map((days) => addDays('2027-01-15', days)),
  // How long before (or after) the first send date it is forecast.
  ahead: fc.integer({ min: -70, max: 70 }),
  credit_cents: fc.integer({ min: 0, max: 4 * AMOUNT }),
});

test('[INVAR-11] [EXPL-05] what a due issues is what was forecast, for any day, frequency, rule and year', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ frequency, recipient_rule, due_date_offset, starts, ahead, credit_cents }) => {
      const today = addDays(starts, -ahead);
      const rows = await neighborhood(today, credit_cents);
      const due = dueOf({ frequency, recipient_rule, excluded: ['ben'], due_date_offset, send_date: starts });
      const { periods } = forecastOf(rows, due, today);
      await txOn(rows, today).put('due', {
        ...due,
        created_by: 'ann',
        created_by_name: 'Ann',
        created_at: today,
        edits: null,
      });
      await issueUntil(rows, today, addMonths(nth([starts, today].sort(), 1), 12));
      const issued = [...Map.groupBy(rowsOf(rows, 'invoice'), ({ period }) => period)];
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
      expect(
        issued.map(([send_date, invoices]) => ({
          send_date,
          due_date: nth(invoices, 0).due_date,
          homes: invoices.length,
          cents: sum(invoices.map(({ amount_cents }) => amount_cents)),
          credit_cents: sum(invoices.map(({ paid_cents }) => paid_cents)),
        })),
      ).toEqual(periods.map(({ skipped: _, ...period }) => period));
    }),
    { numRuns: runs(30, 500) },
  );
});

test('[EXPL-05] under a rule each home of an owner of two is forecast, and whoever is left out is not', async () => {
  const today = '2027-03-10';
  const rows = await neighborhood(today, 0);
  const terms = { frequency: 'one_time', due_date_offset: 10, send_date: '2027-03-31' } as const;
  const homesUnder = (over: Partial<Terms>) =>
    forecastOf(rows, dueOf({ ...terms, ...over }), today).homes.map(({ id }) => id);
  expect(homesUnder({ recipient_rule: 'every_home' })).toEqual(['a-shared', 'a-second']);
  expect(homesUnder({ recipient_rule: 'except', excluded: ['ann'] })).toEqual(['a-shared']);
  expect(homesUnder({ recipient_rule: 'except', excluded: ['ann', 'ben'] })).toEqual([]);
});

test('[EXPL-05] a forecast says who is skipped and why, and tells the balance of a home month by month', async () => {
  const today = '2027-03-10';
  const rows = await neighborhood(today, 30_000);
  const due = dueOf({ frequency: 'quarterly', due_date_offset: 10, send_date: '2027-03-31' });
  const { periods, homes, balancesOf } = forecastOf(rows, due, today);
  expect(periods.map(({ send_date, homes: count, credit_cents }) => [send_date, count, credit_cents])).toEqual([
    ['2027-03-31', 2, 18_500],
    ['2027-06-30', 2, 11_500],
    ['2027-09-30', 2, 0],
    ['2027-12-31', 2, 0],
  ]);
  expect(nth(periods, 0).skipped).toEqual([
    { user_id: 'ann', why: 'shared' },
    { user_id: 'dan', why: 'inactive' },
  ]);
  expect(homes.map(({ holder_ids }) => holder_ids)).toEqual([['ann', 'ben'], ['cleo']]);
  expect(
    balancesOf(nth(homes, 0))
      .map(({ cents }) => cents)
      .slice(0, 5),
  ).toEqual([-11_500, -11_500, -11_500, 7000, 7000]);
});
