import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { demoRows, type SeedSize } from '../../local/seed/demo.ts';
import { openLedger as openSeeded } from '../../local/seed/ledger.ts';
import { accounts, entries, hoas, invoices, payments } from '../../schema/index.ts';
import type { LedgerOpening } from '../../schema/ledger.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { queueRecalculation } from '../../worker/jobs/queue-recalculation.ts';
import { testBothApis } from '../support/apis.ts';
import { create, terms } from '../support/dues.ts';
import { createContext } from '../support/fixtures.ts';
import { check, fine, openAccount } from '../support/ledger.ts';
import { forgetLedger, queueByCron, storeOld } from '../support/ledger-before.ts';
import { nth, required } from '../support/required.ts';

const NOW = new Date('2026-11-20T18:00:00Z');

type Rows = ReturnType<typeof demoRows>['rows'];

const own = <Row>(rows: Rows, table: Parameters<Rows['rowsOf']>[0], hoa_id: string) =>
  rows.rowsOf(table).filter((row) => row.hoa_id === hoa_id) as Row[];

const sum = (rows: readonly object[], field: string) =>
  rows.reduce((cents, row) => cents + Number((row as Record<string, unknown>)[field]), 0);

const statusesOf = (rows: Rows) =>
  rows.rowsOf(invoices).map(({ id, status, paid_at, canceled_at }) => ({ id, status, paid_at, canceled_at }));

const SIZES: SeedSize[] = process.env.LONG_RUNS ? ['demo', 'large'] : ['demo'];

test.each(SIZES)(
  '[MOVE-03] [MOVE-05] the %s HOAs keep the status of every invoice, and owe to the cent what is pending less their credits',
  async (size) => {
    const { rows, hoa_ids } = demoRows(size, NOW);
    const before = statusesOf(rows);
    for (const hoa_id of hoa_ids) await openSeeded(rows, hoa_id, NOW);
    expect(statusesOf(rows)).toEqual(before);
    for (const hoa_id of hoa_ids) {
      const hoa = nth(own<Hoa>(rows, hoas, hoa_id), 0);
      const held = own<Account>(rows, accounts, hoa_id);
      const pending = own<Invoice>(rows, invoices, hoa_id).filter(({ status }) => status === 'pending');
      const free = own<Payment>(rows, payments, hoa_id).filter(({ kind }) => kind === 'credit');
      const owed = sum(pending, 'amount_cents') - sum(free, 'amount_cents');
      expect(sum(held, 'balance_cents')).toBe(owed);
      expect(sum(own(rows, entries, hoa_id), 'amount_cents')).toBe(owed);
      expect(sum(pending, 'amount_cents') - sum(pending, 'paid_cents') - sum(held, 'credit_cents')).toBe(owed);
      expect(hoa).toMatchObject({
        ledger_opened_at: NOW.toISOString(),
        ledger_opening: { after: required(hoa.ledger_opening).before, failed: [], elsewhere: [], credits: [] },
      });
      const partly = pending.filter(({ paid_cents }) => paid_cents > 0).map(({ id }) => id);
      expect(required(hoa.ledger_opening).covered.map(({ invoice_id }) => invoice_id)).toEqual(partly);
    }
  },
);

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
  const kept = nth(await storeOld(own, rex, [{ period: '2020-02-01' }]), 0);
  const taken = nth(await storeOld(own, rita, [{ period: '2020-02-01' }]), 0);
  const run = async (days: number) => {
    const deps = { ...own.deps, now: () => new Date(Date.now() + days * 86_400_000) };
    await queueByCron({ ...own, deps });
    await drainOutbox(deps, { hoa_id, maxWaitMs: 0, budget: 1000 });
    const { rows } = await db.execute({
      sql: 'SELECT id, account_id, status, paid_cents FROM invoices WHERE hoa_id = ?',
      args: [hoa_id],
    });
    const hoa = nth(
      (
        await db.execute({
          sql: 'SELECT ledger_opened_at AS at, ledger_opening FROM hoas WHERE id = ?',
          args: [hoa_id],
        })
      ).rows,
      0,
    );
    const report = JSON.parse(String(hoa.ledger_opening)) as LedgerOpening;
    const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
    return { opened: hoa.at, report, kept: byId.get(kept), taken: byId.get(taken) };
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
