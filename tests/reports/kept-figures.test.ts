import type { Client } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { CATEGORIES } from '../../schema/ledger.ts';
import { createApp } from '../../worker/app.ts';
import { withDocumentedAnswers } from '../support/answers.ts';
import { createContext, withClock } from '../support/fixtures.ts';
import { ago, check, fine, putAccounts, TODAY } from '../support/ledger.ts';
import { books, done, report } from '../support/reports.ts';
import { nth } from '../support/required.ts';

type Report = { totals: { balanceCents: number }; rows: object[]; totalDocs: number; docs: object[] };

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
  const first = await read(nth(PATHS, 0));
  expect(reads()).toBe(2);
  const many = await Promise.all(Array.from({ length: 10 }, () => Promise.all(PATHS.map(read))));
  expect(reads()).toBe(0);
  for (const [ageing] of many) expect(ageing).toEqual(first);
  const account = `a-${nth(people, 0).id}`;
  await done(ctx, `/api/accounts/${account}/entries`, { ...fine(account), kind: 'charge' });
  const next = await read(nth(PATHS, 0));
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

test('[LEDG-09] [AGE-07] the pages of accounts that owe, or have credit, are made of the kept figures', async () => {
  const { ctx, read, reads } = await countingReads();
  const people = await putAccounts(ctx, 16, 5);
  const lines = people.slice(10).map(({ id }, at) => {
    return { line: at + 1, account_id: `a-${id}`, balance: 50, as_of: ago(40), due_on: ago(40) };
  });
  await done(ctx, '/api/opening-balances', { import_id: uuidv7(), lines });
  const pages = async (query: string) => {
    const [first, second] = [await read(`${query}&limit=4`), await read(`${query}&limit=4&page=2`)];
    return [first, second].map(({ totalDocs, docs }) => [totalDocs, docs.length]);
  };
  const sizes = {
    overdue: [
      [6, 4],
      [6, 2],
    ],
    credit: [
      [5, 4],
      [5, 1],
    ],
  };
  expect(await pages('/api/accounts?filter=overdue')).toEqual(sizes.overdue);
  expect(reads()).toBe(1);
  expect(await pages('/api/accounts?filter=credit')).toEqual(sizes.credit);
  // A search looks through all of them, and finds the same.
  expect(await pages('/api/accounts?filter=overdue&search=person')).toEqual(sizes.overdue);
  expect(reads()).toBe(0);
});
