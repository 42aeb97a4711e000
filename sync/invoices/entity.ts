import type { InvoiceStatus } from '../../schema/invoices.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import type { Descriptors } from '../entity.ts';
import { defineList, type Tally } from '../list.ts';
import { can } from '../roles.ts';
import { type Actor, Refusal } from '../tx.ts';
import type { Where } from '../where.ts';

export const INVOICE_NOT_FOUND = 'Invoice not found.';

export const canManage = (actor: Pick<Actor, 'role'>) => can(actor.role, 'invoices.manage');
type Payer = Pick<Actor, 'id' | 'role' | 'account_ids'>;
export const canPay = (actor: Payer, invoice: Pick<Invoice, 'recipient_id' | 'account_id' | 'status'>) =>
  isPayer(actor, invoice) && invoice.status === 'pending';
/** All holders of an account pay its invoices, whomever they are addressed to. A resident's device has no others. */
export const isPayer = (
  { id, role, account_ids }: Payer,
  { recipient_id, account_id }: Pick<Invoice, 'recipient_id' | 'account_id'>,
): boolean =>
  can(role, 'invoices.pay') &&
  (account_id === null ? recipient_id === id : (account_ids?.includes(account_id) ?? true));

/** A pending invoice is overdue once its due day has ended. `today` is the HOA's calendar date. */
export const statusOf = ({ status, due_date }: Pick<Invoice, 'status' | 'due_date'>, today: string): InvoiceStatus =>
  status === 'pending' && due_date < today ? 'overdue' : status;

type Payable = Pick<Invoice, 'status' | 'amount_cents'> & Partial<Pick<Invoice, 'paid_cents'>>;

/** Cents that are left to pay of an invoice. */
export const remainingOf = ({ status, amount_cents, paid_cents = 0 }: Payable): number =>
  status === 'pending' ? amount_cents - paid_cents : 0;

export const isPartlyPaid = ({ status, paid_cents = 0 }: Pick<Payable, 'status' | 'paid_cents'>): boolean =>
  status === 'pending' && paid_cents > 0;

export const outstanding = (invoices: readonly Payable[]): number =>
  invoices.reduce((sum, invoice) => sum + remainingOf(invoice), 0);

/** The unpaid before all others, the longest overdue first, then the next due. The others keep their order. */
export const unpaidFirst = <I extends Pick<Invoice, 'id' | 'status' | 'due_date'>>(invoices: readonly I[]): I[] => {
  const unpaid = invoices.filter(({ status }) => status === 'pending');
  const key = ({ due_date, id }: I) => `${due_date} ${id}`;
  return [
    ...unpaid.sort((a, b) => (key(a) < key(b) ? -1 : 1)),
    ...invoices.filter(({ status }) => status !== 'pending'),
  ];
};

const noFigures = { open: 0, outstanding_cents: 0, overdue: 0, overdue_cents: 0, paid: 0, collected_cents: 0 };

/** `open` and `overdue` count unpaid invoices, and sum what is left to pay of them; `today` is the HOA's calendar date. */
export const figuresOn = (today: string): Tally<Payable & Pick<Invoice, 'due_date'>, typeof noFigures> => ({
  zero: () => ({ ...noFigures }),
  add: (totals, invoice, times) => {
    const cents = times * remainingOf(invoice);
    if (invoice.status === 'paid') {
      totals.paid += times;
      totals.collected_cents += times * invoice.amount_cents;
    }
    if (invoice.status !== 'pending') return;
    totals.open += times;
    totals.outstanding_cents += cents;
    if (statusOf(invoice, today) !== 'overdue') return;
    totals.overdue += times;
    totals.overdue_cents += cents;
  },
});

export type InvoiceQuery = {
  search?: string;
  /** Searches the titles alone. */
  isOwnText?: boolean;
  status?: readonly string[];
  sortBy?: 'due_date' | 'sent' | 'amount_cents' | 'title' | 'paid_at';
  sortOrder?: 'asc' | 'desc';
  today: string;
};
type Listed = Pick<
  Invoice,
  'id' | 'title' | 'status' | 'recipient_id' | 'due_date' | 'sent' | 'amount_cents' | 'paid_at'
>;

export const list = defineList<Listed, InvoiceQuery>({
  searchText: ({ title }) => title,
  linked: { recipient_id: 'user' },
  filters: ({ status = [], today }) => (status.length === 0 ? {} : readingAs(status, today)),
  order: ({ sortBy = 'due_date', sortOrder = 'desc' }) => {
    const descending = sortOrder === 'desc';
    return [
      { column: sortBy, descending },
      { column: 'id', descending },
    ];
  },
});

/** Checkout ids never reach a client. Who has left the account of an invoice sees it no longer. */
export const entities = {
  invoice: {
    audiences: [
      { audience: 'board' },
      { namedIn: 'recipient_id', when: { account_id: null } },
      { heldIn: 'account_id' },
    ],
    view: (invoice) => ({ ...invoice, checkout_session_id: null }),
    list,
  },
} satisfies Descriptors;

const readingAs = (status: readonly string[], today: string): Where<Listed>[] => [
  ...(status.includes('overdue') ? [{ status: 'pending', due_date: { lt: today } }] : []),
  ...(status.includes('pending') ? [{ status: 'pending', due_date: { gte: today } }] : []),
  { status: status.filter((one) => one !== 'overdue' && one !== 'pending') },
];

export const isClearing = (payments: readonly Payment[]) =>
  payments.some(({ kind, status }) => kind === 'charge' && status === 'pending');

export const CLEARING = 'A bank transfer for this invoice is still on its way.';

/** Throws Refusal('conflict') if the invoice is settled or a pending bank transfer may settle it. */
export const assertUnsettled = ({ status }: Pick<Invoice, 'status'>, payments: readonly Payment[]): void => {
  if (status !== 'pending') throw new Refusal('conflict', `This invoice is already ${status}.`);
  if (isClearing(payments)) throw new Refusal('conflict', CLEARING);
};
