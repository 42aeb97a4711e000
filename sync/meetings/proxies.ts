import { addDays } from '../../schema/dates.ts';
import { bodyOf } from '../../schema/meetings.ts';
import type { MeetingProxy } from '../../schema/tables/meetings.ts';
import { type MeetingBooks, rollId } from './books.ts';

export type ProxyStanding = 'active' | 'superseded' | 'revoked' | 'expired' | 'invalid';
type Books = Pick<MeetingBooks, 'meeting' | 'proxies'>;

const VALID_DAYS = 90;

/** The one proxy of each unit that counts, now or at an instant (ISO 8601), by roll id. */
export const proxiesThatCount = (books: Books, at?: string): ReadonlyMap<string, MeetingProxy> => {
  if (at !== undefined && books.proxies.some(({ revoked_at }) => revoked_at !== null && revoked_at > at))
    return countingProxies(books, at);
  const known = memo.get(books.proxies);
  if (known?.meeting === books.meeting) return known.counting;
  const counting = countingProxies(books);
  memo.set(books.proxies, { meeting: books.meeting, counting });
  return counting;
};

type Memo = { meeting: MeetingBooks['meeting']; counting: ReadonlyMap<string, MeetingProxy> };
const memo = new WeakMap<readonly MeetingProxy[], Memo>();

/** Where a proxy stands, now or at an instant. */
export const standingOfProxy = (books: Books, proxy: MeetingProxy, at?: string): ProxyStanding => {
  const own = ownStanding(books, proxy, at);
  if (own !== 'active') return own;
  const counting = proxiesThatCount(books, at).get(rollId(books.meeting.id, proxy.address_id));
  return counting === undefined || counting.id === proxy.id ? 'active' : 'superseded';
};

const countingProxies = (books: Books, at?: string): Map<string, MeetingProxy> => {
  const units = new Map<string, MeetingProxy[]>();
  for (const proxy of books.proxies) {
    if (ownStanding(books, proxy, at) !== 'active') continue;
    const id = rollId(books.meeting.id, proxy.address_id);
    units.set(id, [...(units.get(id) ?? []), proxy]);
  }
  return new Map([...units].map(([id, proxies]) => [id, lastSigned(proxies)]));
};

/** Apart from other proxies of its unit. */
const ownStanding = ({ meeting }: Books, proxy: MeetingProxy, at?: string): ProxyStanding => {
  if (proxy.status === 'invalid') return 'invalid';
  if (proxy.status === 'revoked' && (at === undefined || proxy.revoked_at === null || proxy.revoked_at <= at))
    return 'revoked';
  if (bodyOf(meeting.kind) === 'board' || meeting.rules?.proxies.allowed === false) return 'invalid';
  return isExpired(meeting, proxy) ? 'expired' : 'active';
};

/** It ends some days after the date it was given for: that of the first meeting, if it was signed by then. */
const isExpired = ({ first_at, starts_at, rules }: MeetingBooks['meeting'], { signed_at }: MeetingProxy): boolean => {
  const first = first_at?.slice(0, 10) ?? null;
  if (first === null || signed_at.slice(0, 10) > first) return false;
  return starts_at.slice(0, 10) > addDays(first, rules?.proxies.valid_days ?? VALID_DAYS);
};

/** Paper tells the day alone: among those of one day the last recorded counts then. */
const lastSigned = (proxies: readonly MeetingProxy[]): MeetingProxy => {
  const dayOf = ({ signed_at }: MeetingProxy) => signed_at.slice(0, 10);
  const last = proxies.map(dayOf).sort().at(-1);
  const ofDay = proxies.filter((proxy) => dayOf(proxy) === last);
  const timed = ofDay.every(({ signed_at }) => signed_at.length > 10);
  const orderOf = ({ signed_at, recorded_at, id }: MeetingProxy) =>
    timed ? [signed_at, recorded_at, id] : [recorded_at, id];
  return ofDay.reduce((best, proxy) => (isLater(orderOf(proxy), orderOf(best)) ? proxy : best));
};

const isLater = (one: readonly string[], other: readonly string[]): boolean => {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && one[at]! > other[at]!;
};
