import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import type { LedgerOpening } from '../../schema/ledger.ts';
import { openLedger } from '../../worker/jobs/open-ledger.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { Device } from '../support/device.ts';
import { create, issue, periods } from '../support/dues.ts';
import { contextForAll, type Person } from '../support/fixtures.ts';
import { forgetLedger, type Old, queueByCron, storeOld } from '../support/ledger-before.ts';
import { nth, required } from '../support/required.ts';

const ctx = contextForAll();

type EntryRow = { kind: string; amount_cents: number; effective_on: string; reason: string | null };

const entriesOf = async (person: Person): Promise<string[]> => {
  const sql = `SELECT e.kind, e.amount_cents, e.effective_on, e.reason FROM entries e
    WHERE e.hoa_id = ? AND e.account_id = ? ORDER BY e.effective_on, e.kind, e.id`;
  const { rows } = await ctx.db.execute({ sql, args: [ctx.hoa_id, `a-${person.id}`] });
  return (rows as unknown as EntryRow[]).map(({ kind, amount_cents, effective_on, reason }) =>
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
  const row = nth((await ctx.db.execute({ sql, args: [ctx.hoa_id] })).rows, 0);
  return { opened: row.ledger_opened_at, report: JSON.parse(String(row.ledger_opening)) as LedgerOpening };
};

const people = {} as Record<'paid' | 'refunded' | 'doubled' | 'moved' | 'unpaid' | 'many' | 'gone', Person>;
const ids = {} as Record<keyof typeof people, string[]>;
const ELSEWHERE = "100.00 USD went to an account that is not the HOA's. The invoice was not marked paid.";
const HISTORIES: Record<keyof typeof people, Old[]> = {
  paid: [
    { period: '2020-01-01', status: 'paid', paid: [{ on: '2020-01-03' }] },
    { period: '2020-02-01', paid: [{ on: '2020-02-03', status: 'failed' }] },
    { period: '2020-03-01', status: 'canceled', settled: '2020-03-05' },
  ],
  refunded: [
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
  ],
  doubled: [
    {
      period: '2020-01-01',
      status: 'paid',
      settled: '2020-01-03',
      paid: [{ on: '2020-01-03' }, { on: '2020-01-04' }],
    },
    { period: '2020-02-01' },
  ],
  // The doubled payment would have paid the second invoice until it was refunded.
  moved: [
    {
      period: '2020-01-01',
      status: 'paid',
      paid: [{ on: '2020-01-03' }, { on: '2020-01-04', refunded: '2020-04-01' }],
    },
    { period: '2020-02-01', status: 'paid', paid: [{ on: '2020-02-03' }] },
    { period: '2020-03-01' },
  ],
  unpaid: [
    { period: '2020-01-01', status: 'paid', settled: '2020-01-05' },
    { period: '2020-02-01', paid: [{ on: '2020-02-03', note: ELSEWHERE }] },
    { period: '2020-03-01', paid: [{ on: '2020-03-03', disputed: '2020-03-10' }] },
    { period: '2020-04-01', status: 'paid', paid: [{ on: '2020-04-03', disputed: '2020-04-10', withdrawn: 2_000 }] },
  ],
  many: Array.from({ length: 230 }, (_, n) => ({
    period: addDays('2019-01-01', n),
    status: 'paid',
    settled: '2020-01-01',
    paid: [{ on: '2020-01-01' }],
  })),
  gone: [{ period: '2020-01-01', status: 'paid', paid: [{ on: '2020-01-02' }] }],
};

beforeAll(async () => {
  for (const name of ['paid', 'refunded', 'doubled', 'moved', 'unpaid', 'many', 'gone'] as const)
    people[name] = await ctx.join(ctx.hoa_id, name, 'resident');
  await forgetLedger(ctx);
  for (const name of Object.keys(HISTORIES) as (keyof typeof people)[])
    ids[name] = await storeOld(ctx, people[name], HISTORIES[name]);
  await ctx.db.execute({
    sql: "UPDATE users SET deleted_at = '2020-06-01T18:00:00.000Z' WHERE id = ?",
    args: [people.gone.id],
  });
});

// The first test opens the ledger that the others look at.
describe('the opening of a ledger', { shuffle: false }, () => {
  test('[MOVE-01] issues nothing until its ledger is opened, by jobs of at most 200 invoices that may be killed and repeated', async () => {
    const due = await create(ctx.bea, [people.paid], { send_date: '2026-01-01', frequency: 'one_time' });
    await issue(ctx, due._id);
    expect(await periods(ctx.db, due._id)).toEqual([]);
    await queueByCron(ctx);
    const job = { started_at: 'killed', part: 0, after: '' };
    const row = { id: 'x', hoa_id: ctx.hoa_id, kind: 'openLedger' as const, key: 'x', payload: job, created_at: '' };
    await openLedger(ctx.deps, job, row);
    const sql = 'SELECT count(*) AS n FROM invoices WHERE hoa_id = ? AND account_id IS NOT NULL';
    const done = Number(nth((await ctx.db.execute({ sql, args: [ctx.hoa_id] })).rows, 0).n);
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
    expect(required(report.after).pending_cents).toBe(report.before.pending_cents - 10_000);
    const seen = async (person: Person) => (await new Device(ctx, person).sync()).store.rows('hoa').get(ctx.hoa_id);
    expect([(await seen(ctx.bea))?.ledger_opening, (await seen(ctx.rita))?.ledger_opening]).toEqual([
      report,
      undefined,
    ]);
  });

  test('[LEDG-03] the database refuses to change or delete an entry', async () => {
    const where = 'WHERE hoa_id = ?';
    for (const sql of [`UPDATE entries SET memo = 'x' ${where}`, `DELETE FROM entries ${where}`])
      await expect(ctx.db.execute({ sql, args: [ctx.hoa_id] })).rejects.toThrow('entries are append-only');
  });
});
