import type { RecipientRule } from '../../schema/dues.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Due } from '../../schema/tables/dues.ts';
import type { User } from '../../schema/tables/users.ts';
import { billedOn } from '../accounts/entity.ts';
import { isInvited } from '../users/entity.ts';
import { canReceive } from './entity.ts';

/** Devices hold dues from before there were rules. */
export type Ruled = Pick<Due, 'recipients'> & Partial<Pick<Due, 'recipient_rule' | 'excluded'>>;
type Person = Pick<User, 'id' | 'status' | 'deleted_at' | 'address_id'>;
type Held = Pick<Account, 'id' | 'holder_ids' | 'address_id' | 'status' | 'opened_on'>;
/** All of the HOA. */
export type People<U extends Person = Person> = { users: readonly U[]; accounts: readonly Held[] };
type Member<U extends Person = Person> = { user: U; home: string; account: Held | undefined };
/** Somebody who is billed, and the account; undefined where none is open yet. */
export type Payer = { user_id: string; account: Held | undefined };

export const ruleOf = ({ recipient_rule }: Partial<Pick<Due, 'recipient_rule'>>): RecipientRule =>
  recipient_rule ?? 'listed';

/** The ids of the people that a due bills now. A rule finds those who can be billed; a list stays as it was chosen. */
export const recipientsOf = (due: Ruled, people: People): string[] => idsOf(due, payersOf(due, people));

export const idsOf = (due: Ruled, payers: readonly Pick<Payer, 'user_id'>[]): string[] =>
  ruleOf(due) === 'listed' ? [...due.recipients] : [...new Set(payers.map(({ user_id }) => user_id))].sort();

/** The people that a due bills now, each with an account: by a rule each home once, so that somebody may be billed for several; of a list each person
 * once. Of each home they are those who share its account. */
export const payersOf = (due: Ruled, people: People): Payer[] => {
  if (ruleOf(due) !== 'listed')
    return billedMembers(due, people).map(({ user, account }) => ({ user_id: user.id, account }));
  const users = new Map(people.users.map((user) => [user.id, user]));
  const heldBy = accountsByHolder(people.accounts);
  return due.recipients.map((user_id) => {
    const user = users.get(user_id);
    return { user_id, account: user && billedOn(user, heldBy(user_id)) };
  });
};

/** How many homes and people a due bills now. */
export const reachOf = (due: Ruled, people: People): { homes: number; people: number } => {
  const able = new Set(people.users.filter(canReceive).map(({ id }) => id));
  const reached = payersOf(due, people).filter(({ user_id }) => able.has(user_id));
  return { homes: new Set(reached.map(keyOf)).size, people: new Set(reached.map(({ user_id }) => user_id)).size };
};

/** The people that a rule does not find: they have not signed in yet, or no home of theirs is known. */
export const unreached = <U extends Person>({ users, accounts }: People<U>): { invited: U[]; withoutHome: U[] } => {
  const heldBy = accountsByHolder(accounts);
  return {
    invited: users.filter(isInvited),
    withoutHome: users.filter((user) => canReceive(user) && membersOf(user, heldBy(user.id)).length === 0),
  };
};

/** The people that a rule leaves out although a home of theirs is billed, through somebody else. */
export const stillBilled = <U extends Person>(due: Ruled, people: People<U>): U[] => {
  if (ruleOf(due) !== 'except') return [];
  const excluded = new Set(due.excluded);
  const heldBy = accountsByHolder(people.accounts);
  const homes = new Set(billedMembers(due, people).map(({ home }) => home));
  return people.users.filter(
    (user) => excluded.has(user.id) && membersOf(user, heldBy(user.id)).some(({ home }) => homes.has(home)),
  );
};

const billedMembers = (due: Ruled, { users, accounts }: People): Member[] => {
  const excluded = new Set(ruleOf(due) === 'except' ? due.excluded : []);
  const heldBy = accountsByHolder(accounts);
  const members = users
    .filter((user) => canReceive(user) || isInvited(user))
    .flatMap((user) => membersOf(user, heldBy(user.id)));
  const isBilled = ({ user }: Member) => canReceive(user) && !excluded.has(user.id);
  return [...Map.groupBy(members, ({ home }) => home).values()].flatMap((home) => billedOf(home, isBilled));
};

/** Each home of which the user holds the account, else the one where the user lives. */
const membersOf = <U extends Person>(user: U, held: readonly Held[]): Member<U>[] => {
  const homes = held.flatMap((account): Member<U>[] =>
    account.status === 'open' && account.address_id !== null ? [{ user, home: account.address_id, account }] : [],
  );
  if (homes.length > 0 || user.address_id === null) return homes;
  return [{ user, home: user.address_id, account: billedOn(user, held) }];
};

/** The account of the home is billed, the oldest of several, even while its holders cannot be. A home without one is billed by whoever
 * comes first, who then gets its account. */
const billedOf = (members: readonly Member[], isBilled: (member: Member) => boolean): Member[] => {
  const [owner] = members
    .filter(({ account }) => account !== undefined && account.address_id !== null)
    .sort((a, b) => compare(ageOf(a), ageOf(b)));
  const billed = members.filter(isBilled);
  const payer = owner ?? billed.toSorted((a, b) => compare(a.user.id, b.user.id))[0];
  return payer ? billed.filter((member) => keyOfMember(member) === keyOfMember(payer)) : [];
};

const ageOf = ({ account }: Member): string => `${account?.opened_on} ${account?.id}`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const keyOf = ({ user_id, account }: Payer): string => account?.id ?? user_id;
const keyOfMember = ({ user, account }: Member): string => keyOf({ user_id: user.id, account });

const accountsByHolder = (accounts: readonly Held[]): ((user_id: string) => readonly Held[]) => {
  const held = new Map<string, Held[]>();
  for (const account of accounts) for (const id of account.holder_ids) held.set(id, [...(held.get(id) ?? []), account]);
  return (user_id) => held.get(user_id) ?? [];
};
