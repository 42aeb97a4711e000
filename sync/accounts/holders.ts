import { accountFlags, accountInput, holderInput } from '../../schema/accounts.ts';
import { HOLDERS_LIMIT } from '../../schema/ledger.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { User } from '../../schema/tables/users.ts';
import { ADDRESS_NOT_FOUND } from '../addresses/entity.ts';
import { followRulesEffect } from '../dues/rules.ts';
import { assertNew, authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { nameOf, USER_NOT_FOUND } from '../users/entity.ts';
import { moneyInWords } from '../words.ts';
import { assertNotOwn, assertOpen, canRecord, findAccount, newAccount, todayIn } from './entity.ts';

type Home = Pick<Account, 'address_id'>;

/** Throws Refusal('not_found') for a deleted user, too. */
const findHolder = async (tx: Tx, id: string): Promise<User> => {
  const user = await find(tx, 'user', id, USER_NOT_FOUND);
  if (user.deleted_at) throw new Refusal('not_found', USER_NOT_FOUND);
  return user;
};

/** The open accounts that a user holds. */
const openAccountsOf = async (tx: Tx, { account_ids }: Pick<User, 'account_ids'>): Promise<Account[]> => {
  const held = await Promise.all(account_ids.map((id) => tx.get('account', id)));
  return held.filter((account): account is Account => account?.status === 'open');
};

/** Opens an account under an id that is neither taken nor derived from a user's. Throws Refusal. */
export const openAccountOfHolders = async (
  tx: Tx,
  id: string,
  given: Pick<Account, 'address_id' | 'holder_ids' | 'opened_on' | 'follows'>,
): Promise<void> => {
  const [taken, holders, owner] = await Promise.all([
    tx.get('account', id),
    Promise.all(given.holder_ids.map((holder_id) => findHolder(tx, holder_id))),
    tx.get('user', id.slice('a-'.length)),
  ]);
  assertNew(taken ?? owner);
  for (const holder of holders) await assertNoneOpen(tx, holder, given);
  await tx.put('account', newAccount(id, given));
  for (const holder of holders) await putHolding(tx, holder, [...holder.account_ids, id]);
  tx.after(followRulesEffect(tx));
};

const assertNoneOpen = async (tx: Tx, holder: User, { address_id }: Home): Promise<void> => {
  const open = await openAccountsOf(tx, holder);
  if (!open.some((account) => account.address_id === address_id)) return;
  const which = address_id === null ? 'an open account without a home' : 'an open account for this home';
  throw new Refusal('conflict', `${nameOf(holder)} already has ${which}.`);
};

/** The device of the holder starts over: it may not hold what others hold, and the log has no entries for earlier rows. */
const putHolding = (tx: Tx, user: User, account_ids: string[]): Promise<void> =>
  tx.put('user', { ...user, account_ids, epoch: user.epoch + 1 });

const openAccount = mutator(accountInput, async (tx, { id, address_id, holder_ids }) => {
  authorize(canRecord(tx.actor));
  if (address_id !== null) await find(tx, 'address', address_id, ADDRESS_NOT_FOUND);
  await openAccountOfHolders(tx, id, { address_id, holder_ids, opened_on: await todayIn(tx), follows: null });
});

const joinAccount = mutator(holderInput, async (tx, { id, user_id }) => {
  const account = await findAccount(tx, id);
  authorize(canRecord(tx.actor));
  const user = await findHolder(tx, user_id);
  const held = await openAccountsOf(tx, user);
  const shares = (one: Account) => account.holder_ids.every((holder) => one.holder_ids.includes(holder));
  if (account.holder_ids.includes(user_id) || held.some(shares))
    throw new Refusal('conflict', `${nameOf(user)} already shares this account.`);
  assertOpen(account);
  if (account.holder_ids.length >= HOLDERS_LIMIT)
    throw new Refusal('conflict', `An account has at most ${HOLDERS_LIMIT} holders.`);
  const own = ownAccount(held, account);
  if (!own && user.address_id !== account.address_id)
    throw new Refusal('conflict', `${nameOf(user)} does not live at this address.`);
  const account_ids = own ? await giveUp(tx, own, user) : user.account_ids;
  await tx.put('account', { ...account, holder_ids: [...account.holder_ids, user_id] });
  await putHolding(tx, user, [...account_ids, id]);
  tx.after(followRulesEffect(tx));
});

/** The one for the same home, else the one without a home. */
const ownAccount = (held: readonly Account[], { address_id }: Home): Account | undefined =>
  held.find((account) => account.address_id === address_id) ?? held.find((account) => account.address_id === null);

/** Closes the account; where others hold it, too, the user alone leaves it. Returns the accounts that the user keeps. */
const giveUp = async (tx: Tx, own: Account, user: User): Promise<string[]> => {
  if (own.balance_cents !== 0)
    throw new Refusal('conflict', `Settle or transfer the balance of ${moneyInWords(own.balance_cents)} first.`);
  if (own.holder_ids.length === 1) {
    await tx.put('account', { ...own, status: 'closed', closed_on: await todayIn(tx) });
    return user.account_ids;
  }
  await tx.put('account', { ...own, holder_ids: without(own.holder_ids, user.id) });
  return without(user.account_ids, own.id);
};

const leaveAccount = mutator(holderInput, async (tx, { id, user_id }) => {
  const account = await findAccount(tx, id);
  authorize(canRecord(tx.actor));
  const user = await find(tx, 'user', user_id, USER_NOT_FOUND);
  if (!account.holder_ids.includes(user_id))
    throw new Refusal('conflict', `${nameOf(user)} does not share this account.`);
  if (account.holder_ids.length === 1) throw new Refusal('conflict', 'An account needs at least one holder.');
  if (user_id === tx.actor.id) await assertNotOwn(tx, account);
  await tx.put('account', { ...account, holder_ids: without(account.holder_ids, user_id) });
  await putHolding(tx, user, without(user.account_ids, id));
  tx.after(followRulesEffect(tx));
});

const without = (ids: readonly string[], gone: string): string[] => ids.filter((id) => id !== gone);

const setAccountFlags = mutator(accountFlags, async (tx, { id, ...flags }) => {
  const account = await findAccount(tx, id);
  authorize(canRecord(tx.actor));
  if (isSpared(account, flags)) await assertNotOwn(tx, account);
  await tx.put('account', { ...account, ...flags });
});

type Flags = Partial<Pick<Account, 'fees_off_until' | 'mail_off'>>;

/** True where there would be fewer late fees or reminders than before. */
const isSpared = (account: Account, { fees_off_until, mail_off }: Flags): boolean =>
  (mail_off === true && !account.mail_off) || (fees_off_until ?? '') > (account.fees_off_until ?? '');

export const mutators = { openAccount, joinAccount, leaveAccount, setAccountFlags };
