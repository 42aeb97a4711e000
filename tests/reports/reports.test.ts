import { expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import { type AgeingFigure, ageingOf, totalAgeing } from '../../sync/ledger/ageing.ts';
import { collectionsByMonth } from '../../sync/ledger/collections.ts';
import { delinquencyOf, lastPaymentOf } from '../../sync/ledger/delinquency.ts';
import { fold } from '../../sync/ledger/fold.ts';
import { Device } from '../support/device.ts';
import type { TestContext } from '../support/fixtures.ts';
import { ago, check, TODAY } from '../support/ledger.ts';
import { books, done, report } from '../support/reports.ts';
import { required } from '../support/required.ts';

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
      expect(row).toMatchObject(asSent(required(accounts.find(({ account }) => account.id === row.account_id)).ageing));
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
  expect(header).toContain('Home,Holders,Current,1–30 days,31–60 days');
  expect(lines).toHaveLength(2);
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
