import { uuidv7 } from 'uuidv7';
import { openLedgers } from '../../worker/jobs/open-ledger.ts';
import { create, storeInvoices } from './dues.ts';
import type { Person, TestContext } from './fixtures.ts';
import { nth } from './required.ts';

type Paid = {
  cents?: number;
  on: string;
  status?: string;
  note?: string;
  kind?: string;
  /** The day of a refund, and what it gave back. */
  refunded?: string;
  refund?: number;
  /** The day of a dispute, and what it has taken. */
  disputed?: string;
  withdrawn?: number;
};
/** An invoice of 100.00 as it stood before the ledger; without `period` payments stand alone. */
export type Old = { period: string; status?: 'pending' | 'paid' | 'canceled'; settled?: string; paid?: Paid[] };

const noon = (day: string) => `${day}T18:00:00.000Z`;

/** An HOA of a release that knew no ledger. */
export const forgetLedger = async ({ db, hoa_id }: TestContext): Promise<void> =>
  void (await db.execute({ sql: 'UPDATE hoas SET ledger_opened_at = NULL WHERE id = ?', args: [hoa_id] }));

/** Returns the ids of the invoices in their order. */
export const storeOld = async (ctx: TestContext, person: Person, olds: readonly Old[]): Promise<string[]> => {
  const due = await create(ctx.bea, [person], { amount: 100 });
  const rows = olds.map(({ period, status = 'pending', settled = period }) => ({
    id: uuidv7(),
    recipient_id: person.id,
    period,
    due_date: period,
    amount_cents: 10_000,
    status,
    sent: noon(period),
    paid_at: status === 'paid' ? noon(settled) : null,
    canceled_at: status === 'canceled' ? noon(settled) : null,
  }));
  await storeInvoices(ctx, due._id, rows);
  for (const [at, { paid = [] }] of olds.entries())
    for (const payment of paid) await storePayment(ctx, person, nth(rows, at).id, payment);
  return rows.map(({ id }) => id);
};

const storePayment = async (ctx: TestContext, person: Person, invoice_id: string, paid: Paid): Promise<void> => {
  const { cents = 10_000, on, status = 'succeeded', note = null, kind = 'charge' } = paid;
  const id = uuidv7();
  const common = { hoa_id: ctx.hoa_id, invoice_id, user_id: person.id };
  await insert(ctx, 'payments', {
    ...common,
    id,
    kind,
    amount_cents: cents,
    status,
    note,
    created_at: noon(on),
    settled_at: noon(on),
  });
  if (paid.refunded)
    await insert(ctx, 'payments', {
      ...common,
      id: uuidv7(),
      kind: 'refund',
      amount_cents: -(paid.refund ?? cents),
      status: 'succeeded',
      refund_of: id,
      created_at: noon(paid.refunded),
      settled_at: noon(paid.refunded),
    });
  if (paid.disputed)
    await insert(ctx, 'disputes', {
      ...common,
      id: uuidv7(),
      payment_id: id,
      amount_cents: paid.withdrawn ?? cents,
      withdrawn_cents: paid.withdrawn ?? cents,
      reason: 'fraudulent',
      status: 'needs_response',
      movements: 1,
      opened_at: noon(paid.disputed),
    });
};

const insert = ({ db }: TestContext, table: string, row: Record<string, string | number | null>) =>
  db.execute({
    sql: `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
      .map(() => '?')
      .join(', ')})`,
    args: Object.values(row),
  });

/** Has cron queue the opening of all ledgers of before. */
export const queueByCron = async ({ deps, db, hoa_id }: TestContext): Promise<void> => {
  const sql = "SELECT 1 FROM outbox WHERE hoa_id = ? AND kind = 'openLedger' AND status = 'pending'";
  do await openLedgers(deps);
  while ((await db.execute({ sql, args: [hoa_id] })).rows.length === 0);
};
