import { bodyOf } from '../../../schema/meetings.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import type { Request } from '../../../schema/tables/requests.ts';
import type { User } from '../../../schema/tables/users.ts';
import type { Violation } from '../../../schema/tables/violations.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import type { CaseUsers, MeetingBooks } from '../books.ts';
import { ofKind } from '../facts/heads.ts';

const OWN_CASE = 'own case';

type Books = Pick<MeetingBooks, 'meeting' | 'roll' | 'index' | 'cases'>;

/** The directors who have no vote on an item, by roll id, with the reason: what they declared, or their own case. */
export const partiesOf = (
  { meeting, roll, index, cases }: Books,
  item: Pick<AgendaItem, 'id' | 'record'>,
): ReadonlyMap<string, string> => {
  const parties = new Map<string, string>();
  if (bodyOf(meeting.kind) !== 'board') return parties;
  const users = new Set(item.record ? cases(item.record) : []);
  for (const { id, user_id } of roll) if (user_id !== null && users.has(user_id)) parties.set(id, OWN_CASE);
  for (const { subject, data } of ofKind({ index }, 'recused'))
    if (data.item_id === item.id && subject !== null && !parties.has(subject)) parties.set(subject, data.nature);
  return parties;
};

/** True if who moved or seconded, by name and by account where they have one, is this director. */
export const isDirectorNamed = (
  unit: Pick<RollUnit, 'label' | 'user_id'>,
  name: string,
  user_id: string | null | undefined,
): boolean => (unit.user_id === null ? !user_id && unit.label === name : unit.user_id === user_id);

/** The sentence where recusals leave fewer directors than are needed for quorum; null otherwise. */
export const tooFewDirectors = (
  books: Books,
  item: Pick<AgendaItem, 'id' | 'record'>,
  needed: number,
): string | null => {
  const parties = partiesOf(books, item);
  if (parties.size === 0) return null;
  const left = books.roll.filter(({ id, removed_at }) => removed_at === null && !parties.has(id)).length;
  return left < needed ? `Only ${left} directors can vote on this.` : null;
};

type CaseRows = {
  requests: (id: string) => Pick<Request, 'user_id' | 'address_id'> | undefined;
  violations: (id: string) => Pick<Violation, 'user_id' | 'address_id'> | undefined;
  accounts: (id: string) => Pick<Account, 'holder_ids' | 'address_id'> | undefined;
  users: readonly Pick<User, 'id' | 'address_id'>[];
};

/** The users that a record is about, from the rows at hand. */
export const casesOf =
  ({ requests, violations, accounts, users }: CaseRows): CaseUsers =>
  ({ entity, id }) => {
    const account = entity === 'account' ? accounts(id) : undefined;
    const own = entity === 'request' ? requests(id) : entity === 'violation' ? violations(id) : undefined;
    const address_id = account?.address_id ?? own?.address_id ?? null;
    const neighbors = address_id === null ? [] : users.filter((user) => user.address_id === address_id);
    return [...(account?.holder_ids ?? []), ...(own ? [own.user_id] : []), ...neighbors.map((user) => user.id)];
  };
