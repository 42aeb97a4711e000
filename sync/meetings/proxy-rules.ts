import { bodyOf, type ItemKind } from '../../schema/meetings.ts';
import type { AgendaItem, Meeting } from '../../schema/tables/meetings.ts';

export const PROXY_NOT_FOUND = 'Proxy not found or you do not have permission to view it';
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
/** They are voted on though nothing is proposed yet. */
const VOTED: readonly ItemKind[] = ['business', 'minutes'];

/** The items that a proxy may give directions for: what is voted on, but not in secret. */
export const directedItems = <Item extends Pick<AgendaItem, 'kind' | 'proposal' | 'executive' | 'removed_at'>>(
  items: readonly Item[],
): Item[] =>
  items.filter(
    ({ kind, proposal, executive, removed_at }) =>
      !executive && removed_at === null && !SECRET.includes(kind) && (VOTED.includes(kind) || proposal !== ''),
  );
