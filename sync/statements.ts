import type { Invoice, Payment } from '../schema/tables/invoices.ts';

/** What moved the balance of one person, whichever rows it comes from. `cents` is positive for what they owe more. */
export type AccountEntry = {
  id: string;
  /** An instant. */
  at: string;
  kind: 'charge' | 'cancellation' | 'payment' | 'refund' | 'credit' | 'adjustment';
  cents: number;
  /** The invoice it is about. */
  title: string;
  /** Of a charge. */
  due_date?: string;
  /** Of a payment. */
  method?: Payment['method'];
};

/** Calendar dates of the HOA, both included; null for no limit. */
export type Period = { from: string | null; to: string | null };

export type StatementLine = AccountEntry & { day: string; balance_cents: number };
export type Statement = {
  opening_cents: number;
  lines: StatementLine[];
  charged_cents: number;
  paid_cents: number;
  closing_cents: number;
};

/** The account of one person over a period, oldest first. `dayOf` gives the HOA's calendar date of an instant. */
export const statementOf = (
  entries: readonly AccountEntry[],
  { from, to }: Period,
  dayOf: (at: string) => string,
): Statement => {
  const dated = entries.map((entry) => ({ ...entry, day: dayOf(entry.at) })).sort(byTime);
  const opening_cents = sumOf(dated.filter(({ day }) => from !== null && day < from));
  let balance_cents = opening_cents;
  const lines = dated
    .filter(({ day }) => (from === null || day >= from) && (to === null || day <= to))
    .map((entry) => {
      balance_cents += entry.cents;
      return { ...entry, balance_cents };
    });
  return {
    opening_cents,
    lines,
    charged_cents: sumOf(lines.filter(({ cents }) => cents > 0)),
    paid_cents: -sumOf(lines.filter(({ cents }) => cents < 0)),
    closing_cents: balance_cents,
  };
};

const sumOf = (entries: readonly AccountEntry[]) => entries.reduce((sum, { cents }) => sum + cents, 0);

const RANK: Record<AccountEntry['kind'], number> = {
  charge: 0,
  payment: 1,
  credit: 1,
  cancellation: 1,
  refund: 2,
  adjustment: 3,
};
const byTime = (a: AccountEntry, b: AccountEntry) => {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return RANK[a.kind] - RANK[b.kind] || (a.id < b.id ? -1 : 1);
};

/** The entries of one person's invoices and payments. An unpaid invoice is owed in full and every other not at all: where
 * the money that moved says otherwise (after a refund or a dispute), an adjustment follows it. */
export const entriesOf = (invoices: readonly Invoice[], payments: readonly Payment[]): AccountEntry[] => {
  const titles = new Map(invoices.map(({ id, title }) => [id, title]));
  const moved = payments
    .filter(({ status }) => status === 'succeeded')
    .map((payment) => [payment.invoice_id, paymentEntry(payment, titles)] as const);
  const byInvoice = Map.groupBy(moved, ([invoice_id]) => invoice_id);
  return [
    ...invoices.flatMap((invoice) =>
      invoiceEntries(
        invoice,
        (byInvoice.get(invoice.id) ?? []).map(([, entry]) => entry),
      ),
    ),
    ...moved.flatMap(([invoice_id, entry]) => (invoice_id !== null && titles.has(invoice_id) ? [] : [entry])),
  ];
};

const paymentEntry = (payment: Payment, titles: ReadonlyMap<string, string>): AccountEntry => ({
  id: payment.id,
  at: payment.settled_at ?? payment.created_at,
  kind: payment.kind === 'charge' || payment.kind === 'outside' ? 'payment' : payment.kind,
  cents: -payment.amount_cents,
  title: titles.get(payment.invoice_id ?? '') ?? '',
  method: payment.method,
});

const invoiceEntries = (invoice: Invoice, moved: readonly AccountEntry[]): AccountEntry[] => {
  const { id, title, sent, due_date, amount_cents, canceled_at, status } = invoice;
  const entries: AccountEntry[] = [{ id, at: sent, kind: 'charge', cents: amount_cents, title, due_date }, ...moved];
  if (canceled_at)
    entries.push({ id: `${id}/canceled`, at: canceled_at, kind: 'cancellation', cents: -amount_cents, title });
  const rest = (status === 'pending' ? amount_cents : 0) - sumOf(entries);
  if (rest === 0) return entries;
  const at = entries
    .map((entry) => entry.at)
    .sort()
    .at(-1)!;
  return [...entries, { id: `${id}/adjustment`, at, kind: 'adjustment', cents: rest, title }];
};
