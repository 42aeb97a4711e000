import type { Unsaved } from '../../schema/rows.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { User } from '../../schema/tables/users.ts';
import { todayOf } from '../dues/entity.ts';
import type { Descriptors } from '../entity.ts';
import { fold } from '../list.ts';
import { can } from '../roles.ts';
import { type Actor, authorize, find, Refusal, type Tx } from '../tx.ts';
import { dayInWords } from '../words.ts';

export const ACCOUNT_NOT_FOUND = 'Account not found.';

/** The text in which accounts are searched, folded. */
export const accountText = (account: { home: string; holders: string; emails: readonly string[] }): string =>
  fold(`${account.home} ${account.holders} ${account.emails.join(' ')}`);

export const isHolder = (actor: Pick<Actor, 'id'>, { holder_ids }: Pick<Account, 'holder_ids'>): boolean =>
  holder_ids.includes(actor.id);
export const canRecord = (actor: Pick<Actor, 'role'>) => can(actor.role, 'money.record');

export const entities = {
  account: {
    audiences: [{ audience: 'board' }, { heldIn: 'id' }],
    view: ({ checkout_session_id: _, ...account }, viewer) =>
      canRecord(viewer) ? account : { ...account, note: undefined, mail_off: undefined },
    order: [{ column: 'id' }],
  },
} satisfies Descriptors;

/** Derived from the user, so that two devices that open the account of one user open the same. `earlier` counts the accounts
 * that the user held before. It is no user id, because audiences are ids of both. */
export const accountIdOf = (user_id: string, earlier: number): string => `a${earlier === 0 ? '' : earlier}-${user_id}`;

export const openAccountOf = async (tx: Tx, user: Pick<User, 'address_id' | 'account_ids'>) => {
  const held = await Promise.all(user.account_ids.map((id) => tx.get('account', id)));
  return billedOn(
    user,
    held.filter((account) => account !== undefined),
  );
};

/** The open account on which a user is billed: that of their home, else of another home, else one without. */
export const billedOn = <A extends Pick<Account, 'address_id' | 'status'>>(
  user: Pick<User, 'address_id'>,
  held: readonly A[],
): A | undefined => {
  const open = held.filter(({ status }) => status === 'open');
  const ofHome = open.filter(({ address_id }) => address_id !== null);
  return ofHome.find(({ address_id }) => address_id === user.address_id) ?? ofHome[0] ?? open[0];
};

/** The people who share a home, but not the account that they are billed on; by home. */
export const billedSeparately = <U extends Pick<User, 'id' | 'address_id'>>(
  people: readonly U[],
  accounts: readonly Pick<Account, 'id' | 'address_id' | 'status' | 'holder_ids'>[],
): U[][] => {
  const payerOf = (user: U) =>
    billedOn(
      user,
      accounts.filter(({ holder_ids }) => holder_ids.includes(user.id)),
    )?.id ?? user.id;
  const homes = Map.groupBy(
    people.filter(({ address_id }) => address_id !== null),
    ({ address_id }) => address_id,
  );
  return [...homes.values()].filter((home) => home.length > 1 && new Set(home.map(payerOf)).size > 1);
};

/** Opens an account for a user who holds no open one. `opened_on` is a calendar date. */
export const openAccountFor = async (
  tx: Tx,
  user: User,
  { opened_on, follows = null }: { opened_on: string; follows?: string | null },
): Promise<Unsaved<Account>> => {
  const account = newAccount(await freeAccountId(tx, user.id), {
    address_id: user.address_id,
    holder_ids: [user.id],
    opened_on,
    follows,
  });
  await tx.put('account', account);
  await tx.put('user', { ...user, account_ids: [...user.account_ids, account.id] });
  return account;
};

/** The id of the next account of a user, who may have left earlier ones. */
export const freeAccountId = async (tx: Tx, user_id: string, earlier = 0): Promise<string> => {
  const id = accountIdOf(user_id, earlier);
  return (await tx.get('account', id)) ? freeAccountId(tx, user_id, earlier + 1) : id;
};

/** An account without entries. */
export const newAccount = (
  id: string,
  given: Pick<Account, 'address_id' | 'holder_ids' | 'opened_on' | 'follows'>,
): Unsaved<Account> => ({
  id,
  ...given,
  status: 'open',
  closed_on: null,
  balance_cents: 0,
  credit_cents: 0,
  fees_through: null,
  fees_off_until: null,
  mail_off: false,
  note: null,
  checkout_session_id: null,
});

export const findAccount = (tx: Tx, id: string): Promise<Account> => find(tx, 'account', id, ACCOUNT_NOT_FOUND);

/** Throws Refusal('conflict'). */
export const assertOpen = ({ status, closed_on }: Pick<Account, 'status' | 'closed_on'>): void => {
  if (status === 'closed') throw new Refusal('conflict', `This account was closed on ${dayInWords(closed_on ?? '')}.`);
};

const ACTIVE_DAYS = 60;

type Member = Pick<User, 'id' | 'role' | 'status' | 'deleted_at' | 'last_login'>;

/** True where somebody else has to do it: the actor holds the account, and another member of the board has signed in within 60
 * days of `now` (ISO 8601). */
export const isForAnother = (
  actor: Pick<Actor, 'id'>,
  { holder_ids }: Pick<Account, 'holder_ids'>,
  users: readonly Member[],
  now: string,
): boolean => {
  if (!holder_ids.includes(actor.id)) return false;
  const since = new Date(Date.parse(now) - ACTIVE_DAYS * 86_400_000).toISOString();
  return users.some(
    ({ id, role, status, deleted_at, last_login }) =>
      id !== actor.id && canRecord({ role }) && status === 'active' && !deleted_at && (last_login ?? '') >= since,
  );
};

export const FOR_ANOTHER = 'Another board member must do this on your own account.';

/** Throws Refusal('forbidden') for a holder of the account while another member of the board could do it. */
export const assertNotOwn = async (
  tx: Tx,
  account: Pick<Account, 'holder_ids'>,
  message = FOR_ANOTHER,
): Promise<void> => {
  if (!account.holder_ids.includes(tx.actor.id)) return;
  const users = await tx.list('user', 'hoa_id', tx.actor.hoa_id);
  authorize(!isForAnother(tx.actor, account, users, tx.now), message);
};

/** The HOA's calendar date of now. */
export const todayIn = async (tx: Tx): Promise<string> => todayOf(await tx.get('hoa', tx.actor.hoa_id), tx.now);
