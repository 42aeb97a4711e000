import type { OpeningLine } from '../../schema/opening-balances.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Address } from '../../schema/tables/addresses.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import type { User } from '../../schema/tables/users.ts';
import { placeKey } from '../addresses/entity.ts';
import { reversedIds } from '../ledger/entry-status.ts';
import { dayInWords, moneyInWords } from '../words.ts';

type Directory = {
  users: readonly Pick<User, 'id' | 'name' | 'email' | 'address_id' | 'deleted_at'>[];
  addresses: readonly Pick<Address, 'id' | 'street' | 'unit_number' | 'resident_ids'>[];
  accounts: readonly Pick<Account, 'id' | 'address_id' | 'holder_ids' | 'status'>[];
};

/** The account that a line is for. `new`: the account opens with the import. */
export type LineMatch =
  | { state: 'found'; account_id: string }
  | { state: 'new'; user_id: string }
  | { state: 'ambiguous' | 'unknown'; msg: string };

type LineKeys = Pick<OpeningLine, 'email' | 'street' | 'unit' | 'name'> & Partial<Pick<OpeningLine, 'account_id'>>;

/** Finds the accounts of lines: by email, else by street and unit (OPEN-02). A name decides between people of one home. */
export const matcherOf = (directory: Directory): ((line: LineKeys) => LineMatch) => {
  const index = indexOf(directory);
  return ({ account_id, email, street, unit, name }) => {
    if (account_id) return matchAccount(index, account_id);
    const user = email ? index.byEmail.get(email.trim().toLowerCase()) : undefined;
    const address = street ? index.byPlace.get(keyOf(street, unit)) : undefined;
    if (user) return matchUser(index, user, address?.id);
    if (address) return matchHome(index, address, name);
    if (street) return { state: 'unknown', msg: 'No home has this address.' };
    return { state: 'unknown', msg: email ? 'No one has this email.' : 'The line has no email and no street.' };
  };
};

type Index = ReturnType<typeof indexOf>;

const indexOf = ({ users, addresses, accounts }: Directory) => {
  const present = users.filter(({ deleted_at }) => !deleted_at);
  const open = accounts.filter(({ status }) => status === 'open');
  return {
    open,
    byEmail: new Map(present.map((user) => [user.email.toLowerCase(), user])),
    byId: new Map(present.map((user) => [user.id, user])),
    byPlace: new Map(addresses.map((address) => [keyOf(address.street, address.unit_number), address])),
    held: Map.groupBy(
      open.flatMap((account) => account.holder_ids.map((holder) => ({ holder, account }))),
      ({ holder }) => holder,
    ),
    atHome: Map.groupBy(open, ({ address_id }) => address_id),
  };
};

const matchUser = ({ held }: Index, user: Directory['users'][number], address_id: string | undefined): LineMatch => {
  const theirs = (held.get(user.id) ?? []).map(({ account }) => account);
  const [only] = theirs;
  if (!only) return { state: 'new', user_id: user.id };
  const home = address_id ?? user.address_id;
  const chosen = theirs.length === 1 ? only : theirs.find((account) => account.address_id === home);
  if (chosen) return { state: 'found', account_id: chosen.id };
  return { state: 'ambiguous', msg: 'This person has several accounts. Add the street and unit.' };
};

const matchHome = (index: Index, address: Directory['addresses'][number], name: string | null): LineMatch => {
  const owned = index.atHome.get(address.id) ?? [];
  const [only] = owned;
  if (only && owned.length === 1) return { state: 'found', account_id: only.id };
  const ids = owned.length > 1 ? owned.flatMap(({ holder_ids }) => holder_ids) : address.resident_ids;
  const people = ids.flatMap((id) => index.byId.get(id) ?? []);
  if (people.length === 0) return { state: 'unknown', msg: 'No one lives at this address.' };
  const named = people.filter((person) => isSame(person.name, name));
  const [chosen] = people.length === 1 ? people : named;
  if (chosen && (people.length === 1 || named.length === 1)) return matchUser(index, chosen, address.id);
  return { state: 'ambiguous', msg: 'Several people at this home have their own accounts. Add an email.' };
};

const matchAccount = ({ open }: Index, id: string): LineMatch =>
  open.some((account) => account.id === id)
    ? { state: 'found', account_id: id }
    : { state: 'unknown', msg: 'This account is closed.' };

const keyOf = (street: string, unit: string | null): string =>
  placeKey(street.replace(/\s+/g, ' '), (unit ?? '').replace(/^\s*(unit|apt\.?|#)\s*/i, ''));

const isSame = (name: string, asked: string | null): boolean =>
  asked !== null && name.trim().toLowerCase() === asked.trim().toLowerCase();

/** The opening balances of an account that are not reversed. */
export const unreversedOpenings = (entries: readonly Entry[]): Entry[] => {
  const reversed = reversedIds(entries);
  return entries.filter(({ kind, id }) => kind === 'opening' && !reversed.has(id));
};

/** Why nothing more is imported for an account; `earlier` are its opening balances of another import. */
export const alreadyOpened = (home: string, earlier: readonly Entry[]): string => {
  const cents = earlier.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  return `${home} already has an opening balance of ${moneyInWords(cents)} from ${dayInWords(earlier[0]!.effective_on)}.`;
};
