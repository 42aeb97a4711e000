import type * as z from 'zod/mini';
import { centsOf } from '../../schema/dues.ts';
import { ENTRY_NOT_FOUND } from '../../schema/ledger.ts';
import { chargeInput, creditInput, reversalInput, waiverInput } from '../../schema/postings.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { assertNotOwn, assertOpen, canRecord, findAccount } from '../accounts/entity.ts';
import { type Actor, assertSame, authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { dayInWords, moneyInWords } from '../words.ts';
import { type AccountBooks, historyOf, readBooks } from './books.ts';
import { assertDueAhead, assertPast, dayOfFollowing, dayOfWriting } from './dates.ts';
import { entryIdOf } from './entries.ts';
import { canBeWaived, followUpsOf, isDebit, reversalOf, whyNotReversed } from './entry-status.ts';
import { post } from './post.ts';

export { ENTRY_NOT_FOUND };

export const madeBy = ({ id, name }: Pick<Actor, 'id' | 'name'>) => ({ made_by: id, made_by_name: name });

/** An account that the caller may post to, with its books; `ids` are those of the entries to come. Permission comes first, also
 * for accounts that the caller no longer sees. Throws Refusal('not_found' | 'forbidden'). */
export const accountToPost = async (tx: Tx, id: string, ids: readonly string[]) => {
  authorize(canRecord(tx.actor));
  const books = await readBooks(tx, id, ids);
  return { account: await findAccount(tx, id), books };
};

/** An entry, with its account and the books of that; `ids` as above. Throws Refusal('not_found' | 'forbidden'). */
export const entryToFollow = async (tx: Tx, entry_id: string, ids: readonly string[]) => {
  authorize(canRecord(tx.actor));
  const [account_id = '', id = ''] = entry_id.split('.');
  // The id of a payment's entry is that of the payment.
  const [books] = await Promise.all([readBooks(tx, account_id, ids), tx.get('entry', entry_id), tx.get('payment', id)]);
  const source = await find(tx, 'entry', entry_id, ENTRY_NOT_FOUND);
  return { source, account: await findAccount(tx, source.account_id), books };
};

/** True if the same was posted under this id before. Throws Refusal('conflict') where something else was. */
export const isRepeated = (entries: readonly Entry[], id: string, given: Given) => {
  const known = entries.find((entry) => entry.id === id);
  if (known) assertSame(known, given);
  return known !== undefined;
};
type Given = {
  [Field in 'kind' | 'source_id' | 'reason' | 'amount_cents' | 'effective_on']?: Entry[Field] | undefined;
};

const chargeAccount = mutator(chargeInput, async (tx, { amount, written_at, account_id, ...args }) => {
  const { account, books } = await accountToPost(tx, account_id, [args.id]);
  assertOpen(account);
  const today = await dayOfWriting(tx, written_at);
  const effective_on = args.effective_on ?? today;
  await assertPast(tx, 'effective_on', effective_on);
  assertDueAhead(today, args.due_on);
  const fund = args.fund ?? null;
  const cents = { amount_cents: centsOf(amount), effective_on, fund };
  await post(tx, account, [{ ...args, ...cents, kind: 'charge', ...madeBy(tx.actor) }], books);
});

const creditAccount = mutator(creditInput, async (tx, { amount, written_at, account_id, ...args }) => {
  const { account, books } = await accountToPost(tx, account_id, [args.id]);
  await assertNotOwn(tx, account);
  assertOpen(account);
  const effective_on = args.effective_on ?? (await dayOfWriting(tx, written_at));
  await assertPast(tx, 'effective_on', effective_on);
  const amount_cents = -centsOf(amount);
  await post(tx, account, [{ ...args, amount_cents, effective_on, kind: 'credit', ...madeBy(tx.actor) }], books);
});

const reverseEntry = mutator(reversalInput, async (tx, { id, entry_id, reason, ...args }) => {
  const { source, account, books } = await entryToFollow(tx, entry_id, [id]);
  const other = source.kind === 'transfer' ? await entryToFollow(tx, otherHalfOf(source), [id]) : undefined;
  await assertNotOwn(tx, { holder_ids: [...account.holder_ids, ...(other?.account.holder_ids ?? [])] });
  const again = { kind: 'reversal', source_id: source.id, reason, effective_on: args.effective_on } as const;
  if (isRepeated(books.entries, entryIdOf(account.id, id), again)) return;
  await assertNotOnline(tx, source);
  assertReversible(tx, source, books.entries);
  if (other) assertReversible(tx, other.source, other.books.entries);
  const effective_on = await dayOfFollowing(tx, args, source.effective_on);
  const given = { id, effective_on, reason, ...madeBy(tx.actor) };
  await reverse(tx, { source, account, books }, given);
  if (other) await reverse(tx, other, given);
});

/** Throws Refusal('conflict'). */
const assertNotOnline = async (tx: Tx, source: Entry): Promise<void> => {
  const whyNot = whyNotReversed(source, source.payment_id ? await tx.get('payment', source.payment_id) : undefined);
  if (whyNot) throw new Refusal('conflict', whyNot);
};

/** The id of the entry by which a transfer reached, or left, the other account: both halves have the same id there. */
const otherHalfOf = ({ id, account_id, rule }: Entry): string =>
  entryIdOf(String(rule?.other_account_id), id.slice(account_id.length + 1));

/** The kinds that must be undone before their source is, as the sentence calls them. */
const FOLLOW_UPS: Record<string, string> = {
  return: 'return',
  refund: 'refund',
  waiver: 'waiver',
  write_off: 'write-off',
};

/** Throws Refusal('conflict') for what was reversed, or what others follow. `entries` are those of its account. */
export const assertReversible = (tx: Tx, source: Entry, entries: readonly Entry[]): void => {
  if (source.kind === 'reversal') throw new Refusal('conflict', 'You can’t reverse a reversal. Post the entry again.');
  assertNotReversed(tx, source, entries);
  const [followUp] = followUpsOf(entries, source.id, Object.keys(FOLLOW_UPS));
  if (!followUp) return;
  const undo = `Undo the ${FOLLOW_UPS[followUp.kind]} of ${dayInWords(followUp.effective_on)} first.`;
  throw new Refusal('conflict', `${undo}${byAnother(tx, followUp)}`);
};

/** Throws Refusal('conflict'). */
const assertNotReversed = (tx: Tx, source: Entry, entries: readonly Entry[]): void => {
  const reversal = reversalOf(entries, source.id);
  if (!reversal) return;
  const message = `This entry was already reversed on ${dayInWords(reversal.effective_on)}.`;
  throw new Refusal('conflict', `${message}${byAnother(tx, reversal)}`);
};

/** Whoever was offline learns who came first. */
const byAnother = (tx: Tx, { made_by, made_by_name }: Entry): string =>
  made_by && made_by !== tx.actor.id && made_by_name ? ` ${made_by_name} posted it.` : '';

/** Posts the reversal of an entry, and notes it on the payment that the entry is of. */
export const reverse = async (
  tx: Tx,
  { source, account, books }: { source: Entry; account: Account; books: AccountBooks },
  given: Pick<Entry, 'id' | 'effective_on' | 'reason' | 'made_by' | 'made_by_name'>,
): Promise<AccountBooks> => {
  const { category = null, fund = null, payment_id = null } = source;
  await noteOnPayment(tx, source);
  const undone = { amount_cents: -source.amount_cents, source_id: source.id, category, fund, payment_id };
  return post(tx, account, [{ ...given, ...undone, kind: 'reversal' }], books);
};

/** A payment that the board recorded is canceled. A closed deposit keeps its list. */
const noteOnPayment = async (tx: Tx, { kind, payment_id, amount_cents }: Entry): Promise<void> => {
  const payment = payment_id ? await tx.get('payment', payment_id) : undefined;
  if (!payment) return;
  if (kind === 'return')
    return tx.put('payment', { ...payment, returned_cents: Math.max(0, payment.returned_cents - amount_cents) });
  if (kind !== 'payment' && kind !== 'refund') return;
  const deposit = payment.deposit_id ? await tx.get('deposit', payment.deposit_id) : undefined;
  const deposit_id = deposit?.status === 'closed' ? payment.deposit_id : null;
  await tx.put('payment', { ...payment, status: 'canceled', deposit_id });
};

type Relief = { kind: 'waiver' | 'write_off'; verb: string; done: string; applies(entry: Entry): boolean };
const WAIVER: Relief = { kind: 'waiver', verb: 'waive', done: 'waived', applies: canBeWaived };
const WRITE_OFF: Relief = { kind: 'write_off', verb: 'write off', done: 'written off', applies: isDebit };

const waiveEntry = mutator(waiverInput, (tx, args) => relieve(tx, args, WAIVER));
const writeOffEntry = mutator(waiverInput, (tx, args) => relieve(tx, args, WRITE_OFF));

/** Takes from a debit what is open of it, or a part of that. */
const relieve = async (
  tx: Tx,
  { id, entry_id, amount, reason, ...args }: z.output<typeof waiverInput>,
  { kind, verb, done, applies }: Relief,
): Promise<void> => {
  const { source, account, books } = await entryToFollow(tx, entry_id, [id]);
  await assertNotOwn(tx, account);
  if (!applies(source)) throw new Refusal('invalid', 'Invalid entry kind.');
  const asked_cents = amount === undefined ? undefined : -centsOf(amount);
  const again = { kind, source_id: source.id, reason, amount_cents: asked_cents, effective_on: args.effective_on };
  if (isRepeated(books.entries, entryIdOf(account.id, id), again)) return;
  assertNotReversed(tx, source, books.entries);
  const { open_cents: open } = historyOf(books).stateOf(source.id);
  const cents = amount === undefined ? open : centsOf(amount);
  if (open === 0) throw new Refusal('conflict', `Nothing is left to ${verb}.`);
  if (cents > open) throw new Refusal('conflict', `At most ${moneyInWords(open)} can be ${done}.`);
  const effective_on = await dayOfFollowing(tx, args, source.effective_on);
  const taken = { amount_cents: -cents, effective_on, source_id: source.id };
  await post(tx, account, [{ id, kind, ...taken, reason, ...madeBy(tx.actor) }], books);
};

export const mutators = { chargeAccount, creditAccount, reverseEntry, waiveEntry, writeOffEntry };
