import type { Client } from '@libsql/client';
import { createClient } from '@libsql/client/web';
import type { Page } from 'playwright-core';
import { uuidv7 } from 'uuidv7';
import { demoPasswordHash } from '../../local/seed/password.ts';
import type { Stack } from '../../local/stack.ts';
import { nth } from '../support/required.ts';
import { bundle } from './bundle.ts';
import { inParts, type Send, SyncClient, senderWithToken, tokenOf } from './caller.ts';
import { openProfile } from './chromium.ts';
import type { FigureName } from './figures.ts';
import { type BenchHoa, createHoa, insert } from './fill.ts';
import { type MeetingRows, meetingOf } from './meeting-400.ts';
import { measureScreens } from './meeting-screens.ts';
import type { Meetings } from './page/meetings.ts';
import { note, step } from './report.ts';
import { openStack } from './stacks.ts';

declare const meetings: Meetings;

const SCALE = 'meetings';
const UNITS = 400;
/** Fresh pages for the rules, each cold. */
const PAGES = 20;
/** Nobody listens there: the page is answered by the browser's own route. */
const RULES_PAGE = 'http://localhost:9/rules';
const MORE_FACTS = 60;
const ROOM = { items: 6, motions: 4, facts: 1200 };
const LARGE = { units: 2000, size: { items: 6, motions: 4, facts: 10_000 } };
const LONG = { items: 30, motions: 40, facts: 1200 };
const DEVICES = 3;
const OFFLINE_FACTS = 4000;
/** As a tick makes them, and as a press that marks many does. */
const ONE_BY_ONE = 1;
const FACTS_A_MUTATION = 100;
/** As many as a device puts into one push. */
const CHANGES_A_PUSH = 50;
const CALLED = { items: 6, motions: 8, facts: 1200, everyone: true };
const STEP_MS = 300_000;

/** A member meeting of 400 units: its screens offline, the rules in fresh pages, and what the server does with what three devices
 * recorded offline. */
export const meetingsPart = async (signal: AbortSignal): Promise<void> => {
  const stack = await openStack(signal, { withClient: true });
  const db = createClient({ url: stack.urls.database });
  try {
    const ground = await createHoa(db, 'Bench Hall', UNITS - 2);
    const now = new Date().toISOString();
    const rows = meetingOf(ground, now, ROOM);
    await step('meeting', () => fill(db, rows), STEP_MS);
    if (!signal.aborted) await step('rules', () => measureRules(ground, now), STEP_MS);
    if (!signal.aborted) await step('three devices', () => measureDevices(stack, db, ground, rows), STEP_MS);
    if (!signal.aborted) await screensPart(stack, db, signal);
  } finally {
    db.close();
    await stack.stop();
  }
};

/** In an HOA of its own, which a device syncs first. */
const screensPart = async (stack: Stack, db: Client, signal: AbortSignal): Promise<void> => {
  const hoa = await createHoa(db, 'Bench Desk', UNITS - 2);
  const now = new Date().toISOString();
  const [desk, room, added] = [
    meetingOf(hoa, now, ROOM, 3),
    meetingOf(hoa, now, CALLED, 4),
    meetingOf(hoa, now, { ...ROOM, facts: 0 }, 5),
  ] as const;
  for (const rows of [desk, room, added]) {
    await fill(db, rows);
    await insert(db, 'meetingFact', rows.facts);
  }
  const { id, hoa_id, created_at } = hoa.bea;
  await db.execute({
    sql: 'INSERT INTO credentials (user_id, hoa_id, password_hash, changed_at) VALUES (?, ?, ?, ?)',
    args: [id, hoa_id, demoPasswordHash(), created_at],
  });
  const file = factsFor(added, hoa, OFFLINE_FACTS, 6);
  await measureScreens(stack, { hoa, desk, room, added, file }, signal);
};

/** Facts of another device about a meeting that stands. */
const factsFor = (rows: MeetingRows, ground: BenchHoa, facts: number, from: number): MeetingRows['facts'] => {
  const other = meetingOf(ground, new Date().toISOString(), { ...ROOM, facts }, from);
  const own = new Map(other.roll.map(({ id }, n) => [id, nth(rows.roll, n).id]));
  return other.facts.map((fact, n) => {
    const motion = nth(rows.motions, n % rows.motions.length);
    const data = fact.kind === 'vote' ? { ...fact.data, motion_id: motion.id } : fact.data;
    return { ...fact, id: uuidv7(), subject: own.get(fact.subject ?? '') ?? motion.id, data };
  });
};

const fill = async (db: Client, { meeting, items, roll, motions, texts }: MeetingRows): Promise<void> => {
  await insert(db, 'meeting', [meeting]);
  await insert(db, 'agendaItem', items);
  await insert(db, 'rollUnit', roll);
  await insert(db, 'motion', motions);
  await insert(db, 'minutesText', texts);
};

const measureRules = async (ground: BenchHoa, now: string): Promise<void> => {
  const html = `<!doctype html><title>Rules</title><script type="module">${await bundle('tests/bench/page/meetings.ts')}</script>`;
  const profile = await openProfile();
  const large = { ...ground, neighbours: manyOf(ground.neighbours, LARGE.units) };
  const figures = {
    meetingCold: [] as number[],
    meetingNext: [] as number[],
    meetingLargeCold: [] as number[],
    meetingLarge: [] as number[],
    meetingMinutes: [] as number[],
    meetingMinutesNext: [] as number[],
  };
  const next = (page: Page, from: number, to: number) =>
    page.evaluate(([first, last]) => Array.from({ length: last - first }, (_, n) => meetings.next(first + n)), [
      from,
      to,
    ] as const);
  try {
    for (let at = 0; at < PAGES; at += 1) {
      const page = await profile.context.newPage();
      await page.route(RULES_PAGE, (route) => route.fulfill({ contentType: 'text/html', body: html }));
      await page.goto(RULES_PAGE);
      await page.waitForFunction(() => 'meetings' in globalThis);
      const prepare = (of: BenchHoa, size: typeof ROOM) =>
        page.evaluate(([all, day, how]) => meetings.prepare(all, day, how), [of, now, size] as const);
      await prepare(ground, LONG);
      figures.meetingMinutes.push(await page.evaluate(() => meetings.minutes()));
      await next(page, 0, 1);
      figures.meetingMinutesNext.push(await page.evaluate(() => meetings.minutes()));
      await prepare(ground, ROOM);
      figures.meetingCold.push(...(await next(page, 0, 1)));
      if (at === 0) figures.meetingNext.push(...(await next(page, 1, 1 + MORE_FACTS)));
      await prepare(large, LARGE.size);
      figures.meetingLargeCold.push(...(await next(page, 0, 1)));
      figures.meetingLarge.push(...(await next(page, 1, at === 0 ? 1 + MORE_FACTS : 2)));
      await page.close();
    }
  } finally {
    await profile.close();
  }
  for (const [name, values] of Object.entries(figures)) note(SCALE, 'porchlight', name as FigureName, values);
};

const manyOf = (people: BenchHoa['neighbours'], count: number): BenchHoa['neighbours'] =>
  Array.from({ length: count }, (_, n) => ({ ...nth(people, n % people.length), address_id: `address-${n}` }));

/** Facts of three devices, sent at once, from the first push until the last is accepted; and until another device has all. */
const measureDevices = async ({ urls, ...stack }: Stack, db: Client, ground: BenchHoa, rows: MeetingRows) => {
  const send = senderWithToken(await tokenOf(db, { urls, ...stack } as Stack, ground.bea), urls.app);
  const other = new SyncClient();
  await other.pullAll(send);
  const began = await sendFacts(send, ground, rows, { from: 2, facts_a_change: ONE_BY_ONE });
  note(SCALE, 'porchlight', 'meetingAccepted', performance.now() - began);
  const accepted = performance.now();
  await other.pullAll(send);
  note(SCALE, 'porchlight', 'meetingEverywhere', performance.now() - accepted);
  const again = await sendFacts(send, ground, rows, { from: 7, facts_a_change: FACTS_A_MUTATION });
  note(SCALE, 'porchlight', 'meetingAcceptedParts', performance.now() - again);
  const { rows: counted } = await db.execute({
    sql: 'SELECT count(*) AS n FROM meeting_facts WHERE hoa_id = ?',
    args: [ground.hoa_id],
  });
  if (Number(counted[0]?.n) < 2 * OFFLINE_FACTS) throw new Error(`${counted[0]?.n} facts of ${2 * OFFLINE_FACTS}`);
};

type Sending = { from: number; facts_a_change: number };

/** Three devices send at once what they recorded. Resolves with the time of the first push when the last is accepted. */
const sendFacts = async (send: Send, ground: BenchHoa, rows: MeetingRows, { from, facts_a_change }: Sending) => {
  const facts = factsFor(rows, ground, OFFLINE_FACTS, from).map(
    ({ id, kind, subject, data, text, at, replaces }, n) => ({
      ...{ id, kind, subject, data, text, at, replaces },
      desk: `Desk ${1 + (n % DEVICES)}`,
    }),
  );
  const devices = Array.from({ length: DEVICES }, (_, d) => facts.filter((_one, n) => n % DEVICES === d));
  const began = performance.now();
  await Promise.all(
    devices.map((all) => {
      const changes = inParts(all, facts_a_change).map((part) => ({ meeting_id: rows.meeting.id, facts: part }));
      return new SyncClient().pushAll(send, 'recordFacts', changes, CHANGES_A_PUSH);
    }),
  );
  return began;
};
