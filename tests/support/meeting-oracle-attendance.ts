import type { Way } from '../../schema/meetings.ts';
import type { MeetingProxy, RollUnit } from '../../schema/tables/voters.ts';
import type { MeetingBooks } from '../../sync/meetings/books.ts';
import { oracleHeads } from './meeting-oracle-facts.ts';
import { required } from './required.ts';

/** PROXY-04, PROXY-05: how a proxy stands, at the end or at an instant. Of those active the one signed last counts. */
export const oracleProxy = (books: MeetingBooks, proxy: MeetingProxy, at?: string): string => {
  const isActive = ({ status, revoked_at }: MeetingProxy) =>
    status === 'active' || (status === 'revoked' && at !== undefined && required(revoked_at) > at);
  if (books.meeting.kind.startsWith('board')) return 'invalid';
  if (!isActive(proxy)) return proxy.status;
  const rivals = books.proxies.filter((other) => other.address_id === proxy.address_id && isActive(other));
  return rivals.some((other) => other.signed_at > proxy.signed_at) ? 'superseded' : 'active';
};

type Event = { at: string; id: string; run(people: Map<string, Way>): void };

/** DESK-02, DESK-05, PROXY-05, Table 7: who of a unit is there, at the end or at an instant. */
export const oracleAttendance = (
  books: MeetingBooks,
  unit: RollUnit,
  at?: string,
): { way: Way | null; hasOwn: boolean; byProxy: string | null } => {
  const own = books.proxies.filter(({ address_id }) => address_id === unit.address_id);
  const arrivals = oracleHeads(books.facts, 'arrived')
    .filter(({ subject }) => subject === unit.id)
    .map(
      ({ at: when, id, data }): Event => ({
        at: when,
        id,
        run: (people) => {
          // A recused director who comes back was there all the time.
          if (data.item_id !== undefined && people.size > 0) return;
          if (data.way === 'proxy')
            return void (
              countsFor(books, own, data.proxy_id, when, at) && people.set(required(data.proxy_id), 'proxy')
            );
          const name = `person ${data.person ?? ''}`;
          if (people.get(name) !== 'in_person') people.set(name, data.way);
        },
      }),
    );
  const departures = oracleHeads(books.facts, 'left')
    .filter(({ subject, data }) => subject === unit.id && data.item_id === undefined)
    .map(
      ({ at: when, id, data }): Event => ({
        at: when,
        id,
        run: (people) => {
          if (data.proxy_id !== undefined) people.delete(data.proxy_id);
          else if (data.person !== undefined) people.delete(`person ${data.person}`);
          else people.clear();
        },
      }),
    );
  const revocations = own
    .filter(({ status }) => status === 'revoked')
    .map(({ id, revoked_at }): Event => ({ at: required(revoked_at), id, run: (people) => void people.delete(id) }));
  const people = new Map<string, Way>();
  const events = [...arrivals, ...departures, ...revocations].filter((event) => at === undefined || event.at <= at);
  for (const event of events.sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1)))
    event.run(people);
  const ways = [...people.values()];
  const hasOwn = ways.some((way) => way !== 'proxy');
  return {
    way: (['in_person', 'remote', 'proxy'] as const).find((way) => ways.includes(way)) ?? null,
    hasOwn,
    byProxy: hasOwn ? null : ([...people.keys()][0] ?? null),
  };
};

/** A check-in by a proxy counts while the proxy does; one that was revoked later counted until then. */
const countsFor = (
  books: MeetingBooks,
  own: readonly MeetingProxy[],
  proxy_id: string | undefined,
  when: string,
  at: string | undefined,
): boolean => {
  const proxy = own.find(({ id }) => id === proxy_id);
  if (!proxy) return false;
  const stands = oracleProxy(books, proxy, at);
  return stands === 'active' || (stands === 'revoked' && when < required(proxy.revoked_at));
};
