import { bodyOf, WAYS, type Way } from '../../schema/meetings.ts';
import type { MeetingFact, MeetingProxy, RollUnit } from '../../schema/tables/meetings.ts';
import { fold } from '../search.ts';
import { listInWords } from '../words.ts';
import type { Attendee, FactOf, MeetingBooks, Presence, UnitPresence } from './books.ts';
import { attendanceIn, byTime, ofKind } from './heads.ts';
import { countingOf, proxiesByUnit, standingOfProxy } from './proxies.ts';

type Books = Pick<MeetingBooks, 'time_zone' | 'meeting' | 'roll' | 'facts' | 'proxies'>;

/** The units present, now or at an instant (ISO 8601). Kept for the same rows. */
export const presenceOf = (books: Books, at?: string): Presence => {
  if (at !== undefined) return computed(books, at);
  const known = memo.get(books.facts);
  if (known && isSame(known, books)) return known.presence;
  const attendance = attendanceIn(books.facts);
  const presence = computed(books, undefined, newest && isSame(newest, books) ? newest : undefined);
  const { time_zone, meeting, roll, proxies } = books;
  newest = { time_zone, meeting, roll, proxies, presence, attendance };
  memo.set(books.facts, newest);
  return presence;
};

const isSame = (known: Memo, { time_zone, meeting, roll, proxies }: Books): boolean =>
  known.time_zone === time_zone && known.meeting === meeting && known.roll === roll && known.proxies === proxies;

type Memo = Omit<Books, 'facts'> & { presence: Presence; attendance: ReadonlyMap<string, readonly MeetingFact[]> };
/** Of which the next one keeps the units that nothing was recorded about. */
let newest: Memo | undefined;
const memo = new WeakMap<readonly MeetingFact[], Memo>();

/** The roll in its order, withdrawn units too. */
export const rollInOrder = (roll: readonly RollUnit[]): readonly RollUnit[] => {
  const known = orders.get(roll);
  if (known) return known;
  const sorted = [...roll].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  orders.set(roll, sorted);
  return sorted;
};

const orders = new WeakMap<readonly RollUnit[], readonly RollUnit[]>();

/** Why a unit has no vote in the meeting; null where it has one. */
export const withoutVote = (meeting: MeetingBooks['meeting'], unit: RollUnit): string | null => {
  if (unit.removed_at !== null || unit.non_voting) return 'no vote';
  return unit.suspended && meeting.rules?.suspension.enabled ? 'vote suspended' : null;
};

const computed = (books: Books, at?: string, before?: Memo): Presence => {
  const attendance = attendanceIn(books.facts);
  const proxies = proxiesByUnit(books);
  const units = new Map<string, UnitPresence>();
  const present: UnitPresence[] = [];
  for (const unit of rollInOrder(books.roll)) {
    const events = attendance.get(unit.id);
    const known = before && before.attendance.get(unit.id) === events ? before.presence.units.get(unit.id) : undefined;
    const found =
      known ??
      (events
        ? unitPresence(books, unit, events, proxies.get(unit.id) ?? [], at)
        : absent(unit, withoutVote(books.meeting, unit)));
    units.set(unit.id, found);
    if (found.way !== null && unit.removed_at === null && !unit.non_voting) present.push(found);
  }
  return { units, present, guests: guestsOf(books, at) };
};

/** The presence of one unit at an instant. */
export const presenceAt = (books: Books, unit: RollUnit, at: string): UnitPresence => {
  const events = attendanceIn(books.facts).get(unit.id) ?? [];
  return unitPresence(books, unit, events, proxiesByUnit(books).get(unit.id) ?? [], at);
};

const absent = (unit: RollUnit, no_vote: string | null): UnitPresence => ({
  ...{ unit, way: null, since: null, left_at: null, people: [], desks: [], proxy_id: null, no_vote, note: null },
});

const unitPresence = (
  books: Books,
  unit: RollUnit,
  events: readonly MeetingFact[],
  proxies: readonly MeetingProxy[],
  at?: string,
): UnitPresence => {
  const { people, since, left_at, desks, refused } = attended(books, unit, events, proxies, at);
  const present = [...people.values()];
  const own = present.filter(({ way }) => way !== 'proxy');
  const proxy_id = own.length > 0 ? null : (present[0]?.proxy_id ?? null);
  const quorumOnly = proxy_id !== null && proxies.some(({ id, kind }) => id === proxy_id && kind === 'quorum');
  const noVote = withoutVote(books.meeting, unit);
  return {
    unit,
    way: WAYS.find((way) => present.some((person) => person.way === way)) ?? null,
    since,
    left_at,
    people: present,
    desks,
    proxy_id,
    no_vote: noVote ?? (quorumOnly ? QUORUM_ONLY : null),
    note: noteOf(present, own, noVote, refused),
  };
};

const QUORUM_ONLY = 'proxy for quorum only';
export const NOT_USED = 'Not used, owner present';
export const notCounted = (reason: string): string => `Not counted: ${reason}`;

const noteOf = (
  present: readonly Attendee[],
  own: readonly Attendee[],
  noVote: string | null,
  refused: string | null,
): string | null => {
  if (present.length > 0 && noVote !== null) return notCounted(noVote);
  if (own.length > 0 && (own.length < present.length || refused !== null)) return NOT_USED;
  return refused === null || present.length > 0 ? null : notCounted(refused);
};

type Attended = {
  people: Map<string, Attendee>;
  since: string | null;
  left_at: string | null;
  desks: string[];
  /** Why a check-in by proxy has no effect. */
  refused: string | null;
};

const attended = (
  books: Books,
  unit: RollUnit,
  events: readonly MeetingFact[],
  proxies: readonly MeetingProxy[],
  at?: string,
): Attended => {
  const state: Attended = { people: new Map(), since: null, left_at: null, desks: [], refused: null };
  for (const event of withRevocations(events, proxies)) {
    if (at !== undefined && event.at > at) break;
    if (event.kind === 'left') leave(state, event as FactOf<'left'>);
    else arrive(state, books, unit, event as FactOf<'arrived'>, proxies, at);
  }
  return state;
};

/** A check-in by a proxy ends when the proxy is revoked. */
const withRevocations = (events: readonly MeetingFact[], proxies: readonly MeetingProxy[]): readonly MeetingFact[] => {
  const revoked = proxies.filter(({ status, revoked_at }) => status === 'revoked' && revoked_at !== null);
  if (revoked.length === 0) return events;
  const endings = revoked.map(
    ({ id, revoked_at }) => ({ id, kind: 'left', at: revoked_at!, data: { proxy_id: id } }) as MeetingFact,
  );
  return [...events, ...endings].sort(byTime);
};

const arrive = (
  state: Attended,
  books: Books,
  unit: RollUnit,
  fact: FactOf<'arrived'>,
  proxies: readonly MeetingProxy[],
  at?: string,
): void => {
  const { data, desk, id } = fact;
  const proxy = data.way === 'proxy' ? proxyOf(books, data.proxy_id, proxies, at) : null;
  const refused = data.way === 'proxy' ? refusalOf(books, unit, fact, proxy, proxies, at) : null;
  if (refused !== null) {
    state.refused = refused;
    return;
  }
  if (data.item_id !== undefined && state.people.size > 0) return;
  if (state.people.size === 0) Object.assign(state, { since: fact.at, desks: [] });
  if (!state.desks.includes(desk)) state.desks.push(desk);
  const proxy_id = data.way === 'proxy' ? (proxy?.id ?? data.proxy_id ?? null) : null;
  const key = keyOf(data.way, data.person, proxy_id);
  const known = state.people.get(key);
  if (known && rank(known.way) <= rank(data.way)) return;
  const name = data.person ?? proxy?.holder_name ?? unit.owners.map((owner) => owner.name).join(', ');
  state.people.set(
    key,
    known ? { ...known, way: data.way } : { fact_id: id, name, way: data.way, since: fact.at, desk, proxy_id },
  );
};

const rank = (way: Way): number => WAYS.indexOf(way);

const keyOf = (way: Way, person: string | undefined, proxy_id: string | null): string =>
  way === 'proxy' ? `proxy ${proxy_id ?? nameKey(person)}` : `person ${nameKey(person)}`;

const nameKey = (person: string | undefined): string => fold((person ?? '').trim());

const proxyOf = (
  books: Books,
  proxy_id: string | undefined,
  proxies: readonly MeetingProxy[],
  at?: string,
): MeetingProxy | null =>
  (proxy_id === undefined
    ? (countingOf(books, proxies, at) ?? [...proxies].sort((a, b) => (a.id < b.id ? 1 : -1))[0])
    : proxies.find(({ id }) => id === proxy_id)) ?? null;

/** A proxy whose row has not come yet counts: the desk has seen the paper. */
const refusalOf = (
  books: Books,
  unit: RollUnit,
  fact: FactOf<'arrived'>,
  proxy: MeetingProxy | null,
  proxies: readonly MeetingProxy[],
  at?: string,
): string | null => {
  if (bodyOf(books.meeting.kind) === 'board') return 'directors cannot vote by proxy';
  if (!proxy) {
    const other = fact.data.proxy_id !== undefined && books.proxies.some(({ id }) => id === fact.data.proxy_id);
    return other && !proxies.some(({ id }) => id === fact.data.proxy_id) ? `proxy is not of ${unit.label}` : null;
  }
  const standing = standingOfProxy(books, proxy, at);
  if (standing === 'active') return null;
  const stood = standing === 'revoked' && proxy.revoked_at !== null && fact.at < proxy.revoked_at;
  return stood ? null : `proxy ${standing}`;
};

/** Without a name everybody of the unit leaves. A recused director who leaves for an item stays present. */
const leave = (state: Attended, { at, data }: Pick<FactOf<'left'>, 'at' | 'data'>): void => {
  if (data.item_id !== undefined || state.people.size === 0) return;
  for (const [key, { name, proxy_id }] of state.people) {
    const named = data.proxy_id !== undefined ? proxy_id === data.proxy_id : nameKey(data.person) === nameKey(name);
    if ((data.proxy_id === undefined && data.person === undefined) || named) state.people.delete(key);
  }
  if (state.people.size === 0) Object.assign(state, { since: null, left_at: at, desks: [] });
};

const guestsOf = ({ facts }: Books, at?: string): string[] => {
  const guests = new Map<string, string>();
  for (const fact of ofKind(facts, 'guest')) {
    const key = nameKey(fact.data.name);
    if ((at === undefined || fact.at <= at) && !guests.has(key)) guests.set(key, fact.data.name);
  }
  return [...guests.values()];
};

/** True if checking somebody in would change nothing. */
export const isHereAlready = (
  { people }: UnitPresence,
  { way, person, proxy_id }: FactOf<'arrived'>['data'],
): boolean =>
  people.some(
    (known) =>
      rank(known.way) <= rank(way) &&
      (way === 'proxy'
        ? known.proxy_id === (proxy_id ?? null)
        : person === undefined || nameKey(known.name) === nameKey(person)),
  );

/** "Already here since 7:04 PM (Desk 1)." `timeOf` formats an instant. */
export const hereInWords = ({ since, people }: UnitPresence, timeOf: (at: string) => string): string =>
  since === null ? '' : `Already here since ${timeOf(since)} (${people[0]?.desk ?? ''}).`;

/** "Checked in at Desk 1 and Desk 2"; null for one desk. */
export const desksInWords = ({ desks }: UnitPresence): string | null =>
  desks.length < 2 ? null : `Checked in at ${listInWords(desks)}`;
