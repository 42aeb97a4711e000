import { addDays, dayIn } from '../../../schema/dates.ts';
import { bodyOf } from '../../../schema/meetings.ts';
import type { MeetingProxy } from '../../../schema/tables/voters.ts';
import { type MeetingBooks, type MeetingRows, rollId } from '../books.ts';

export type ProxyState = 'active' | 'superseded' | 'revoked' | 'expired' | 'invalid';
type HeldAt = Pick<MeetingBooks, 'time_zone' | 'meeting'>;
type Books = HeldAt & Pick<MeetingBooks, 'proxiesByUnit'>;

const VALID_DAYS = 90;

/** The one proxy of each unit that counts, now or at an instant (ISO 8601), by roll id. */
export const proxiesThatCount = (books: Books, at?: string): ReadonlyMap<string, MeetingProxy> => {
  const counting = new Map<string, MeetingProxy>();
  for (const [id, proxies] of books.proxiesByUnit) {
    const proxy = countingOf(books, proxies, at);
    if (proxy) counting.set(id, proxy);
  }
  return counting;
};

/** The one that counts among those of one unit. */
export const countingOf = (books: HeldAt, proxies: readonly MeetingProxy[], at?: string): MeetingProxy | null => {
  const active = proxies.filter((proxy) => ownState(books, proxy, at) === 'active');
  return active.length > 1 ? lastSigned(books, active) : (active[0] ?? null);
};

/** The state of a proxy, now or at an instant. */
export const stateOfProxy = (books: Books, proxy: MeetingProxy, at?: string): ProxyState => {
  const own = ownState(books, proxy, at);
  if (own !== 'active') return own;
  const proxies = books.proxiesByUnit.get(rollId(books.meeting.id, proxy.address_id)) ?? [];
  return (countingOf(books, proxies, at) ?? proxy).id === proxy.id ? 'active' : 'superseded';
};

export const proxiesByUnit = ({
  meeting,
  proxies,
}: Pick<MeetingRows, 'meeting' | 'proxies'>): ReadonlyMap<string, readonly MeetingProxy[]> =>
  Map.groupBy(proxies, ({ address_id }) => rollId(meeting.id, address_id));

/** Apart from other proxies of its unit. */
const ownState = ({ time_zone, meeting }: HeldAt, proxy: MeetingProxy, at?: string): ProxyState => {
  if (proxy.status === 'invalid') return 'invalid';
  if (proxy.status === 'revoked' && (at === undefined || proxy.revoked_at === null || proxy.revoked_at <= at))
    return 'revoked';
  if (bodyOf(meeting.kind) === 'board' || meeting.rules?.proxies.allowed === false) return 'invalid';
  return isExpired(time_zone, meeting, proxy) ? 'expired' : 'active';
};

/** It ends some days after the date it was given for: that of the first meeting, if it was signed by then. */
const isExpired = (
  time_zone: string,
  { first_at, starts_at, rules }: MeetingBooks['meeting'],
  { signed_at }: MeetingProxy,
): boolean => {
  if (first_at === null) return false;
  const first = dayOf(time_zone, first_at);
  if (dayOf(time_zone, signed_at) > first) return false;
  return dayOf(time_zone, starts_at) > addDays(first, rules?.proxies.valid_days ?? VALID_DAYS);
};

/** The day of an instant, or the calendar date that is on the paper. */
const dayOf = (time_zone: string, at: string): string => (at.length > 10 ? dayIn(time_zone, new Date(at)) : at);

/** Paper has the day alone: among those of one day the last recorded counts then. */
const lastSigned = ({ time_zone }: HeldAt, proxies: readonly MeetingProxy[]): MeetingProxy => {
  const signedOn = ({ signed_at }: MeetingProxy) => dayOf(time_zone, signed_at);
  const last = proxies.map(signedOn).sort().at(-1);
  const ofDay = proxies.filter((proxy) => signedOn(proxy) === last);
  const timed = ofDay.every(({ signed_at }) => signed_at.length > 10);
  const orderOf = ({ signed_at, recorded_at, id }: MeetingProxy) =>
    timed ? [signed_at, recorded_at, id] : [recorded_at, id];
  return ofDay.reduce((best, proxy) => (isLater(orderOf(proxy), orderOf(best)) ? proxy : best));
};

const isLater = (one: readonly string[], other: readonly string[]): boolean => {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at >= 0 && one[at]! > other[at]!;
};
