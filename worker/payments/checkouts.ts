import type { InStatement } from '@libsql/client';
import { type Checkout, checkouts } from '../../schema/tables/checkouts.ts';
import type { Deps } from '../deps.ts';
import { decoderOf, queryBatch, queryOne } from '../queries/query.ts';

const decode = decoderOf(checkouts);

/** The checkouts of an account that may be open, and how many it has had. `others` are sessions that a row of before names. */
export const readCheckouts = async ({ db }: Pick<Deps, 'db'>, hoa_id: string, account_id: string) => {
  const [rows, others, counts] = await queryBatch(db, [
    {
      sql: `SELECT * FROM checkouts WHERE hoa_id = ? AND account_id = ? AND (status = 'open' OR session_id IN
        (SELECT checkout_session_id FROM payments WHERE hoa_id = ? AND account_id = ? AND status = 'pending'))`,
      args: [hoa_id, account_id, hoa_id, account_id],
    },
    {
      sql: `SELECT checkout_session_id AS session_id, id AS invoice_id FROM invoices
          WHERE hoa_id = ?1 AND account_id = ?2 AND checkout_session_id IS NOT NULL
        UNION SELECT checkout_session_id, NULL FROM accounts WHERE hoa_id = ?1 AND id = ?2 AND checkout_session_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM checkouts c WHERE c.session_id = accounts.checkout_session_id AND c.status = 'open')`,
      args: [hoa_id, account_id],
    },
    { sql: 'SELECT count(*) AS times FROM checkouts WHERE hoa_id = ? AND account_id = ?', args: [hoa_id, account_id] },
  ]);
  const known = (rows ?? []).map((row) => decode(row) as Checkout);
  return {
    open: known.filter(({ status }) => status === 'open'),
    pinned: new Map(
      known.flatMap(({ session_id, pins, status }) => (status === 'open' ? [] : [[session_id, pins ?? []]])),
    ),
    others: (others ?? []) as unknown as { session_id: string; invoice_id: string | null }[],
    times: Number(counts?.[0]?.times),
  };
};

export const findCheckout = ({ db }: Pick<Deps, 'db'>, hoa_id: string, id: string): Promise<Checkout | undefined> =>
  queryOne(db, 'SELECT * FROM checkouts WHERE hoa_id = ? AND id = ?', [hoa_id, id], { table: checkouts });

/** Two requests may have asked for the same session at once. */
export const insertCheckout = (row: Omit<Checkout, 'rev' | 'status' | 'closed_at'>): InStatement => ({
  sql: `INSERT INTO checkouts (id, hoa_id, session_id, account_id, opened_by, amount_cents, fee_cents, method, invoice_id, pins, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (session_id) DO NOTHING`,
  args: [
    row.id,
    row.hoa_id,
    row.session_id,
    row.account_id,
    row.opened_by,
    row.amount_cents,
    row.fee_cents,
    row.method,
    row.invoice_id,
    row.pins && JSON.stringify(row.pins),
    row.created_at,
  ],
});

/** A session that was completed does not expire. */
export const endCheckout = (session_id: string, status: 'complete' | 'expired', at: string): InStatement => ({
  sql: `UPDATE checkouts SET status = ?, closed_at = coalesce(closed_at, ?), rev = rev + 1
    WHERE session_id = ? AND status <> ? AND status <> 'complete'`,
  args: [status, at, session_id, status],
});
