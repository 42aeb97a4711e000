import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { openLedger as openSeeded } from '../../local/seed/ledger.ts';
import { demoRows, type SeedSize } from '../../local/seed.ts';
import { addDays } from '../../schema/dates.ts';
import { accounts, entries, hoas, invoices, payments } from '../../schema/index.ts';
import type { LedgerOpening } from '../../schema/ledger.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { openLedger } from '../../worker/jobs/open-ledger.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { queueRecalculation } from '../../worker/jobs/queue-recalculation.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { create, issue, periods, terms } from '../support/dues.ts';
import { contextForAll, createContext, type Person } from '../support/fixtures.ts';
import { check, fine, openAccount } from '../support/ledger.ts';
import { forgetLedger, type Old, queueByCron, storeOld } from '../support/ledger-before.ts';

const NOW = new Date('2026-11-20T18:00:00Z');

type Rows = ReturnType<typeof demoRows>['rows'];

const own = <Row>(rows: Rows, table: Parameters<Rows['rowsOf']>[0], hoa_id: string) =>
  rows.rowsOf(table).filter((row) => row.hoa_id === hoa_id) as Row[];
const sum = (rows: readonly object[], field: string) =>
  rows.reduce((cents, row) => cents + Number((row as Record<string, unknown>)[field]), 0);
const standing = (rows: Rows) =>
  rows.rowsOf(invoices).map(({ id, status, paid_at, canceled_at }) => ({ id, status, paid_at, canceled_at }));

const SIZES: SeedSize[] = process.env.LONG_RUNS ? ['demo', 'large'] : ['demo'];

test.each(SIZES)(
  '[MOVE-03] [MOVE-05] the %s HOAs keep the status of every invoice, and owe to the cent what is pending less their credits',
  async (size) => {
    const { rows, hoa_ids } = demoRows(size, NOW);
    const before = standing(rows);
    for (const hoa_id of hoa_ids) await openSeeded(rows, hoa_id, NOW);
    expect(standing(rows)).toEqual(before);
    for (const hoa_id of hoa_ids) {
      const [hoa] = own<Hoa>(rows, hoas, hoa_id);
      const held = own<Account>(rows, accounts, hoa_id);
      const pending = own<Invoice>(rows, invoices, hoa_id).filter(({ status }) => status === 'pending');
      const free = own<Payment>(rows, payments, hoa_id).filter(({ kind }) => kind === 'credit');
      const owed = sum(pending, 'amount_cents') - sum(free, 'amount_cents');
      expect(sum(held, 'balance_cents')).toBe(owed);
      expect(sum(own(rows, entries, hoa_id), 'amount_cents')).toBe(owed);
      expect(sum(pending, 'amount_cents') - sum(pending, 'paid_cents') - sum(held, 'credit_cents')).toBe(owed);
      expect(hoa).toMatchObject({
        ledger_opened_at: NOW.toISOString(),
        ledger_opening: { after: hoa!.ledger_opening!.before, failed: [], elsewhere: [], credits: [] },
      });
      const partly = pending.filter(({ paid_cents }) => paid_cents > 0).map(({ id }) => id);
      expect(hoa!.ledger_opening!.covered.map(({ invoice_id }) => invoice_id)).toEqual(partly);
    }
  },
);

const ctx = contextForAll();

type Told = { kind: string; amount_cents: number; effective_on: string; reason: string | null };
const entriesOf = async (person: Person): Promise<string[]> => {
  const sql = `SELECT e.kind, e.amount_cents, e.effective_on, e.reason FROM entries e
    WHERE e.hoa_id = ? AND e.account_id = ? ORDER BY e.effective_on, e.kind, e.id`;
  const { rows } = await ctx.db.execute({ sql, args: [ctx.hoa_id, `a-${person.id}`] });
  return (rows as unknown as Told[]).map(({ kind, amount_cents, effective_on, reason }) =>
    [effective_on.slice(5), kind, amount_cents / 100, reason].filter((part) => part !== null).join(' '),
  );
};
const statusesOf = async (ids: readonly string[]) => {
  const sql = 'SELECT id, status FROM invoices WHERE hoa_id = ?';
  const found = new Map((await ctx.db.execute({ sql, args: [ctx.hoa_id] })).rows.map(({ id, status }) => [id, status]));
  return ids.map((id) => found.get(id));
};
const sumsOf = async (person: Person) => {
  const sql = 'SELECT balance_cents, credit_cents, status FROM accounts WHERE hoa_id = ? AND id = ?';
  const [row] = (await ctx.db.execute({ sql, args: [ctx.hoa_id, `a-${person.id}`] })).rows;
  return row && [Number(row.balance_cents), Number(row.credit_cents), row.status];
};
const hoaRow = async () => {
  const sql = 'SELECT ledger_opened_at, ledger_opening FROM hoas WHERE id = ?';
  const [row] = (await ctx.db.execute({ sql, args: [ctx.hoa_id] })).rows;
  return { opened: row!.ledger_opened_at, report: JSON.parse(String(row!.ledger_opening)) as LedgerOpening };
};

describe('an HOA of before', () => {
  const people = {} as Record<'paid' | 'refunded' | 'doubled' | 'moved' | 'unpaid' | 'many' | 'gone', Person>;
  const ids = {} as Record<keyof typeof people, string[]>;
  const ELSEWHERE = "100.00 USD went to an account that is not the HOA's. The invoice was not marked paid.";
  beforeAll(async () => {
    for (const name of ['paid', 'refunded', 'doubled', 'moved', 'unpaid', 'many', 'gone'] as const)
      people[name] = await ctx.join(ctx.hoa_id, name, 'resident');
    await forgetLedger(ctx);
    const store = async (name: keyof typeof people, olds: Old[]) => {
      ids[name] = await storeOld(ctx, people[name], olds);
    };
    await store('paid', [
      { period: '2020-01-01', status: 'paid', paid: [{ on: '2020-01-03' }] },
      { period: '2020-02-01', paid: [{ on: '2020-02-03', status: 'failed' }] },
      { period: '2020-03-01', status: 'canceled', settled: '2020-03-05' },
    ]);
    await store('refunded', [
      {
        period: '2020-01-01',
        status: 'paid',
        settled: '2020-01-03',
        paid: [{ on: '2020-01-03', refunded: '2020-01-09' }],
      },
      {
        period: '2020-02-01',
        status: 'canceled',
        settled: '2020-02-09',
        paid: [{ on: '2020-02-03', refunded: '2020-02-09' }],
      },
    ]);
    await store('doubled', [
      {
        period: '2020-01-01',
        status: 'paid',
        settled: '2020-01-03',
        paid: [{ on: '2020-01-03' }, { on: '2020-01-04' }],
      },
      { period: '2020-02-01' },
    ]);
    // The doubled payment would have paid the second invoice until it was refunded.
    await store('moved', [
      {
        period: '2020-01-01',
        status: 'paid',
        paid: [{ on: '2020-01-03' }, { on: '2020-01-04', refunded: '2020-04-01' }],
      },
      { period: '2020-02-01', status: 'paid', paid: [{ on: '2020-02-03' }] },
      { period: '2020-03-01' },
    ]);
    await store('unpaid', [
      { period: '2020-01-01', status: 'paid', settled: '2020-01-05' },
      { period: '2020-02-01', paid: [{ on: '2020-02-03', note: ELSEWHERE }] },
      { period: '2020-03-01', paid: [{ on: '2020-03-03', disputed: '2020-03-10' }] },
      { period: '2020-04-01', status: 'paid', paid: [{ on: '2020-04-03', disputed: '2020-04-10', withdrawn: 2_000 }] },
    ]);
    await store(
      'many',
      Array.from({ length: 230 }, (_, n) => ({
        period: addDays('2019-01-01', n),
        status: 'paid',
        settled: '2020-01-01',
        paid: [{ on: '2020-01-01' }],
      })),
    );
    await store('gone', [{ period: '2020-01-01', status: 'paid', paid: [{ on: '2020-01-02' }] }]);
    await ctx.db.execute({
      sql: "UPDATE users SET deleted_at = '2020-06-01T18:00:00.000Z' WHERE id = ?",
      args: [people.gone.id],
    });
  });

  test('[MOVE-01] issues nothing until its ledger is opened, by jobs of at most 200 invoices that may be killed and repeated', async () => {
    const due = await create(ctx.bea, [people.paid], { send_date: '2026-01-01', frequency: 'one_time' });
    await issue(ctx, due._id);
    expect(await periods(ctx.db, due._id)).toEqual([]);
    await queueByCron(ctx);
    const job = { started_at: 'killed', part: 0, after: '' };
    const row = { id: 'x', hoa_id: ctx.hoa_id, kind: 'openLedger' as const, key: 'x', payload: job, created_at: '' };
    await openLedger(ctx.deps, job, row);
    const sql = 'SELECT count(*) AS n FROM invoices WHERE hoa_id = ? AND account_id IS NOT NULL';
    const done = Number((await ctx.db.execute({ sql, args: [ctx.hoa_id] })).rows[0]!.n);
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThanOrEqual(200);
    expect((await hoaRow()).opened).toBeNull();
    await drainOutbox(ctx.deps, { hoa_id: ctx.hoa_id, maxWaitMs: 0, budget: 1000 });
    await openLedger(ctx.deps, job, row);
    expect((await hoaRow()).opened).toEqual(expect.any(String));
    await issue(ctx, due._id);
    expect(await periods(ctx.db, due._id)).toEqual(['2026-01-01']);
  });

  test('[MOVE-02] gives each of its people one account, and that of a deleted one is closed when it is even', async () => {
    expect(await sumsOf(people.gone)).toEqual([0, 0, 'closed']);
    expect(await sumsOf(people.many)).toEqual([0, 0, 'open']);
    expect(await sumsOf(ctx.rita)).toBeUndefined();
  });

  test('[MOVE-03] makes a charge of each invoice, a reversal of a canceled one and a payment of what was paid', async () => {
    expect((await entriesOf(people.paid)).slice(0, 5)).toEqual([
      '01-01 charge 100',
      '01-03 payment -100',
      '02-01 charge 100',
      '03-01 charge 100',
      '03-05 reversal -100 Canceled by the board',
    ]);
    expect(await entriesOf(people.doubled)).toEqual([
      '01-01 charge 100',
      '01-03 payment -100',
      '01-04 payment -100',
      '02-01 charge 100',
    ]);
    expect(await entriesOf(people.unpaid)).toEqual([
      '01-01 charge 100',
      '01-05 credit -100 Paid before the ledger began',
      '02-01 charge 100',
      '03-01 charge 100',
      '03-03 payment -100',
      '03-10 return 100 Disputed with the card issuer',
      '04-01 charge 100',
      '04-03 payment -100',
      '04-10 return 20 Disputed with the card issuer',
      '04-11 credit -20 Taken back before the ledger began',
    ]);
  });

  test('[MOVE-04] keeps a refunded invoice paid by a credit, and a canceled one even', async () => {
    expect(await entriesOf(people.refunded)).toEqual([
      '01-01 charge 100',
      '01-03 payment -100',
      '01-09 refund 100 Refunded by the HOA',
      '01-10 credit -100 Refunded before the ledger began',
      '02-01 charge 100',
      '02-03 payment -100',
      '02-09 refund 100 Refunded by the HOA',
      '02-09 reversal -100 Canceled by the board',
    ]);
  });

  test('[MOVE-05] every invoice keeps its status, but for one that spare money covers; the board reads what was found', async () => {
    expect(await statusesOf(ids.refunded)).toEqual(['paid', 'canceled']);
    expect(await statusesOf(ids.unpaid)).toEqual(['paid', 'pending', 'pending', 'paid']);
    expect(await statusesOf(ids.moved)).toEqual(['paid', 'paid', 'pending']);
    expect(new Set(await statusesOf(ids.many))).toEqual(new Set(['paid']));
    expect(await statusesOf(ids.doubled)).toEqual(['paid', 'paid']);
    expect([await sumsOf(people.doubled), await sumsOf(people.moved), await sumsOf(people.unpaid)]).toEqual([
      [0, 0, 'open'],
      [10_000, 0, 'open'],
      [20_000, 0, 'open'],
    ]);
    const { report } = await hoaRow();
    expect(report).toMatchObject({ failed: [], covered: [{ invoice_id: ids.doubled[1], open_cents: 0 }] });
    expect(report.credits.map(({ cents, reason }) => `${cents} ${reason}`).sort()).toEqual([
      '10000 Paid before the ledger began',
      '10000 Refunded before the ledger began',
      '2000 Taken back before the ledger began',
    ]);
    expect(report.elsewhere).toHaveLength(1);
    expect(report.after!.pending_cents).toBe(report.before.pending_cents - 10_000);
    const seen = async (person: Person) => (await new Device(ctx, person).sync()).store.rows('hoa').get(ctx.hoa_id);
    expect([(await seen(ctx.bea))?.ledger_opening, (await seen(ctx.rita))?.ledger_opening]).toEqual([
      report,
      undefined,
    ]);
  });
});

testBothApis(
  '[MOVE-06] what an earlier release has queued is accepted, also before the ledger is opened',
  async (api, own) => {
    const { bea, rex, db } = own;
    await forgetLedger(own);
    const [paid, canceled, left] = await storeOld(own, rex, [
      { period: '2020-01-01' },
      { period: '2020-02-01' },
      { period: '2020-03-01' },
    ]);
    const { _id: id } = await create(bea, [rex]);
    const acts: [MutatorName, Record<string, unknown>][] = [
      ['createDue', { id: uuidv7(), ...terms([rex]) }],
      ['updateDue', { id, amount: 12, due_date_offset: 20 }],
      ['setInvoiceStatus', { id: paid, status: 'paid' }],
      ['setInvoiceStatus', { id: canceled, status: 'canceled' }],
    ];
    for (const [name, args] of acts) expect([name, await api.act(bea, name, args)]).toEqual([name, { ok: true }]);
    const due = await db.execute({ sql: 'SELECT fund, category, amount_cents FROM dues WHERE id = ?', args: [id] });
    expect({ ...due.rows[0] }).toEqual({ fund: 'operating', category: null, amount_cents: 1200 });
    const { rows } = await db.execute({ sql: 'SELECT id, status FROM invoices WHERE hoa_id = ?', args: [own.hoa_id] });
    expect(new Map(rows.map((row) => [row.id, row.status]))).toEqual(
      new Map([
        [paid, 'paid'],
        [canceled, 'canceled'],
        [left, 'pending'],
      ]),
    );
  },
);

test('[MOVE-05] one whose invoices cannot keep their status is left as they were and named in the report; the rest is taken over, and it is tried again a day later', async () => {
  const own = await createContext();
  const { bea, rex, rita, db, hoa_id } = own;
  const account_id = await openAccount(own, rex);
  // The check pays the fine, until an older invoice comes before it.
  const paid = check(account_id, { received_on: '2020-01-01' });
  const charge = fine(account_id);
  expect((await bea.call('POST', `/api/accounts/${account_id}/payments`, paid)).status).toBe(201);
  expect((await bea.call('POST', `/api/accounts/${account_id}/entries`, { kind: 'charge', ...charge })).status).toBe(
    201,
  );
  await forgetLedger(own);
  const [kept] = await storeOld(own, rex, [{ period: '2020-02-01' }]);
  const [taken] = await storeOld(own, rita, [{ period: '2020-02-01' }]);
  const run = async (days: number) => {
    const deps = { ...own.deps, now: () => new Date(Date.now() + days * 86_400_000) };
    await queueByCron({ ...own, deps });
    await drainOutbox(deps, { hoa_id, maxWaitMs: 0, budget: 1000 });
    const { rows } = await db.execute({
      sql: 'SELECT id, account_id, status, paid_cents FROM invoices WHERE hoa_id = ?',
      args: [hoa_id],
    });
    const [hoa] = (
      await db.execute({ sql: 'SELECT ledger_opened_at AS at, ledger_opening FROM hoas WHERE id = ?', args: [hoa_id] })
    ).rows;
    const report = JSON.parse(String(hoa!.ledger_opening)) as LedgerOpening;
    const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
    return { opened: hoa!.at, report, kept: byId.get(kept!), taken: byId.get(taken!) };
  };
  const reason = `Account ${account_id} cannot be opened: nothing covers what was paid: ${account_id}.${charge.id}.`;
  const failed = await run(0);
  expect(failed).toMatchObject({
    opened: null,
    report: { finished_at: expect.any(String), failed: [{ user_id: rex.id, reason }] },
    kept: { account_id: null, status: 'pending', paid_cents: 0 },
    taken: { account_id: accountIdOf(rita.id, 0), status: 'pending' },
  });
  const undo = { reason: 'Charged twice', effective_on: charge.effective_on };
  expect((await bea.call('POST', `/api/entries/${account_id}.${charge.id}/reverse`, undo)).status).toBe(201);
  expect(await run(2)).toMatchObject({
    opened: expect.any(String),
    report: { failed: [] },
    kept: { account_id, status: 'pending', paid_cents: 5000 },
  });
});

test('[MOVE-01] [MOVE-03] invoices and payments of an older release that ran meanwhile get their account in the night, once', async () => {
  const own = await createContext();
  const { rex, rita, db, hoa_id } = own;
  const account_id = await openAccount(own, rex);
  await storeOld(own, rex, [
    { period: '2020-01-01' },
    { period: '2020-02-01', status: 'paid', paid: [{ on: '2020-02-03' }] },
  ]);
  await storeOld(own, rita, [{ period: '2020-01-01' }]);
  const strays = async () => {
    const sql = `SELECT (SELECT count(*) FROM invoices WHERE hoa_id = ?1 AND account_id IS NULL) AS invoices,
      (SELECT count(*) FROM payments WHERE hoa_id = ?1 AND account_id IS NULL) AS payments,
      (SELECT count(*) FROM entries WHERE hoa_id = ?1) AS entries`;
    return { ...(await db.execute({ sql, args: [hoa_id] })).rows[0] };
  };
  const night = async () => {
    const deps = { ...own.deps, drainLater: async () => {} };
    await queueRecalculation(deps, hoa_id);
    const later = new Date(Date.now() + 3 * 3_600_000);
    await drainOutbox({ ...deps, now: () => later }, { hoa_id, maxWaitMs: 0, budget: 1000 });
  };
  expect(await strays()).toEqual({ invoices: 3, payments: 1, entries: 0 });
  for (let nights = 0; nights < 2; nights += 1) {
    await night();
    expect(await strays()).toEqual({ invoices: 0, payments: 0, entries: 4 });
  }
  const sql = 'SELECT id, balance_cents, credit_cents FROM accounts WHERE hoa_id = ? ORDER BY id';
  const owing = { balance_cents: 10_000, credit_cents: 0 };
  expect((await db.execute({ sql, args: [hoa_id] })).rows.map((row) => ({ ...row }))).toEqual(
    [account_id, accountIdOf(rita.id, 0)].sort().map((id) => ({ id, ...owing })),
  );
});

test('[LEDG-03] the database refuses to change or delete an entry', async () => {
  const where = 'WHERE hoa_id = ?';
  for (const sql of [`UPDATE entries SET memo = 'x' ${where}`, `DELETE FROM entries ${where}`])
    await expect(ctx.db.execute({ sql, args: [ctx.hoa_id] })).rejects.toThrow('entries are append-only');
});
