import { afterEach, expect, test } from 'vitest';
import type { MeetingBooks } from '../../sync/meetings/books.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import { minutesOf } from '../../sync/meetings/minutes/minutes.ts';
import { minutesHtml } from '../../sync/meetings/minutes/minutes-html.ts';
import { presenceOf } from '../../sync/meetings/presence.ts';
import { quorumOf } from '../../sync/meetings/quorum.ts';
import { at, Desk, type Meeting, scheduled, UNITS } from '../support/aeroplane.ts';
import { type Device, Device as NewDevice } from '../support/device.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { write } from '../support/meetings.ts';
import { nth, required } from '../support/required.ts';

const TWICE = 12;

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

const open: Device[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((device) => device.close()));
});

const device = async (ctx: TestContext, person = ctx.bea) => {
  const made = new NewDevice(ctx, person);
  open.push(made);
  return made.sync();
};

const booksOn = ({ store }: Device, id: string): MeetingBooks => {
  const of = <Row extends { meeting_id: string }>(rows: readonly Row[]) => rows.filter((row) => row.meeting_id === id);
  return meetingBooks({
    time_zone: 'America/Chicago',
    meeting: required(store.rows('meeting').get(id)),
    items: of(store.rows('agendaItem').all),
    roll: of(store.rows('rollUnit').all),
    facts: of(store.rows('meetingFact').all),
    motions: of(store.rows('motion').all),
    texts: of(store.rows('minutesText').all),
    proxies: of(store.rows('proxy').all),
  });
};

const CONTEXT = {
  hoa: 'Willow Creek',
  time_zone: 'America/Chicago',
  nameOf: () => 'Bea Marsh',
  actions: [],
  earlier_corrections: [],
};

const seenOn = (one: Device, { id }: Meeting) => {
  const books = booksOn(one, id);
  const presence = presenceOf(books);
  const { words, units, met } = quorumOf(books, presence);
  return {
    facts: books.facts.map((fact) => fact.id).sort(),
    present: presence.present.length,
    quorum: { words, units, met },
    minutes: minutesHtml(minutesOf(books, CONTEXT, 'board')),
  };
};

/** Three devices offline: the record, and two desks that check in 400 units, 12 of them twice. */
const held = async (ctx: TestContext, run: number) => {
  const meeting = await scheduled(ctx, run);
  const devices = [await device(ctx), await device(ctx, ctx.sue), await device(ctx)];
  const [record, one, two] = [
    new Desk(nth(devices, 0), meeting, 'Record', 10_000),
    new Desk(nth(devices, 1), meeting, 'Desk 1', 20_000),
    new Desk(nth(devices, 2), meeting, 'Desk 2', 30_000),
  ];
  for (const each of devices) each.online = false;
  // Meanwhile the owner revokes, after the desk had checked the proxy in.
  await write(ctx, async (tx) => {
    const proxy = required(await tx.get('proxy', meeting.proxy));
    await tx.put('proxy', { ...proxy, status: 'revoked', revoked_at: at(45), revoked_by_name: 'Owner 1' });
  });
  const half = UNITS / 2;
  await one.checkIn(0, half + TWICE / 2, -20);
  await two.checkIn(half - TWICE / 2, UNITS, -19);
  await record.record(at(-5), 'recorder_taken', null, { device: 'record' });
  await record.record(at(0), 'called_to_order', null, {});
  for (const [n, method] of (['consent', 'voice', 'count'] as const).entries()) {
    await record.record(at(10 * n + 1), 'item_started', nth(meeting.items, n), {});
    const [motion, text] = await record.motion(n, method, 10 * n + 2);
    if (method === 'count')
      await record.record(at(10 * n + 4), 'count', motion, { label: 'Hall', for: 300, against: 0, abstain: 0 });
    await record.result(10 * n + 5, motion, text, method, method === 'count' ? 300 : 0);
  }
  await record.record(at(31), 'item_started', nth(meeting.items, 3), {});
  const [motion, text] = await record.motion(3, 'roll_call', 32);
  const mark = (desk: Desk, n: number, choice: 'for' | 'against') =>
    desk.record(at(33, n), 'vote', nth(meeting.roll, n), {
      ...{ motion_id: motion, choice },
      ...(n === 0 && { proxy_id: meeting.proxy }),
    });
  const counted: string[] = [];
  for (let n = 0; n < 20; n += 1) counted.push(await mark(record, n, 'for'));
  // A unit is marked otherwise at the desk where it sits.
  await mark(one, 5, 'against');
  await mark(two, 250, 'for');
  await record.result(40, motion, text, 'roll_call', 20, counted);
  for (const n of [4, 5]) await record.record(at(41 + n), 'item_started', nth(meeting.items, n), {});
  await record.device.store.mutate('saveMinutesText', {
    ...{
      id: record.newId(),
      meeting_id: meeting.id,
      item_id: nth(meeting.items, 4),
      text: '<p>The treasurer reported.</p>',
    },
    ...{ replaces: [], at: at(47), desk: 'Record' },
  });
  await record.record(at(50), 'adjourned', null, {});
  return { meeting, devices };
};

test('[DEMO-06] [INV-01] [INV-05] a meeting of 400 units held on three devices offline gives the same minutes in each of six orders', async () => {
  const minutes: unknown[] = [];
  for (const [run, order] of ORDERS.entries()) {
    const ctx = await createContext();
    const { meeting, devices } = await held(ctx, run);
    const alone = devices.map((one) => seenOn(one, meeting));
    expect(alone.map(({ present }) => present)).toEqual([0, 206, 206]);
    for (const n of order) {
      nth(devices, n).online = true;
      await nth(devices, n).sync();
    }
    await Promise.all(devices.map((one) => one.sync()));
    const server = await device(ctx);
    const seen = [...devices, server].map((one) => seenOn(one, meeting));
    for (const one of seen) expect(one).toEqual(seen[0]);
    for (const one of devices) expect(one.store.outbox).toEqual([]);
    const { facts, ...rest } = nth(seen, 0);
    expect(rest).toMatchObject({ present: 399, quorum: { met: true } });
    expect(facts).toHaveLength(new Set(facts).size);
    minutes.push(rest);
    await Promise.all(open.splice(0).map((one) => one.close()));
  }
  for (const one of minutes) expect(one).toEqual(minutes[0]);
}, 300_000);
