import fc from 'fast-check';
import { CHOICES, METHODS, type MeetingKind, WAYS } from '../../schema/meetings.ts';
import type { MeetingFact, Motion } from '../../schema/tables/meetings.ts';
import type { MeetingBooks } from '../../sync/meetings/books.ts';
import { headsOf } from '../../sync/meetings/facts/heads.ts';
import { sessionOf } from '../../sync/meetings/meeting-session.ts';
import { minutesOf } from '../../sync/meetings/minutes/minutes.ts';
import { motionStateOf } from '../../sync/meetings/motions/motions.ts';
import { resultOf, tallyOf } from '../../sync/meetings/motions/tally.ts';
import { presenceOf } from '../../sync/meetings/presence.ts';
import { proxiesThatCount } from '../../sync/meetings/proxies/proxies.ts';
import { quorumOf } from '../../sync/meetings/quorum.ts';
import { Room, time, unitId } from './meeting-books.ts';
import { nth } from './required.ts';

const ACTS = [
  ...['arrived', 'arrived', 'arrived', 'left', 'left', 'vote', 'vote', 'vote', 'vote', 'again', 'again', 'undo'],
  ...[
    'count',
    'result',
    'result',
    'recused',
    'text',
    'state',
    'session',
    'guest',
    'revoke',
    'unit',
    'desk',
    'sync',
    'sync',
  ],
] as const;
const SESSION = ['called_to_order', 'adjourned', 'recess', 'resumed', 'executive_started', 'executive_ended'] as const;
const UNITS = 6;

type Step = { device: number; act: (typeof ACTS)[number]; unit: number; pick: number };
type History = { kind: MeetingKind; method: Motion['method']; skews: number[]; steps: Step[] };

/** 2 to 5 devices that act apart, each by a clock of its own, up to an hour wrong. */
export const histories: fc.Arbitrary<History> = fc
  .array(fc.integer({ min: -3_600, max: 3_600 }), { minLength: 2, maxLength: 5 })
  .chain((skews) =>
    fc.record({
      kind: fc.constantFrom<MeetingKind>('board_regular', 'member_annual'),
      method: fc.constantFrom(...METHODS, 'roll_call' as const),
      skews: fc.constant(skews),
      steps: fc.array(
        fc.record({
          device: fc.nat(skews.length - 1),
          act: fc.constantFrom(...ACTS),
          unit: fc.integer({ min: 1, max: UNITS }),
          pick: fc.nat(11),
        }),
        { maxLength: 60 },
      ),
    }),
  );

type Look = (device: MeetingBooks, motion: Motion, added: MeetingFact | null) => void;

/** Plays a history and answers what each device holds once all have synced. `look` sees the device after each step. */
export const play = ({ kind, method, skews, steps }: History, look: Look = () => {}): MeetingBooks[] => {
  const server = new Room({ kind, units: UNITS, weights: (n) => n });
  const motion = server.motion({ method });
  server.proxy(1);
  server.proxy(1, { signed_at: '2026-11-02', kind: 'quorum' });
  server.proxy(2, { kind: 'directed', directions: [{ item_id: 'item', choice: 'against' }] });
  server.proxy(3, { signed_at: '2026-11-03' });
  server.books = { ...server.books, proxies: server.books.proxies.map((proxy, n) => ({ ...proxy, id: `p${n}` })) };
  const devices = skews.map(() => {
    const device = new Room({ kind });
    device.books = server.books;
    return device;
  });
  for (const [index, step] of steps.entries()) {
    const device = nth(devices, step.device);
    const at = new Date(Date.parse(time('19:00')) + (index * 20 + nth(skews, step.device)) * 1_000).toISOString();
    const added = act(device, server, motion, step, { id: `${step.device}-${index}`, at, desk: `Desk ${step.device}` });
    look(device.books, motion, added);
  }
  for (const device of devices) sync(device, server);
  for (const device of devices) sync(device, server);
  return devices.map(({ books }) => books);
};

const sync = (device: Room, server: Room): void => {
  const known = new Set(server.books.facts.map(({ id }) => id));
  const pushed = device.books.facts.filter(({ id }) => !known.has(id));
  server.books = { ...server.books, facts: [...server.books.facts, ...pushed] };
  const held = new Set(device.books.facts.map(({ id }) => id));
  const pulled = server.books.facts.filter(({ id }) => !held.has(id));
  device.books = { ...server.books, facts: [...device.books.facts, ...pulled] };
};

type Over = Pick<MeetingFact, 'id' | 'at' | 'desk'>;

const act = (device: Room, server: Room, motion: Motion, { act, unit, pick }: Step, over: Over): MeetingFact | null => {
  const add = (...[kind, subject, data, more]: [MeetingFact['kind'], string | null, object, object?]) =>
    device.fact(kind, '19:00', subject, data as never, { ...over, ...more }) as unknown as MeetingFact;
  const { facts, proxies } = device.books;
  const proxy = proxies.find(({ address_id }, n) => address_id === `u${unit}` && n >= pick % 2);
  const byProxy = pick > 7 && proxy ? { proxy_id: proxy.id } : {};
  const choice = nth(CHOICES, pick % 3);
  const vote = { motion_id: motion.id, choice, ...byProxy };
  switch (act) {
    case 'arrived': {
      const way = 'proxy_id' in byProxy ? 'proxy' : nth(WAYS, pick % 2);
      return add('arrived', unitId(unit), { way, ...(pick % 4 ? { person: `Person ${pick % 3}` } : {}), ...byProxy });
    }
    case 'left':
      return add('left', unitId(unit), pick < 4 ? {} : pick < 8 ? { person: `Person ${pick % 3}` } : byProxy);
    case 'vote':
      return add('vote', unitId(unit), vote);
    case 'again': {
      const heads = headsOf(device.books).filter((fact) => fact.kind === 'vote' && fact.subject === unitId(unit));
      return add('vote', unitId(unit), vote, { replaces: heads.map(({ id }) => id) });
    }
    case 'undo': {
      const fact = facts.at(-1 - pick);
      return fact ? add('voided', fact.id, { reason: 'A mistake' }, { replaces: [fact.id] }) : null;
    }
    case 'count':
      return add('count', motion.id, { label: `Side ${unit % 3}`, for: pick, against: unit, abstain: 0 });
    case 'result': {
      const before = facts.filter((fact) => fact.kind === 'result').map(({ id }) => id);
      const reason = pick % 2 ? { reason: 'Counted anew' } : {};
      const data = resultOf(device.books, motion, presenceOf(device.books), reason);
      return add('result', motion.id, data, { replaces: pick > 4 ? before : [] });
    }
    case 'desk': {
      const device = `device ${pick % 3}`;
      return pick % 2 ? add('desk_opened', null, { device }) : add('desk_closed', null, { desk: over.desk, device });
    }
    case 'recused':
      return add('recused', unitId(unit), { item_id: pick % 3 ? 'item' : 'other', nature: 'a contract', stays: true });
    case 'text': {
      const heads = headsOf(device.books).filter((fact) => fact.kind === 'motion_text');
      return add('motion_text', motion.id, {}, { text: `Words ${pick % 3}`, replaces: heads.map(({ id }) => id) });
    }
    case 'state':
      return add('motion_state', motion.id, { state: pick % 2 ? 'voting' : 'made', method: METHODS[pick % 4] });
    case 'session':
      return pick > 8 ? add('item_started', pick > 9 ? 'item' : 'other', {}) : add(nth(SESSION, pick % 6), null, {});
    case 'guest':
      return add('guest', null, { name: `Guest ${pick % 3}` });
    case 'revoke':
      if (proxy) server.changeProxy(proxy.id, { status: pick % 4 ? 'revoked' : 'invalid', revoked_at: over.at });
      return null;
    case 'unit':
      server.changeUnit(unit, pick % 2 ? { removed_at: over.at } : { non_voting: pick > 6 });
      return null;
    case 'sync':
      sync(device, server);
      return null;
  }
};

/** All that follows from a meeting's rows. */
export const whatIsShown = (books: MeetingBooks) => {
  const presence = presenceOf(books);
  return {
    session: sessionOf(books),
    heads: headsOf(books),
    presence,
    proxies: [...proxiesThatCount(books)].sort(([a], [b]) => (a < b ? -1 : 1)),
    quorum: quorumOf(books, presence),
    tallies: books.motions.map((motion) => tallyOf(books, motion, presence)),
    motions: books.motions.map((motion) => motionStateOf(books, motion)),
    minutes: minutesOf(books, {
      hoa: 'An HOA',
      time_zone: 'America/Chicago',
      nameOf: () => null,
      actions: [],
      earlier_corrections: [],
    }),
  };
};
