import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { accountText } from '../../sync/accounts/entity.ts';
import { accountList } from '../../sync/accounts/list.ts';
import { ageingOf } from '../../sync/ledger/ageing.ts';
import { delinquencyOf } from '../../sync/ledger/delinquency.ts';
import { feeKindOf, feeList } from '../../sync/ledger/fees/list.ts';
import { fold } from '../../sync/ledger/fold.ts';
import { ageingList, delinquencyList } from '../../sync/ledger/report-lists.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { ago, entriesOf, TODAY } from '../support/ledger.ts';
import { runs } from '../support/runs.ts';

const posting = fc.record({
  cents: fc.constantFrom(10_000, 5000, -5000, -15_000),
  days: fc.constantFrom(-20, 0, 10, 45, 100),
});
const person = fc.record({
  name: fc.string({ unit: fc.constantFrom(...'aAbBéÉ '), minLength: 1, maxLength: 3 }),
  status: fc.constantFrom('open', 'open', 'closed'),
  unit: fc.option(fc.integer({ min: 1, max: 30 })),
  postings: fc.array(posting, { maxLength: 3 }),
});
type Given = typeof person extends fc.Arbitrary<infer T> ? T & { id: string } : never;

const putBooks = ({ db, hoa_id }: TestContext, people: readonly Given[]) =>
  db.batch(
    people.flatMap(({ id, name, status, unit, postings }) => [
      ...(unit === null
        ? []
        : [
            {
              sql: `INSERT INTO addresses (id, hoa_id, street, search_text, created_at)
                VALUES ('p-' || ?1, ?2, ?3 || ' Elm ' || ?1, '', '2020-01-01')`,
              args: [id, hoa_id, `${unit}`],
            },
          ]),
      {
        sql: `INSERT INTO users (id, hoa_id, name, email, role, status, search_text, created_at, account_ids)
          VALUES (?1, ?2, ?3, ?1 || '@example.test', 'resident', 'active', '', '2020-01-01', json_array('a-' || ?1))`,
        args: [id, hoa_id, name],
      },
      {
        sql: `INSERT INTO accounts (id, hoa_id, address_id, holder_ids, opened_on, status, closed_on, balance_cents, credit_cents)
          VALUES ('a-' || ?1, ?2, ?4, json_array(?1), '2020-01-01', ?3, iif(?3 = 'closed', '2029-01-01', NULL), 0, 0)`,
        args: [id, hoa_id, status, unit === null ? null : `p-${id}`],
      },
      ...postings.map(({ cents, days }, at) => ({
        sql: `INSERT INTO entries (id, hoa_id, account_id, kind, category, amount_cents, effective_on, due_on, reason, posted_at)
          VALUES ('a-' || ?1 || '.' || ?3, ?2, 'a-' || ?1, iif(?4 > 0, 'charge', 'credit'), iif(?4 > 0, 'assessment', NULL), ?4,
            min(?5, ?6), iif(?4 > 0, ?5, NULL), iif(?4 > 0, NULL, 'Paid'), '2024-01-01T12:00:00.000Z')`,
        args: [id, hoa_id, at, cents, ago(days), TODAY],
      })),
    ]),
    'write',
  );

/** The accounts as a device lists them, by the fold of their entries. */
const rowsOf = (ctx: TestContext, people: readonly Given[], as_of = TODAY) =>
  Promise.all(
    people.map(async ({ id: holder, name, status, unit }) => {
      const id = `a-${holder}`;
      const entries = await entriesOf(ctx, id);
      const figures = fold(entries, { as_of, policies: [], plans: [] });
      const home = unit === null ? '' : `${unit} Elm ${holder}`;
      const named = { payer: name, home, name: home || name, holders: name };
      const text = accountText({ home, holders: name, emails: [`${holder}@example.test`] });
      const { balance_cents, overdue_cents, credit_cents, due_now_cents } = figures;
      return {
        ...{ ...named, id, status: status as 'open', text, balance_cents, overdue_cents, credit_cents },
        ...{ ...ageingOf(figures, as_of), due_cents: due_now_cents, fold: figures },
      };
    }),
  );

const BEFORE = ago(30);
const SORTS = ['home', 'due', 'overdue', 'credit', 'balance'].flatMap((name) => [name, `-${name}`]);

const context = async () => {
  const ctx = await createContext();
  const people = fc.sample(person, { seed: 24, numRuns: 40 }).map((one) => ({ ...one, id: uuidv7() }));
  await putBooks(ctx, people);
  return { ctx, rows: await rowsOf(ctx, people), before: await rowsOf(ctx, people, BEFORE) };
};

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test('[LIST-05] [14.3] REST answers every query of accounts, in every order, as the rows do', async () => {
  const { ctx, rows, before } = await context();
  const query = fc.record(
    {
      search: fc.constantFrom('a', 'É', ' b', 'example', 'nobody'),
      filter: fc.constantFrom('overdue' as const, 'credit' as const, 'closed' as const),
      as_of: fc.constantFrom(TODAY, BEFORE),
      sort: fc.constantFrom(...SORTS),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom(7, 100), fc.boolean(), async (asked, limit, byCursor) => {
      const found: string[] = [];
      let place: object = {};
      for (let page = 1; found.length % limit === 0 && page <= rows.length; page += 1) {
        const params = new URLSearchParams({ ...asked, ...place, limit: String(limit) });
        const { body } = await ctx.bea.call('GET', `/api/accounts?${params}`);
        found.push(...body.docs.map(({ _id }: { _id: string }) => _id));
        if (!body.hasNextPage) break;
        place = byCursor ? { cursor: body.next } : { page: String(page + 1) };
      }
      const { search, filter = 'open', as_of, sort } = asked;
      const listed = accountList.rows(as_of === BEFORE ? before : rows, { search: search ?? '', show: [filter], sort });
      expect(found).toEqual(idsOf(listed));
    }),
    { numRuns: runs(25, 120) },
  );
});

test('[14.3] accounts are sorted by home with 2 before 10, by figures either way, and equal ones by what is overdue', () => {
  const account = (id: string, home: string, payer: string, overdue_cents: number, balance_cents: number) => ({
    ...{ id, home, payer, overdue_cents, balance_cents, status: 'open' as const, text: '' },
    ...{ due_cents: overdue_cents, credit_cents: 0 },
  });
  const rows = [
    account('a', '10 Elm', 'Zoe', 5, 9),
    account('b', '2 Elm', 'Abe', 7, 9),
    account('c', '', 'Kim', 0, 3),
    account('d', '2 elm', 'Bo', 9, -4),
  ];
  const sorted = (sort: string) => idsOf(accountList.rows(rows, { sort })).join('');
  expect(sorted('home')).toBe('dbac');
  expect(sorted('-home')).toBe('cadb');
  expect([sorted('-overdue'), sorted('overdue')]).toEqual(['dbac', 'cabd']);
  expect([sorted('-balance'), sorted('balance')]).toEqual(['bacd', 'dcba']);
});

test('[LIST-05] the reports of REST list the accounts that a device lists, in the same order', async () => {
  const { ctx, rows } = await context();
  const reported = async (name: string) =>
    (await ctx.bea.call('GET', `/api/reports/${name}`)).body.rows.map(
      ({ account_id }: { account_id: string }) => account_id,
    );
  expect(await reported('ageing')).toEqual(idsOf(ageingList.rows(rows, {})));
  const delinquent = rows.flatMap((row) => {
    const delinquency = delinquencyOf({ fold: row.fold, ageing: row, lastPayment: () => null }, TODAY);
    return delinquency ? [{ ...row, ...delinquency }] : [];
  });
  expect(delinquent.length).toBeGreaterThan(2);
  expect(await reported('delinquency')).toEqual(idsOf(delinquencyList.rows(delinquent, {})));
});

test('[AGE-01] the aging is sorted by what is longest owed, by a figure or by name, either way', async () => {
  const at = (id: string, name: string, over_90: number, current: number) => ({
    ...{ id, name, payer: name, holders: name, text: name, over_90, current, balance: over_90 + current, credit: 0 },
    ...{ days_1_30: 0, days_31_60: 0, days_61_90: 0, plan: over_90 > 0, street: over_90 > 0 ? 'Oak' : 'Elm' },
  });
  const rows = [at('1', '10 Oak', 5, 0), at('2', '2 Oak', 5, 9), at('3', '1 Elm', 0, 7), at('4', '9 Elm', 0, 0)];
  const listed = (query: object) => idsOf(ageingList.rows(rows, query)).join('');
  expect(listed({ sort: 'age' })).toBe('213');
  expect(listed({ sort: 'age', reverse: true })).toBe('312');
  expect(listed({ sort: 'home' })).toBe('321');
  expect(listed({ sort: 'current' })).toBe('231');
  expect(listed({ sort: 'home', age: ['over_90'], street: ['Oak'], show: ['plan'] })).toBe('21');
  expect(listed({ sort: 'home', age: ['over_90', 'current'] })).toBe('321');
  expect(listed({ sort: 'home', search: 'elm', show: ['plan'] })).toBe('');
});

test('[FEE-10] unpaid fees are listed by kind, the newest first', () => {
  const fee = (id: string, effective_on: string, kind: 'late_fee' | 'charge', category: string | null = null) => ({
    ...{
      id,
      effective_on,
      text: `Elm ${kind}`,
      kind: feeKindOf({ kind, category } as Parameters<typeof feeKindOf>[0]),
    },
  });
  const rows = [
    fee('1', '2030-01-01', 'late_fee'),
    fee('2', '2030-02-01', 'charge', 'returned_payment_fee'),
    fee('3', '2030-02-01', 'charge', 'fine'),
  ];
  expect(idsOf(feeList.rows(rows, {})).join('')).toBe('321');
  expect(idsOf(feeList.rows(rows, { kind: ['late_fee', 'returned'] })).join('')).toBe('21');
  expect(idsOf(feeList.rows(rows, { search: 'LATE' })).join('')).toBe('1');
});
