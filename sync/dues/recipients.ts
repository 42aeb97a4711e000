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
type Member = { user: Person; home: string; account: Held | undefined };

export const ruleOf = ({ recipient_rule }: Partial<Pick<Due, 'recipient_rule'>>): RecipientRule =>
  recipient_rule ?? 'listed';

/** The ids of the people that a due bills now. A rule finds those who can be billed, of each home those who share one account; a list stays
 * as it was chosen. */
export const recipientsOf = (due: Ruled, people: People): string[] => {
  const rule = ruleOf(due);
  if (rule === 'listed') return [...due.recipients];
  const excluded = new Set(rule === 'except' ? due.excluded : []);
  const isBilled = ({ user }: Member) => canReceive(user) && !excluded.has(user.id);
  return homesOf(people)
    .flatMap((members) => payersOf(members, isBilled))
    .map(({ user }) => user.id)
    .sort();
};

/** The homes of which these people are billed, and the people that can be. */
export const reachOf = (ids: readonly string[], { users, accounts }: People): { homes: number; people: number } => {
  const named = new Set(ids);
  const accountOf = accountsBilled(accounts);
  const reached = users.filter((user) => named.has(user.id) && canReceive(user));
  return { homes: new Set(reached.map((user) => payerOf(user, accountOf(user)))).size, people: reached.length };
};

/** The people that a rule does not find: they have not signed in yet, or no home of theirs is known. */
export const unreached = <U extends Person>({ users, accounts }: People<U>): { invited: U[]; withoutHome: U[] } => {
  const accountOf = accountsBilled(accounts);
  return {
    invited: users.filter(isInvited),
    withoutHome: users.filter((user) => canReceive(user) && homeOf(user, accountOf(user)) === null),
  };
};

/** The people that a rule leaves out although their home is billed, through somebody else. */
export const stillBilled = <U extends Person>(due: Ruled, people: People<U>): U[] => {
  const excluded = new Set(ruleOf(due) === 'except' ? due.excluded : []);
  const accountOf = accountsBilled(people.accounts);
  const homeOfUser = (user: Person) => homeOf(user, accountOf(user));
  const reached = new Set(recipientsOf(due, people));
  const homes = new Set(people.users.filter(({ id }) => reached.has(id)).map(homeOfUser));
  return people.users.filter((user) => excluded.has(user.id) && homes.has(homeOfUser(user)));
};

const homesOf = ({ users, accounts }: People): Member[][] => {
  const accountOf = accountsBilled(accounts);
  const members = users.flatMap((user) => {
    const account = accountOf(user);
    const home = homeOf(user, account);
    return home !== null && (canReceive(user) || isInvited(user)) ? [{ user, home, account }] : [];
  });
  return [...Map.groupBy(members, ({ home }) => home).values()];
};

/** The account of the home is billed, the oldest of several, even while its holders cannot be. A home without one is billed by whoever
 * comes first, who then gets its account. */
const payersOf = (members: readonly Member[], isBilled: (member: Member) => boolean): Member[] => {
  const [owner] = members
    .filter(({ account }) => account !== undefined && account.address_id !== null)
    .sort((a, b) => compare(ageOf(a), ageOf(b)));
  const billed = members.filter(isBilled);
  const payer = owner ?? billed.toSorted((a, b) => compare(a.user.id, b.user.id))[0];
  return payer ? billed.filter((member) => payerOfMember(member) === payerOfMember(payer)) : [];
};

const ageOf = ({ account }: Member): string => `${account?.opened_on} ${account?.id}`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const payerOfMember = ({ user, account }: Member): string => payerOf(user, account);
const payerOf = (user: Pick<User, 'id'>, account: Held | undefined): string => account?.id ?? user.id;
const homeOf = (user: Pick<User, 'address_id'>, account: Held | undefined): string | null =>
  account?.address_id ?? user.address_id;

const accountsBilled = (accounts: readonly Held[]): ((user: Person) => Held | undefined) => {
  const held = new Map<string, Held[]>();
  for (const account of accounts) for (const id of account.holder_ids) held.set(id, [...(held.get(id) ?? []), account]);
  return (user) => billedOn(user, held.get(user.id) ?? []);
};
