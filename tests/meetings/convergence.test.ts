import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { FactData, FactKind } from '../../schema/facts.ts';
import type { FactInput } from '../../schema/meeting-facts.ts';
import { CHOICES, WAYS } from '../../schema/meetings.ts';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { MeetingBooks } from '../../sync/meetings/books.ts';
import { headsOf } from '../../sync/meetings/facts/heads.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import { resultOf } from '../../sync/meetings/motions/tally.ts';
import { presenceOf } from '../../sync/meetings/presence.ts';
import { shapes } from '../../sync/server/tables.ts';
import { offline, online, refusals } from '../support/conflicts.ts';
import { Device } from '../support/device.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { whatIsShown } from '../support/meeting-histories.ts';
import { type Built, boardMeeting, memberMeeting, newFact } from '../support/meetings.ts';
import { nth, required } from '../support/required.ts';
import { runs } from '../support/runs.ts';

const ENTITIES = ['agendaItem', 'rollUnit', 'meetingFact', 'motion', 'minutesText', 'proxy'] as const;
const ACTS = [
  'arrived',
  'arrived',
  'left',
  'vote',
  'vote',
  'vote',
  'again',
  'undo',
  'text',
  'result',
  'recused',
] as const;
const MORE = ['motion', 'minutes', 'action', 'sync'] as const;

const step = fc.record({
  device: fc.nat(4),
  act: fc.constantFrom(...ACTS, ...MORE),
  unit: fc.nat(3),
  pick: fc.nat(11),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const story = fc.record({
  isBoard: fc.boolean(),
  /** Seconds by which each clock is wrong. */
  skews: fc.array(fc.integer({ min: -3_600, max: 3_600 }), { minLength: 2, maxLength: 5 }),
  steps: fc.array(step, { minLength: 15, maxLength: 40 }),
  last: fc.nat(4),
});

/** As every side keeps them: the server numbers its rows. */
const bare = <E extends Entity>({ rev: _rev, hoa_id: _hoa, ...row }: Rows[E]): Rows[E] => row as unknown as Rows[E];

const booksOf = (of: <E extends Entity>(entity: E) => Rows[E][], id: string): MeetingBooks => {
  const rows = <E extends (typeof ENTITIES)[number]>(entity: E) =>
    of(entity)
      .filter((row) => row.meeting_id === id)
      .map((row) => bare<E>(row))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  return meetingBooks({
    time_zone: 'America/Chicago',
    meeting: bare<'meeting'>(required(of('meeting').find((meeting) => meeting.id === id))),
    items: rows('agendaItem'),
    roll: rows('rollUnit'),
    facts: rows('meetingFact'),
    motions: rows('motion'),
    texts: rows('minutesText'),
    proxies: rows('proxy'),
  });
};

const booksOn = (device: Device, id: string) => booksOf((entity) => [...device.store.rows(entity).all], id);

const booksOnServer = async ({ db, hoa_id }: TestContext, id: string): Promise<MeetingBooks> => {
  const found = new Map<Entity, Rows[Entity][]>();
  for (const entity of ['meeting', ...ENTITIES] as const) {
    const { json, name } = shapes[entity];
    const { rows } = await db.execute({ sql: `SELECT ${json} AS row FROM ${name} t WHERE hoa_id = ?`, args: [hoa_id] });
    found.set(
      entity,
      rows.map(({ row }) => JSON.parse(String(row))),
    );
  }
  return booksOf(<E extends Entity>(entity: E) => found.get(entity) as Rows[E][], id);
};

type Made = { entity: 'meetingFact' | 'motion' | 'minutesText' | 'actionItem'; id: string };

/** A device acts on the rows that it holds. */
const act = async (device: Device, { id, items, roll }: Built, step: Step, at: string): Promise<Made | null> => {
  const books = booksOn(device, id);
  const unit = nth(roll, step.unit % roll.length);
  const desk = `Desk ${step.device}`;
  const record: Recorder = async (kind, subject, data, more = {}) => {
    const fact = newFact(kind, data, { subject, at, desk, ...more });
    await device.store.mutate('recordFacts', { meeting_id: id, facts: [fact] });
    return { entity: 'meetingFact', id: fact.id };
  };
  const made = { id: uuidv7(), meeting_id: id, at, desk };
  switch (step.act) {
    case 'arrived':
      return record('arrived', unit, { way: nth(WAYS, step.pick % 2), person: `Person ${step.pick % 3}` });
    case 'left':
      return record('left', unit, step.pick % 2 ? { person: `Person ${step.pick % 3}` } : {});
    case 'recused':
      return record('recused', unit, { item_id: nth(items, 0), nature: 'a contract', stays: true });
    case 'undo': {
      const fact = books.facts.at(-1 - step.pick);
      return fact ? record('voided', fact.id, { reason: 'A mistake' }, { replaces: [fact.id] }) : null;
    }
    case 'motion':
      await device.store.mutate('makeMotion', {
        ...{ ...made, item_id: items[0], number: `${books.motions.length + 1}`, mover: 'Ann', method: 'roll_call' },
        threshold: { kind: 'majority', basis: 'weight' },
      });
      return { entity: 'motion', id: made.id };
    case 'minutes': {
      const replaces = books.texts.filter((row) => !books.texts.some((other) => other.replaces.includes(row.id)));
      const text = { text: `<p>Words ${step.pick}</p>`, item_id: null, replaces: replaces.map((row) => row.id) };
      await device.store.mutate('saveMinutesText', { ...made, ...text });
      return { entity: 'minutesText', id: made.id };
    }
    case 'action':
      await device.store.mutate('createActionItem', {
        ...{ id: made.id, title: 'Call the painter', owner_name: 'Ann', meeting_id: id, item_id: items[0], desk },
      });
      return { entity: 'actionItem', id: made.id };
    default:
      return actOnMotion(books, step, unit, record);
  }
};

type Recorder = <Kind extends FactKind>(
  kind: Kind,
  subject: string | null,
  data: FactData[Kind],
  more?: Partial<Pick<FactInput, 'replaces' | 'text'>>,
) => Promise<Made>;

const actOnMotion = async (books: MeetingBooks, step: Step, unit: string, record: Recorder): Promise<Made | null> => {
  const motion = books.motions[step.pick % Math.max(1, books.motions.length)];
  if (!motion) return null;
  const heads = (kind: FactKind) => headsOf(books).filter((fact) => fact.kind === kind);
  const idsOf = (facts: readonly { id: string }[]) => facts.map(({ id }) => id);
  const vote = { motion_id: motion.id, choice: nth(CHOICES, step.pick % 3) };
  switch (step.act) {
    case 'vote':
      return record('vote', unit, vote);
    case 'again':
      return record('vote', unit, vote, { replaces: idsOf(heads('vote').filter(({ subject }) => subject === unit)) });
    case 'text': {
      const replaces = idsOf(heads('motion_text').filter(({ subject }) => subject === motion.id));
      return record('motion_text', motion.id, {}, { text: `<p>Words ${step.pick % 3}</p>`, replaces });
    }
    case 'result': {
      const reason = step.pick % 2 ? { reason: 'Counted anew' } : {};
      const replaces = step.pick % 2 ? idsOf(heads('result')) : [];
      return record('result', motion.id, resultOf(books, motion, presenceOf(books), reason), { replaces });
    }
    default:
      return null;
  }
};

test('[INV-01] [INV-05] devices that met apart, by clocks an hour wrong, end with the rows, totals, results and minutes of the server', async () => {
  const ctx = await createContext();
  const others = await Promise.all(['Carl', 'Dora', 'Emil'].map((name) => ctx.join(ctx.hoa_id, name, 'board')));
  const people = [ctx.bea, ctx.sue, ...others];
  const all = await Promise.all(people.map((person) => new Device(ctx, person).sync()));
  const play = async ({ isBoard, skews, steps, last }: typeof story extends fc.Arbitrary<infer S> ? S : never) => {
    const meeting = isBoard ? await boardMeeting(ctx, people.slice(0, 4)) : await memberMeeting(ctx, 4);
    const devices = all.slice(0, skews.length);
    for (const device of devices) await online(device);
    offline(...devices);
    const made: (Made & { device: Device })[] = [];
    for (const [index, one] of steps.entries()) {
      const at = one.device % devices.length;
      const device = nth(devices, at);
      if (one.act === 'sync') {
        await online(device);
        offline(device);
        continue;
      }
      const clock = new Date(Date.now() + (index + nth(skews, at)) * 1_000).toISOString();
      const row = await act(device, meeting, one, clock);
      if (row) made.push({ ...row, device });
    }
    const first = last % devices.length;
    for (const device of [...devices.slice(first), ...devices.slice(0, first)]) await online(device);
    for (const device of devices) await online(device);

    const stored = await booksOnServer(ctx, meeting.id);
    const shown = whatIsShown(stored);
    for (const device of devices) {
      const books = booksOn(device, meeting.id);
      expect(books).toEqual(stored);
      expect(whatIsShown(books)).toEqual(shown);
      expect(refusals(device)).toEqual([]);
    }
    for (const { entity, id, device } of made)
      for (const one of [device, nth(devices, 0)])
        expect([entity, one.store.rows(entity).get(id)?.id]).toEqual([entity, id]);
    expect(stored.facts).toHaveLength(made.filter(({ entity }) => entity === 'meetingFact').length);
  };
  await fc.assert(fc.asyncProperty(story, play), { numRuns: runs(4, 60), endOnFailure: true });
  await Promise.all(all.map((device) => device.close()));
}, 120_000);

test('[INV-05] [MEET-23] what a device may no longer record stands in its tray with all of its content', async () => {
  const ctx = await createContext();
  const secretary = await ctx.join(ctx.hoa_id, 'Carl', 'board');
  const meeting = await boardMeeting(ctx);
  const device = await new Device(ctx, secretary).sync();
  offline(device);
  const facts = [newFact('guest', { name: 'A neighbor' }), newFact('called_to_order', {})];
  await device.store.mutate('recordFacts', { meeting_id: meeting.id, facts });
  expect((await ctx.sue.call('PUT', `/api/users/${secretary.id}`, { role: 'resident' })).status).toBe(200);
  await online(device);
  expect(refusals(device)).toMatchObject([{ mutation: 'recordFacts', args: { meeting_id: meeting.id, facts } }]);
  expect((await booksOnServer(ctx, meeting.id)).facts).toEqual([]);
  await device.close();
});
