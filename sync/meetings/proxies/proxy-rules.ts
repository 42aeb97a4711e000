import { bodyOf, type Choice, type ItemKind } from '../../../schema/meetings.ts';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import type { MeetingProxy } from '../../../schema/tables/voters.ts';

export const PROXY_NOT_FOUND = 'Proxy not found or you do not have permission to view it';
export const DIRECTIONS_MISSING = 'Please say how to vote on at least one item.';
export const DIRECTIONS_ARE_READ = 'The board can read these instructions.';
export const NOT_AN_OWNER = 'Only an owner of this unit can give its proxy.';

const HOUR_MS = 3_600_000;

type Held = Pick<Meeting, 'kind' | 'status' | 'starts_at' | 'rules' | 'has_election'>;

/** Until when a proxy may be given in the app (ISO 8601). */
export const proxyDeadline = ({ starts_at, rules }: Pick<Meeting, 'starts_at' | 'rules'>): string =>
  new Date(Date.parse(starts_at) - (rules?.proxies.deadline_hours ?? 0) * HOUR_MS).toISOString();

/** Directors vote for themselves. */
export const takesProxies = ({ kind, status, rules }: Held): boolean =>
  bodyOf(kind) === 'member' && status === 'scheduled' && rules?.proxies.allowed !== false;

const SECRET: readonly ItemKind[] = ['nominations', 'ballot', 'results'];
const WITHOUT_VOTE: readonly ItemKind[] = [
  'call_to_order',
  'quorum',
  'notice_proof',
  'open_forum',
  'executive',
  'adjournment',
];

/** The choice that a proxy directs for an item; null where it leaves it open. */
export const directionFor = (
  { kind, directions }: Pick<MeetingProxy, 'kind' | 'directions'>,
  item_id: string,
): Choice | null =>
  kind === 'directed' ? (directions.find((direction) => direction.item_id === item_id)?.choice ?? null) : null;

/** The items that a proxy may give directions for: none that is voted on in secret. */
export const directedItems = <Item extends Pick<AgendaItem, 'kind' | 'executive' | 'removed_at'>>(
  items: readonly Item[],
): Item[] =>
  items.filter(
    ({ kind, executive, removed_at }) =>
      !executive && removed_at === null && !SECRET.includes(kind) && !WITHOUT_VOTE.includes(kind),
  );
