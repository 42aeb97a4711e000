import type * as z from 'zod/mini';
import { saleInput } from '../../schema/accounts.ts';
import { addDays } from '../../schema/dates.ts';
import type { Unsaved } from '../../schema/rows.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import { notifyInvoices } from '../dues/invoicing.ts';
import { ruleOf } from '../dues/recipients.ts';
import { INVOICE_NOT_FOUND } from '../invoices/entity.ts';
import { cancellationOf } from '../invoices/mutators.ts';
import { readBooks } from '../ledger/books.ts';
import { chargeOf, entryIdOf, type NewEntry } from '../ledger/entries.ts';
import { post } from '../ledger/post.ts';
import { assertReversible } from '../ledger/postings.ts';
import { authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { dayInWords } from '../words.ts';
import { assertNotOwn, assertOpen, canRecord, findAccount, openAccountOf, todayIn } from './entity.ts';
import { openAccountOfHolders } from './holders.ts';

type Sale = z.output<typeof saleInput>;

/** The invoices of periods that the buyer owes, of which the board decides one by one. Canceled ones are settled. */
export const issuedSince = <I extends Pick<Invoice, 'account_id' | 'period' | 'status'>>(
  invoices: readonly I[],
  account_id: string,
  on: string,
): I[] => invoices.filter((one) => one.account_id === account_id && one.period >= on && one.status !== 'canceled');

const transferOwnership = mutator(saleInput, async (tx, sale) => {
  const seller = await findAccount(tx, sale.account_id);
  authorize(canRecord(tx.actor));
  assertOpen(seller);
  await readAhead(tx, seller, sale);
  await assertSaleDay(tx, seller, sale.on);
  const invoices = await findIssued(tx, seller, sale);
  await assertNotOwn(tx, { holder_ids: [...seller.holder_ids, ...sale.buyer_ids] });
  await swapInDues(tx, seller, sale.buyer_ids[0]!);
  await reverseIssued(tx, seller, invoices, sale.on);
  await handOver(tx, seller.id, sale);
  const carried = await carryOver(tx, seller.id, sale);
  await chargeBuyer(tx, sale, invoices, carried);
});

/** In two round trips what the steps of a sale ask for one by one. */
const readAhead = async (tx: Tx, { id: seller_id, holder_ids }: Account, sale: Sale): Promise<void> => {
  const { hoa_id } = tx.actor;
  const posts = sale.carry !== 'none' || sale.issued.length > 0;
  const [users] = await Promise.all([
    Promise.all([...holder_ids, ...sale.buyer_ids].map((id) => tx.get('user', id))),
    tx.get('hoa', hoa_id),
    tx.get('account', sale.id),
    tx.get('user', sale.id.slice('a-'.length)),
    tx.list('due', 'hoa_id', hoa_id),
    ...(posts ? [seller_id, sale.id].map((id) => tx.list('entry', 'account_id', id)) : []),
    ...(posts ? [seller_id, sale.id].map((id) => tx.list('plan', 'account_id', id)) : []),
    ...(posts ? [seller_id, sale.id].map((id) => tx.get('entry', entryIdOf(id, transferIdOf(sale)))) : []),
    posts && tx.list('policy', 'hoa_id', hoa_id),
    sale.issued.length > 0 && tx.list('invoice', 'recipient_id', sale.buyer_ids[0]!),
  ]);
  await Promise.all(users.flatMap((user) => user?.account_ids ?? []).map((id) => tx.get('account', id)));
};

const assertSaleDay = async (tx: Tx, { opened_on }: Account, on: string): Promise<void> => {
  const refuse = (msg: string) => {
    throw new Refusal('invalid', msg, [{ path: 'on', msg }]);
  };
  if (on < opened_on) refuse(`The sale cannot be before ${dayInWords(opened_on)}.`);
  // Clocks may be a day apart.
  if (on > addDays(await todayIn(tx), 1)) refuse('The date cannot be in the future.');
};

const findIssued = async (tx: Tx, seller: Account, { issued, on, buyer_ids }: Sale): Promise<Invoice[]> => {
  if (issued.length === 0) return [];
  const [found, ofBuyer] = await Promise.all([
    Promise.all(issued.map(({ invoice_id }) => find(tx, 'invoice', invoice_id, INVOICE_NOT_FOUND))),
    tx.list('invoice', 'recipient_id', buyer_ids[0]!),
  ]);
  const known = await Promise.all(ofBuyer.map(({ account_id }) => account_id && tx.get('account', account_id)));
  const otherHomes = known.map(
    (account) => account && account.status === 'open' && account.address_id !== seller.address_id,
  );
  const ofHome = ofBuyer.filter((_, at) => !otherHomes[at]);
  return found.map((invoice) => {
    const [one] = issuedSince([invoice], seller.id, on);
    if (!one) throw new Refusal('conflict', 'This invoice cannot be issued to the new owner.');
    const isTwice = ofHome.some(({ due_id, period }) => due_id === one.due_id && period === one.period);
    if (isTwice)
      throw new Refusal('conflict', `The new owner already has an invoice for “${one.title}” for this period.`);
    return one;
  });
};

/** The buyer takes the seller's place in the dues that bill the account. A seller who is billed on another account stays. A rule
 * finds the buyer by the new account. */
const swapInDues = async (tx: Tx, seller: Account, buyer_id: string): Promise<void> => {
  const [dues, holders] = await Promise.all([
    tx.list('due', 'hoa_id', tx.actor.hoa_id),
    Promise.all(seller.holder_ids.map((id) => tx.get('user', id))),
  ]);
  const billed = await Promise.all(holders.map((user) => user && openAccountOf(tx, user)));
  const sellers = seller.holder_ids.filter((_, at) => billed[at]?.id === seller.id);
  for (const due of dues) {
    if (due.status !== 'active' || ruleOf(due) !== 'listed' || !due.recipients.some((id) => sellers.includes(id)))
      continue;
    const recipients = [...new Set(due.recipients.map((id) => (sellers.includes(id) ? buyer_id : id)))];
    await tx.put('due', { ...due, recipients });
  }
};

const reverseIssued = async (tx: Tx, seller: Account, invoices: readonly Invoice[], on: string): Promise<void> => {
  if (invoices.length === 0) return;
  const books = await readBooks(tx, seller.id);
  const { entries } = books;
  const issued = invoices.map(({ id }) => id);
  const charges = entries.filter(({ kind, invoice_id }) => kind === 'charge' && issued.includes(invoice_id ?? ''));
  for (const charge of charges) assertReversible(tx, charge, entries);
  const reason = `The home was sold on ${dayInWords(on)}`;
  const canceled = await Promise.all(invoices.map((invoice) => cancellationOf(tx, seller.id, invoice, reason)));
  await post(tx, seller, canceled, books);
};

/** Closes the seller's account first, because somebody may hold both. */
const handOver = async (tx: Tx, seller_id: string, { id, on, buyer_ids }: Sale): Promise<void> => {
  const seller = await findAccount(tx, seller_id);
  await tx.put('account', { ...seller, status: 'closed', closed_on: on });
  const { address_id } = seller;
  await openAccountOfHolders(tx, id, { address_id, holder_ids: buyer_ids, opened_on: on, follows: seller_id });
};

/** Takes what the buyer takes over from the seller's account; returns it in cents, negative for credit. */
const carryOver = async (tx: Tx, seller_id: string, sale: Sale): Promise<number> => {
  const seller = await findAccount(tx, seller_id);
  const carried = { none: 0, balance: seller.balance_cents, credit_only: -seller.credit_cents }[sale.carry];
  if (carried !== 0) await post(tx, seller, [transferOf(tx, sale, -carried, sale.id)]);
  return carried;
};

const chargeBuyer = async (tx: Tx, sale: Sale, invoices: readonly Invoice[], carried: number): Promise<void> => {
  const [recipient_id] = sale.buyer_ids as [string];
  const idOf = new Map(sale.issued.map(({ invoice_id, as }) => [invoice_id, as]));
  const charges: NewEntry[] = [];
  const issued: Unsaved<Invoice>[] = [];
  for (const { id, ...invoice } of invoices) {
    const due = await tx.get('due', invoice.due_id);
    const next = { ...invoice, ...NEW_INVOICE, id: idOf.get(id)!, recipient_id, account_id: sale.id, sent: tx.now };
    await tx.put('invoice', next);
    issued.push(next);
    if (due) charges.push(chargeOf(next, due));
  }
  if (carried !== 0) charges.push(transferOf(tx, sale, carried, sale.account_id));
  if (charges.length > 0) await post(tx, await findAccount(tx, sale.id), charges);
  notifyInvoices(tx, issued);
};

const NEW_INVOICE = {
  status: 'pending',
  paid_cents: 0,
  paid_at: null,
  canceled_at: null,
  checkout_session_id: null,
} as const;

const transferIdOf = ({ id }: Pick<Sale, 'id'>): string => `${id.slice('a-'.length)}-sale`;

const transferOf = (tx: Tx, { id, on }: Sale, amount_cents: number, other_account_id: string): NewEntry => ({
  id: transferIdOf({ id }),
  kind: 'transfer',
  amount_cents,
  effective_on: on,
  due_on: amount_cents > 0 ? on : null,
  rule: { other_account_id, sale: id },
  memo: `Sale of ${dayInWords(on)}`,
  batch_id: id,
  made_by: tx.actor.id,
  made_by_name: tx.actor.name,
});

export const mutators = { transferOwnership };
