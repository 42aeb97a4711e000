import type { Client } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { CATEGORIES } from '../../schema/ledger.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import { type AgeingFigure, ageingOf, totalAgeing } from '../../sync/ledger/ageing.ts';
import { collectionsByMonth } from '../../sync/ledger/collections.ts';
import { delinquencyOf, lastPaymentOf } from '../../sync/ledger/delinquency.ts';
import { fold } from '../../sync/ledger/fold.ts';
import { createApp } from '../../worker/app.ts';
import { withDocumentedAnswers } from '../support/answers.ts';
import { Device } from '../support/device.ts';
import { createContext, type TestContext, withClock } from '../support/fixtures.ts';
import { ago, check, fine, openAccount, putAccounts, TODAY } from '../support/ledger.ts';

/** Rex owes old dues and a fine, of which part is paid; Rita has paid ahead. */
const books = async () => {
  const ctx = await createContext();
  const [rex, rita] = [await openAccount(ctx, ctx.rex), await openAccount(ctx, ctx.rita)];
  const opening = { line: 2, account_id: rex, balance: 460, as_of: ago(130), due_on: ago(120) };
  const later = { line: 3, account_id: rex, balance: 35, as_of: ago(40), due_on: ago(40), category: 'late_fee' };
  await done(ctx, '/api/opening-balances', { import_id: uuidv7(), lines: [opening, later] });
  await done(ctx, `/api/accounts/${rex}/entries`, { ...fine(rex), kind: 'charge' });
  await done(ctx, `/api/accounts/${rex}/payments`, check(rex, { amount: 100, received_on: ago(20) }));
  await done(ctx, `/api/accounts/${rita}/payments`, check(rita, { amount: 25, reference: '77' }));
  return { ctx, rex, rita };
};

const done = async ({ bea }: TestContext, path: string, body: object) => {
  const { status } = await bea.call('POST', path, body);
  expect([path, status < 300]).toEqual([path, true]);
};
const report = async ({ bea }: TestContext, path: string) => (await bea.call('GET', `/api/reports/${path}`)).body;

/** The accounts of a board's device, folded as of a day. */
const onDevice = async (ctx: TestContext, as_of: string) => {
  const device = await new Device(ctx, ctx.bea).sync();
  const rows = <E extends 'account' | 'entry' | 'policy' | 'payment'>(entity: E) => device.store.rows(entity).all;
  const entries = Map.groupBy(rows('entry'), ({ account_id }) => account_id);
  const accounts = rows('account').map((account: Account) => {
    const own = entries.get(account.id) ?? [];
    const folded = fold(own, { policies: rows('policy'), as_of });
    return { account, entries: own, fold: folded, ageing: ageingOf(folded, as_of) };
  });
  const methods = new Map(rows('payment').map(({ id, method }) => [id, method]));
  await device.close();
  return { accounts, methods };
};

const CENTS: Record<AgeingFigure, string> = {
  current: 'currentCents',
  days_1_30: 'days1To30Cents',
  days_31_60: 'days31To60Cents',
  days_61_90: 'days61To90Cents',
  over_90: 'over90Cents',
  credit: 'creditCents',
  balance: 'balanceCents',
};
const asSent = (ageing: Record<AgeingFigure, number>) =>
  Object.fromEntries(Object.entries(CENTS).map(([figure, name]) => [name, ageing[figure as AgeingFigure]]));

test('[INVAR-14] [AGE-07] REST ages as devices do, and its totals are the sum of the balances', async () => {
  const { ctx, rex, rita } = await books();
  for (const as_of of [TODAY, ago(10), ago(60), ago(200)]) {
    const body = await report(ctx, `ageing?as_of=${as_of}`);
    const { accounts } = await onDevice(ctx, as_of);
    for (const row of body.rows)
      expect(row).toMatchObject(asSent(accounts.find(({ account }) => account.id === row.account_id)!.ageing));
    expect(body.totals).toEqual(asSent(totalAgeing(accounts.map(({ ageing }) => ageing))));
    const list = (await ctx.bea.call('GET', `/api/accounts?limit=100&as_of=${as_of}`)).body.docs;
    const sum = list.reduce((cents: number, { balanceCents }: { balanceCents: number }) => cents + balanceCents, 0);
    expect(body.totals.balanceCents).toBe(sum);
  }
  expect((await report(ctx, 'ageing')).rows).toMatchObject([
    { account_id: rex, over90Cents: 36_000, days31To60Cents: 3500, currentCents: 5000, balanceCents: 44_500 },
    { account_id: rita, creditCents: 2500, balanceCents: -2500, oldestDueOn: null },
  ]);
});

test('[AGE-03] what was posted since is left out of an ageing as it was known then', async () => {
  const { ctx } = await books();
  const before = await report(ctx, `ageing?known_at=${new Date(Date.now() - 86_400_000).toISOString()}`);
  expect([before.rows, before.totals.balanceCents]).toEqual([[], 0]);
});

test('[INVAR-14] [AGE-04] REST sums the months as devices do', async () => {
  const { ctx } = await books();
  const { accounts, methods } = await onDevice(ctx, TODAY);
  const { rows } = await report(ctx, 'collections?months=6');
  const months = collectionsByMonth(accounts, (id) => methods.get(id), { as_of: TODAY, months: 6 });
  expect(rows.map((row: { month: string }) => row.month)).toEqual(months.map(({ month }) => month));
  for (const [at, month] of months.entries())
    expect(rows[at]).toMatchObject({
      ...{ chargedCents: month.charged_cents, collectedCents: month.collected_cents, byMethod: month.by_method },
      ...{ dueCents: month.due_cents, coveredCents: month.covered_cents },
    });
  const collected = rows.map((row: { byMethod: { check: number } }) => row.byMethod.check);
  expect(collected.reduce((sum: number, cents: number) => sum + cents, 0)).toBe(12_500);
});

test('[AGE-05] [INVAR-14] REST lists who owes for more than 30 days, as devices do', async () => {
  const { ctx, rex } = await books();
  const { accounts } = await onDevice(ctx, TODAY);
  const delinquent = accounts.flatMap(
    (one) => delinquencyOf({ ...one, lastPayment: () => lastPaymentOf(one.entries, TODAY) }, TODAY) ?? [],
  );
  expect(delinquent).toMatchObject([{ delinquent_cents: 39_500, overdue_cents: 39_500 }]);
  expect(await report(ctx, 'delinquency')).toMatchObject({
    rows: [
      {
        ...{ account_id: rex, over30Cents: 39_500, overdueCents: 39_500, oldestDueOn: ago(120), onPlan: false },
        lastPayment: { on: ago(20), amountCents: 10_000 },
      },
    ],
    totals: { accounts: 1, over30Cents: 39_500, balanceCents: 44_500 },
  });
});

test('[AGE-07] each report comes as CSV, too, and to the board alone', async () => {
  const { ctx } = await books();
  for (const name of ['ageing', 'collections', 'delinquency'])
    expect((await ctx.rex.call('GET', `/api/reports/${name}`)).status).toBe(403);
  const headers = { Authorization: `Bearer ${ctx.bea.token}` };
  const answer = await ctx.app.request('/api/reports/ageing?format=csv', { headers });
  const [header, ...lines] = (await answer.text()).trim().split('\r\n');
  expect(header).toContain('Home,Holders,Current,1–30 Days,31–60 Days');
  expect(lines).toHaveLength(2);
});

type Report = { totals: { balanceCents: number }; rows: object[] };

/** Two HOAs, and how many statements have read entries since they were counted last. */
const countingReads = async () => {
  const asked: string[] = [];
  const ctx = await createContext();
  const { db } = ctx;
  const noted = Object.assign(Object.create(db) as Client, {
    batch: ((statements, mode) => {
      asked.push(...statements.map((one) => (typeof one === 'string' ? one : 'sql' in one ? one.sql : one[0])));
      return db.batch(statements, mode);
    }) satisfies Client['batch'],
  });
  const app = withDocumentedAnswers(createApp({ ...ctx.deps, db: noted }));
  const read = async (path: string) => {
    const headers = { Authorization: `Bearer ${ctx.bea.token}` };
    return (await app.request(path, { headers })).json() as Promise<Report>;
  };
  const reads = () => asked.splice(0).filter((sql) => sql.includes('FROM entries')).length;
  return { ctx, read, reads };
};

const PATHS = [
  '/api/reports/ageing',
  '/api/reports/delinquency',
  '/api/reports/collections',
  '/api/accounts?filter=overdue',
  '/api/accounts',
];

test('[AGE-07] ten boards at once read no entries of accounts that are as they were when they were read last', async () => {
  const { ctx, read, reads } = await countingReads();
  const people = await putAccounts(ctx, 60, 60);
  const first = await read(PATHS[0]!);
  expect(reads()).toBe(2);
  const many = await Promise.all(Array.from({ length: 10 }, () => Promise.all(PATHS.map(read))));
  expect(reads()).toBe(0);
  for (const [ageing] of many) expect(ageing).toEqual(first);
  const account = `a-${people[0]!.id}`;
  await done(ctx, `/api/accounts/${account}/entries`, { ...fine(account), kind: 'charge' });
  const next = await read(PATHS[0]!);
  expect([reads(), next.totals.balanceCents]).toEqual([1, first.totals.balanceCents + 5000]);
});

test('[AGE-07] kept figures follow a plan, a rule, a correction of today and the next day', async () => {
  const { ctx, rex } = await books();
  const day = (days: number) => withClock(ctx.deps, () => new Date(Date.now() + days * 86_400_000));
  const same = async (deps = ctx.deps) => {
    const app = withDocumentedAnswers(createApp(deps));
    const headers = { Authorization: `Bearer ${ctx.bea.token}` };
    const get = async (path: string) => (await app.request(path, { headers })).json() as Promise<Report>;
    // An instant to come changes nothing, and is never kept.
    const known_at = '2199-01-01T00:00:00Z';
    for (const name of ['ageing', 'delinquency'])
      expect(await get(`/api/reports/${name}`)).toEqual(await get(`/api/reports/${name}?known_at=${known_at}`));
    return get('/api/reports/delinquency');
  };
  const before = await same();
  const { docs } = (await ctx.bea.call('GET', `/api/accounts/${rex}/entries`)).body;
  const opening = docs.find(({ kind }: { kind: string }) => kind === 'opening')._id;
  const instalments = [20, 50].map((days, at) => ({ due_on: addDays(TODAY, days), amount: [200, 160][at] }));
  await done(ctx, `/api/accounts/${rex}/plans`, { covers: [opening], instalments });
  const planned = await same();
  expect(before.rows[0]).toMatchObject({ over30Cents: 39_500, overdueCents: 39_500, onPlan: false });
  expect(planned.rows[0]).toMatchObject({ over30Cents: 39_500, overdueCents: 3500, onPlan: true });
  const order = { order: 'own', directed: true, steps: [['fine'], CATEGORIES.filter((one) => one !== 'fine')] };
  await done(ctx, '/api/policies', { kind: 'application', starts_on: TODAY, settings: order });
  await done(ctx, `/api/accounts/${rex}/payments`, check(rex, { amount: 50, reference: '99' }));
  await same();
  await same(day(1));
  await same();
});

test('[LEDG-09] [AGE-07] overdue is one figure: what is due by a plan is not overdue, in lists, accounts and reports', async () => {
  const { ctx, rex } = await books();
  const { docs } = (await ctx.bea.call('GET', `/api/accounts/${rex}/entries`)).body;
  const covers = docs.filter(({ kind }: { kind: string }) => kind === 'opening').map(({ _id }: { _id: string }) => _id);
  const instalments = [20, 50].map((days, at) => ({ due_on: addDays(TODAY, days), amount: [200, 195][at] }));
  const overdue = async () => {
    const account = (await ctx.bea.call('GET', `/api/accounts/${rex}`)).body;
    const { rows } = await report(ctx, 'delinquency');
    expect(rows[0].overdueCents).toBe(account.overdueCents);
    const listed = (await ctx.bea.call('GET', '/api/accounts?filter=overdue')).body.docs;
    expect(listed.length > 0).toBe(account.overdueCents > 0);
    return account.overdueCents;
  };
  expect(await overdue()).toBe(39_500);
  await done(ctx, `/api/accounts/${rex}/plans`, { covers, instalments });
  expect(await overdue()).toBe(0);
});

test('[LEDG-09] [AGE-07] an entry of tomorrow counts tomorrow, in the list as on the account', async () => {
  const { ctx, rita } = await books();
  const tomorrow = addDays(TODAY, 1);
  await done(ctx, `/api/accounts/${rita}/payments`, check(rita, { amount: 10, received_on: tomorrow, reference: '8' }));
  for (const filter of ['', '&filter=credit']) {
    const { docs } = (await ctx.bea.call('GET', `/api/accounts?limit=50${filter}`)).body;
    for (const listed of docs) {
      const account = (await ctx.bea.call('GET', `/api/accounts/${listed._id}`)).body;
      expect([listed.balanceCents, listed.creditCents]).toEqual([account.balanceCents, account.creditCents]);
    }
    expect(docs.find(({ _id }: { _id: string }) => _id === rita)).toMatchObject({ creditCents: 2500 });
  }
});

test('[AGE-03] an instant is compared as one, however it is written', async () => {
  const { ctx, rex } = await books();
  const { docs } = (await ctx.bea.call('GET', `/api/accounts/${rex}/entries`)).body;
  const posted = Date.parse(docs[0].posted_at);
  const second = new Date(Math.floor(posted / 1000) * 1000 + 1000).toISOString().replace('.000Z', 'Z');
  const offset = second.replace('Z', '+00:00');
  const before = new Date(Math.floor(posted / 1000) * 1000 - 1000).toISOString().replace('.000Z', 'Z');
  const known = async (known_at: string) => {
    const path = `/api/accounts/${rex}/entries?known_at=${encodeURIComponent(known_at)}`;
    return (await ctx.bea.call('GET', path)).body.docs.length > 0;
  };
  expect([await known(second), await known(offset), await known(before)]).toEqual([true, true, false]);
});

test('[SEARCH-02] REST finds an account by what a device finds it by', async () => {
  const { ctx, rex } = await books();
  await ctx.bea.call('PUT', `/api/users/${ctx.rex.id}`, { name: 'Νίκος Okafor' });
  const found = async (search: string) =>
    (await ctx.bea.call('GET', `/api/accounts?search=${encodeURIComponent(search)}`)).body.docs.map(
      ({ _id }: { _id: string }) => _id,
    );
  const { address_id } = (await ctx.bea.call('GET', `/api/accounts/${rex}`)).body;
  for (const term of ['ΝΊΚΟΣ', 'νίκοσ okafor', address_id.street.toUpperCase()])
    expect(await found(term)).toContain(rex);
  expect(await found('Nobody of that name')).toEqual([]);
});
