import { type Check, idRanges, type Row, read, STAYS, type Subject } from './check.ts';

type MoneyRule = { table: 'invoices' | 'payments' | 'accounts' | 'checkouts'; sql: string; say(row: Row): string };

/** Checks payments, and the sums of invoices that belong to no account yet: those of an account are checked with its
 * entries. A charge with a note came in besides and settles nothing. */
export const checkMoney: Check = async (subject) => {
  const problems: string[] = [];
  for (const rule of RULES) problems.push(...(await applyRule(subject, rule)));
  return problems;
};

const applyRule = async ({ db }: Subject, { table, sql, say }: MoneyRule): Promise<string[]> => {
  const problems: string[] = [];
  for (const { after, upTo } of await idRanges(db, table)) {
    const rows = await read(db, { sql, args: [after, upTo] });
    problems.push(...rows.map(say));
  }
  return problems;
};

const RANGE = `t.id > ? AND t.id <= ? AND ${STAYS}`;
const OF_INVOICE = 'FROM payments p WHERE p.hoa_id = t.hoa_id AND p.invoice_id = t.id';
// A dispute that has taken back less than its invoice leaves the invoice paid.
const WITHDRAWN = `EXISTS (SELECT 1 FROM disputes d WHERE d.hoa_id = p.hoa_id AND d.payment_id = p.id AND d.withdrawn_cents >= t.amount_cents)`;
const SETTLES = `p.status = 'succeeded' AND NOT (p.kind = 'charge' AND (p.note IS NOT NULL OR ${WITHDRAWN}))`;
const PAID = `coalesce((SELECT sum(p.amount_cents) ${OF_INVOICE} AND p.kind <> 'refund' AND ${SETTLES}), 0)`;
const REFUNDED = `coalesce((SELECT -sum(r.amount_cents) FROM payments r JOIN payments p ON p.id = r.refund_of
  WHERE p.hoa_id = t.hoa_id AND p.invoice_id = t.id AND r.kind = 'refund' AND r.status = 'succeeded' AND ${SETTLES}), 0)`;
const REFUNDS = `coalesce((SELECT -sum(r.amount_cents) FROM payments r WHERE r.hoa_id = t.hoa_id AND r.invoice_id IS t.invoice_id
  AND r.refund_of = t.id AND r.status IN ('pending', 'succeeded')), 0)`;

/** An older release has made it meanwhile, where the HOA's ledger is open. */
const withoutAccount = (table: 'invoices' | 'payments', name: string): MoneyRule => ({
  table,
  sql: `SELECT t.id FROM ${table} t JOIN hoas h ON h.id = t.hoa_id
    WHERE ${RANGE} AND t.account_id IS NULL AND h.ledger_opened_at IS NOT NULL`,
  say: ({ id }) => `${name} ${id} belongs to no account: an older release made it, and the nightly work takes it over.`,
});

const RULES: MoneyRule[] = [
  withoutAccount('invoices', 'Invoice'),
  withoutAccount('payments', 'Payment'),
  {
    table: 'invoices',
    sql: `SELECT t.*, ${PAID} AS paid FROM invoices t WHERE ${RANGE} AND t.account_id IS NULL
      AND t.status = 'paid' AND ${PAID} <> t.amount_cents`,
    say: ({ id, amount_cents, paid }) =>
      `Invoice ${id} is paid and asks ${money(amount_cents)}, but its payments come to ${money(paid)}.`,
  },
  {
    table: 'invoices',
    sql: `SELECT t.*, ${PAID} - ${REFUNDED} AS kept FROM invoices t
      WHERE ${RANGE} AND t.account_id IS NULL AND t.status <> 'paid' AND ${PAID} <> ${REFUNDED}`,
    say: ({ id, status, kept }) => `Invoice ${id} is ${status}, but ${money(kept)} of its payments is kept.`,
  },
  {
    table: 'invoices',
    sql: `SELECT t.id, t.status, t.checkout_session_id AS session FROM invoices t
      WHERE ${RANGE} AND t.status <> 'pending' AND t.checkout_session_id IS NOT NULL`,
    say: ({ id, status, session }) => `Invoice ${id} is ${status}, but its checkout session ${session} is open.`,
  },
  {
    table: 'accounts',
    sql: `SELECT t.id, t.checkout_session_id AS session FROM accounts t
      WHERE ${RANGE} AND t.checkout_session_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM checkouts c
        WHERE c.session_id = t.checkout_session_id AND c.account_id = t.id AND c.status = 'open')`,
    say: ({ id, session }) => `Account ${id} is being paid by the checkout session ${session}, which is not open.`,
  },
  {
    table: 'checkouts',
    sql: `SELECT t.id, t.account_id FROM checkouts t JOIN accounts a ON a.hoa_id = t.hoa_id AND a.id = t.account_id
      JOIN payments p ON p.hoa_id = t.hoa_id AND p.checkout_session_id = t.session_id AND p.kind = 'charge'
      WHERE ${RANGE} AND (p.account_id <> t.account_id OR t.status = 'open')`,
    say: ({ id, account_id }) =>
      `Checkout ${id} of account ${account_id} is paid, but it is open or its payment is another's.`,
  },
  {
    table: 'payments',
    sql: `SELECT t.id, t.amount_cents, ${REFUNDS} AS refunds FROM payments t
      WHERE ${RANGE} AND t.kind <> 'refund' AND ${REFUNDS} > t.amount_cents + t.online_fee_cents`,
    say: ({ id, amount_cents, refunds }) =>
      `Payment ${id} is of ${money(amount_cents)}, but ${money(refunds)} of it is refunded.`,
  },
  {
    table: 'payments',
    sql: `SELECT t.id, t.amount_cents, -e.amount_cents AS posted FROM payments t
      LEFT JOIN entries e ON e.hoa_id = t.hoa_id AND e.id = t.account_id || '.' || t.id
      WHERE ${RANGE} AND t.status = 'succeeded' AND t.account_id IS NOT NULL
        AND (e.amount_cents <> -t.amount_cents OR e.id IS NULL AND t.note IS NULL AND t.kind <> 'refund')`,
    say: ({ id, amount_cents, posted }) =>
      `Payment ${id} is of ${money(amount_cents)}, but its entry is ${posted === null ? 'missing' : `of ${money(posted)}`}.`,
  },
  {
    table: 'payments',
    sql: `SELECT t.id FROM payments t LEFT JOIN payments p ON p.id = t.refund_of AND p.kind <> 'refund' AND p.status = 'succeeded'
      WHERE ${RANGE} AND t.kind = 'refund' AND p.id IS NULL`,
    say: ({ id }) => `Refund ${id} names no payment that succeeded.`,
  },
  {
    table: 'payments',
    sql: `SELECT t.id, t.invoice_id, t.user_id, i.recipient_id FROM payments t JOIN invoices i ON i.id = t.invoice_id
      WHERE ${RANGE} AND NOT coalesce(t.account_id = i.account_id, t.user_id = i.recipient_id)`,
    say: ({ id, invoice_id, user_id, recipient_id }) =>
      `Payment ${id} is of user ${user_id}, but its invoice ${invoice_id} is of ${recipient_id}.`,
  },
  {
    table: 'payments',
    sql: `SELECT t.id, t.status, t.settled_at FROM payments t
      WHERE ${RANGE} AND (t.status = 'pending') <> (t.settled_at IS NULL)`,
    say: ({ id, status, settled_at }) => `Payment ${id} is ${status}, and was settled ${settled_at ?? 'never'}.`,
  },
];

const money = (cents: unknown) => `$${(Number(cents) / 100).toFixed(2)}`;
