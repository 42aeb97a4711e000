import { bodyOf, WAYS, type Way } from '../../schema/meetings.ts';
import type { MeetingFact } from '../../schema/tables/meetings.ts';
import type { MeetingProxy, RollUnit } from '../../schema/tables/voters.ts';
import { fold } from '../list.ts';
import type { Attendee, FactOf, Facts, Indexed, MeetingBooks, Presence, UnitPresence } from './books.ts';
import { byTime } from './facts/fact-index.ts';
import { attendanceIn, ofKind } from './facts/heads.ts';
import { countingOf, stateOfProxy } from './proxies/proxies.ts';

type Rows = Pick<MeetingBooks, 'time_zone' | 'meeting' | 'proxies' | 'index' | 'rollInOrder' | 'proxiesByUnit'>;
type Books = Rows & Pick<MeetingBooks, 'presence'>;

/** The units present, now or at an instant (ISO 8601). */
export const presenceOf = (books: Books, at?: string): Presence =>
  at === undefined ? books.presence : computePresence(books, { at });

/** Presence with the arrivals and departures that it follows from. */
export type KnownPresence = { presence: Presence; attendance: ReadonlyMap<string, Facts> };

/** Why a unit has no vote in the meeting; null where it has one. */
export const withoutVote = (meeting: MeetingBooks['meeting'], unit: RollUnit): string | null => {
  if (unit.removed_at !== null || unit.non_voting) return 'no vote';
  return unit.suspended && meeting.rules?.suspension.enabled ? 'vote suspended' : null;
};

/** `before` is that of the same roll and proxies with fewer facts: a unit that nothing was recorded about since stays as it is. */
export const computePresence = (
  books: Rows,
  { at, before }: { at?: string; before?: KnownPresence | undefined },
): Presence => {
  const attendance = attendanceIn(books);
  const units = new Map<string, UnitPresence>();
  const present: UnitPresence[] = [];
  for (const unit of books.rollInOrder) {
    const events = attendance.get(unit.id);
    const known = before && before.attendance.get(unit.id) === events ? before.presence.units.get(unit.id) : undefined;
    const found =
      known ?? (events ? unitPresence(books, unit, events, at) : absent(unit, withoutVote(books.meeting, unit)));
    units.set(unit.id, found);
    if (found.way !== null && unit.removed_at === null && !unit.non_voting) present.push(found);
  }
  return { units, present, guests: guestsOf(books, at) };
};

/** The presence of one unit at an instant. */
export const presenceAt = (books: Rows, unit: RollUnit, at: string): UnitPresence =>
  unitPresence(books, unit, attendanceIn(books).get(unit.id) ?? [], at);

const absent = (unit: RollUnit, no_vote: string | null): UnitPresence => ({
  ...{ unit, way: null, since: null, left_at: null, people: [], desks: [], proxy_id: null, no_vote, note: null },
});

const unitPresence = (books: Rows, unit: RollUnit, events: Facts, at?: string): UnitPresence => {
  const proxies = books.proxiesByUnit.get(unit.id) ?? [];
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

export const QUORUM_ONLY = 'proxy for quorum only';
export const NOT_USED = 'Not used, owner present';
const notCounted = (reason: string): string => `Not counted: ${reason}`;

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
  books: Rows,
  unit: RollUnit,
  events: Facts,
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
const withRevocations = (events: Facts, proxies: readonly MeetingProxy[]): Facts => {
  const revoked = proxies.filter(({ status, revoked_at }) => status === 'revoked' && revoked_at !== null);
  if (revoked.length === 0) return events;
  const endings = revoked.map(
    ({ id, revoked_at }) => ({ id, kind: 'left', at: revoked_at!, data: { proxy_id: id } }) as MeetingFact,
  );
  return [...events, ...endings].sort(byTime);
};

const arrive = (
  state: Attended,
  books: Rows,
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
  books: Rows,
  proxy_id: string | undefined,
  proxies: readonly MeetingProxy[],
  at?: string,
): MeetingProxy | null =>
  (proxy_id === undefined
    ? (countingOf(books, proxies, at) ?? [...proxies].sort((a, b) => (a.id < b.id ? 1 : -1))[0])
    : proxies.find(({ id }) => id === proxy_id)) ?? null;

/** A proxy whose row has not come yet counts: the desk has seen the paper. */
const refusalOf = (
  books: Rows,
  unit: RollUnit,
  fact: FactOf<'arrived'>,
  proxy: MeetingProxy | null,
  proxies: readonly MeetingProxy[],
  at?: string,
): string | null => {
  if (bodyOf(books.meeting.kind) === 'board') return 'directors cannot vote by proxy';
  if (!proxy) {
    const other = fact.data.proxy_id !== undefined && books.proxies.some(({ id }) => id === fact.data.proxy_id);
    return other && !proxies.some(({ id }) => id === fact.data.proxy_id) ? `proxy is not for ${unit.label}` : null;
  }
  const state = stateOfProxy(books, proxy, at);
  if (state === 'active') return null;
  const stood = state === 'revoked' && proxy.revoked_at !== null && fact.at < proxy.revoked_at;
  return stood ? null : `proxy ${state}`;
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

const guestsOf = (books: Indexed, at?: string): string[] => {
  const guests = new Map<string, string>();
  for (const fact of ofKind(books, 'guest')) {
    const key = nameKey(fact.data.name);
    if ((at === undefined || fact.at <= at) && !guests.has(key)) guests.set(key, fact.data.name);
  }
  return [...guests.values()];
};
