import type * as z from 'zod/mini';
import { laterOf } from '../../schema/dates.ts';
import { invoiceStatus } from '../../schema/invoice-inputs.ts';
import type { Unsaved } from '../../schema/rows.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import { assertNotOwn, todayIn } from '../accounts/entity.ts';
import { accountOfInvoice } from '../ledger/billing.ts';
import { type AccountBooks, historyOf, readBooks } from '../ledger/books.ts';
import { chargeIdOf, draftEntry, type NewEntry, paymentEntry } from '../ledger/entries.ts';
import { post } from '../ledger/post.ts';
import { assertReversible } from '../ledger/postings.ts';
import { newPayment } from '../payments/new-payment.ts';
import { isDirectedOn } from '../policies/rules.ts';
import { authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { assertUnsettled, canManage, INVOICE_NOT_FOUND } from './entity.ts';

const setInvoiceStatus = mutator(invoiceStatus, async (tx, args) => changeInvoiceStatus(tx, args));

/** `reason` is what the account says of a cancellation. Throws Refusal. */
export const changeInvoiceStatus = async (
  tx: Tx,
  { id, status }: z.output<typeof invoiceStatus>,
  reason?: string,
): Promise<void> => {
  const [payments] = await Promise.all([
    tx.list('payment', 'invoice_id', id),
    tx.get('payment', outsideIdOf(id)),
    tx.list('failedJob', 'subject_id', id),
    tx.get('invoice', id),
  ]);
  const invoice = await findInvoice(tx, id);
  authorize(canManage(tx.actor));
  assertUnsettled(invoice, payments);
  const { account, books } = await accountAndBooks(tx, invoice);
  if (status === 'canceled') return cancel(tx, { account, books }, invoice, reason);
  const paid = outsidePayment(tx, { ...invoice, account_id: account.id });
  const today = await todayIn(tx);
  const entry = paymentEntry(paid, today, [invoice], tx.actor);
  const directed = isDirectedOn(books.policies, today);
  if (!directed) assertCovers(tx, account.id, books, invoice, entry);
  await tx.put('payment', paid);
  await post(tx, account, [directed ? entry : { ...entry, pins: null }], books);
};

type Billed = { account: Unsaved<Account>; books: AccountBooks };

const accountAndBooks = async (tx: Tx, invoice: Invoice): Promise<Billed> => {
  const ids = [`${invoice.id}-canceled`, outsideIdOf(invoice.id)];
  const books = invoice.account_id ? await readBooks(tx, invoice.account_id, ids) : undefined;
  const account = await accountOfInvoice(tx, invoice);
  return { account, books: books ?? (await readBooks(tx, account.id)) };
};

/** Its charge is reversed, under the rules of any reversal. Throws Refusal. */
const cancel = async (tx: Tx, { account, books }: Billed, invoice: Invoice, reason: string | undefined) => {
  await assertNotOwn(tx, account);
  const charge = books.entries.find(({ id }) => id === chargeIdOf(account.id, invoice));
  if (charge) assertReversible(tx, charge, books.entries);
  await post(tx, account, [await cancellationOf(tx, account.id, invoice, reason)], books);
};

/** Where payments are applied in a fixed order, an earlier charge may come first. Throws Refusal('conflict'). */
const assertCovers = (tx: Tx, account_id: string, books: AccountBooks, invoice: Invoice, entry: NewEntry): void => {
  const draft = draftEntry(account_id, { ...entry, pins: null }, tx.now);
  const { debits } = historyOf({ ...books, entries: [...books.entries, draft] }).foldOn();
  if (debits.get(chargeIdOf(account_id, invoice))?.open_cents !== 0)
    throw new Refusal(
      'conflict',
      'Your association applies payments in a fixed order, and other charges are paid first. Record the payment on the account.',
    );
};

/** Reverses the charge of an invoice as of today, never as of a day before it. */
export const cancellationOf = async (
  tx: Tx,
  account_id: string,
  invoice: Invoice,
  reason = 'Canceled by the board',
): Promise<NewEntry> => ({
  id: `${invoice.id}-canceled`,
  kind: 'reversal',
  amount_cents: -invoice.amount_cents,
  effective_on: laterOf(await todayIn(tx), invoice.period),
  source_id: chargeIdOf(account_id, invoice),
  reason,
  made_by: tx.actor.id,
  made_by_name: tx.actor.name,
});

export const mutators = { setInvoiceStatus };

const findInvoice = (tx: Tx, id: string) => find(tx, 'invoice', id, INVOICE_NOT_FOUND);

/** An invoice has at most one outside payment, so its id is derived from the invoice's. */
const outsideIdOf = (invoice_id: string) => `outside-${invoice_id}`.slice(0, 64);

const outsidePayment = (tx: Tx, invoice: Invoice): Unsaved<Payment> =>
  newPayment(tx, {
    id: outsideIdOf(invoice.id),
    invoice_id: invoice.id,
    user_id: invoice.recipient_id,
    account_id: invoice.account_id,
    kind: 'outside',
    amount_cents: invoice.amount_cents - invoice.paid_cents,
    status: 'succeeded',
    method: 'other',
    recorded_by: tx.actor.id,
  });
