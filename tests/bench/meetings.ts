import type { Client } from '@libsql/client';
import { createClient } from '@libsql/client/web';
import { uuidv7 } from 'uuidv7';
import type { Stack } from '../../local/stack.ts';
import { bundle } from './bundle.ts';
import { SyncClient, senderWithToken, tokenOf } from './caller.ts';
import { openProfile } from './chromium.ts';
import { type BenchHoa, createHoa, insert } from './fill.ts';
import { booksOf, type MeetingRows, meetingOf } from './meeting-400.ts';
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
const FACTS_A_MUTATION = 100;
const STEP_MS = 300_000;

/** A member meeting of 400 units: the rules in fresh pages, and what the server does with what three devices recorded offline. */
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
  } finally {
    db.close();
    await stack.stop();
  }
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
  const figures: Record<'cold' | 'next' | 'large' | 'minutes', number[]> = {
    cold: [],
    next: [],
    large: [],
    minutes: [],
  };
  try {
    for (let at = 0; at < PAGES; at += 1) {
      const page = await profile.context.newPage();
      await page.route(RULES_PAGE, (route) => route.fulfill({ contentType: 'text/html', body: html }));
      await page.goto(RULES_PAGE);
      await page.waitForFunction(() => 'meetings' in globalThis);
      const prepare = (of: BenchHoa, size: typeof ROOM) =>
        page.evaluate(([all, day, how]) => meetings.prepare(all, day, how), [of, now, size] as const);
      await prepare(ground, LONG);
      figures.minutes.push(await page.evaluate(() => meetings.minutes()));
      await prepare(ground, ROOM);
      figures.cold.push(await page.evaluate(() => meetings.next(0)));
      for (let more = 1; at === 0 && more <= MORE_FACTS; more += 1)
        figures.next.push(await page.evaluate((n) => meetings.next(n), more));
      await prepare(large, LARGE.size);
      await page.evaluate(() => meetings.next(0));
      figures.large.push(await page.evaluate(() => meetings.next(1)));
      await page.close();
    }
  } finally {
    await profile.close();
  }
  note(SCALE, 'porchlight', 'meetingCold', figures.cold);
  note(SCALE, 'porchlight', 'meetingNext', figures.next);
  note(SCALE, 'porchlight', 'meetingLarge', figures.large);
  note(SCALE, 'porchlight', 'meetingMinutes', figures.minutes);
};

const manyOf = (people: BenchHoa['neighbours'], count: number): BenchHoa['neighbours'] =>
  Array.from({ length: count }, (_, n) => ({ ...people[n % people.length]!, address_id: `address-${n}` }));

/** Facts of three devices, sent at once, from the first push until the last is accepted; and until another device has all. */
const measureDevices = async ({ urls, ...stack }: Stack, db: Client, ground: BenchHoa, rows: MeetingRows) => {
  const send = senderWithToken(await tokenOf(db, { urls, ...stack } as Stack, ground.bea), urls.app);
  const other = new SyncClient();
  await other.pullAll(send);
  const { facts } = booksOf(meetingOf(ground, new Date().toISOString(), { ...ROOM, facts: OFFLINE_FACTS }, 2));
  const own = new Map(
    meetingOf(ground, rows.meeting.starts_at, ROOM, 2).roll.map(({ id }, n) => [id, rows.roll[n]!.id]),
  );
  const mine = facts.map(({ kind, subject, data, text, at, replaces }, n) => ({
    id: uuidv7(),
    kind,
    subject: own.get(subject ?? '') ?? rows.motions[n % rows.motions.length]!.id,
    data: kind === 'vote' ? { ...data, motion_id: rows.motions[n % rows.motions.length]!.id } : data,
    text,
    at,
    replaces,
    desk: `Desk ${1 + (n % DEVICES)}`,
  }));
  const began = performance.now();
  const devices = Array.from({ length: DEVICES }, (_, d) => mine.filter((_one, n) => n % DEVICES === d));
  await Promise.all(
    devices.map(async (all) => {
      const client = new SyncClient();
      for (let at = 0; at < all.length; at += FACTS_A_MUTATION)
        await client.push(send, 'recordFacts', {
          meeting_id: rows.meeting.id,
          facts: all.slice(at, at + FACTS_A_MUTATION),
        });
    }),
  );
  note(SCALE, 'porchlight', 'meetingAccepted', performance.now() - began);
  const accepted = performance.now();
  await other.pullAll(send);
  note(SCALE, 'porchlight', 'meetingEverywhere', performance.now() - accepted);
  const { rows: counted } = await db.execute({
    sql: 'SELECT count(*) AS n FROM meeting_facts WHERE hoa_id = ?',
    args: [ground.hoa_id],
  });
  if (Number(counted[0]?.n) < mine.length) throw new Error(`${counted[0]?.n} facts of ${mine.length}`);
};
