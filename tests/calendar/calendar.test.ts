import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import type { Log } from '../../worker/services/log.ts';
import * as dues from '../support/dues.ts';
import { contextForAll, createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { check } from '../support/ledger.ts';
import * as requests from '../support/requests.ts';
import * as violations from '../support/violations.ts';

type LogEntry = Parameters<Log>[0];

const HOUR_MS = 3_600_000;
const clock = { ahead: 0 };
// A minute into an hour, so that no limit's window ends during a test.
const start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 60_000;
const logged: LogEntry[] = [];
const ctx = contextForAll(() =>
  createContext({ now: () => new Date(start + clock.ahead), log: (entry) => void logged.push(entry) }),
);

const make = async (person: Person): Promise<string> => {
  const { status, body } = await person.call('POST', '/api/calendar');
  expect(status).toBe(201);
  return body.url as string;
};
const get = (url: string, headers: Record<string, string> = {}, { app }: Pick<TestContext, 'app'> = ctx) =>
  app.request(new URL(url).pathname, { headers: { 'CF-Connecting-IP': '203.0.113.7', ...headers } });
const statusOf = async (url: string) => (await get(url)).status;
const text = async (url: string) => {
  const answer = await get(url);
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  return answer.text();
};
const eventsIn = (ics: string) =>
  new ICAL.Component(ICAL.parse(ics)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));

describe('[14.7] a calendar of due dates', () => {
  test('has the dues, invoices, violations and requests of its person, as they may see them, and nothing else', async () => {
    const home = await createContext();
    const { bea, rex, rita, olga, otto } = home;
    const of = async (person: Person) => {
      const ics = await (await get(await make(person), {}, home)).text();
      return { ics, list: eventsIn(ics).map(({ summary, startDate }) => [startDate.toString(), summary]) };
    };
    const due = await dues.create(bea, [rex], { title: 'Dues' });
    await dues.create(bea, [rita], { title: 'Secret dues' });
    const violation = await violations.issue(bea, rex, { title: 'Bins', due_date: '2099-03-01' });
    await violations.issue(bea, rita, { title: 'Secret bins', message: '<p>Secret words</p>' });
    await violations.issue(olga, otto, { title: 'Secret elsewhere' });
    const request = await requests.create(rex, { title: 'Gate', description: '<p>Secret words</p>' });
    await requests.create(rex, { title: 'Secret without a deadline' });
    await requests.update(bea, request._id, { resolution_deadline: '2099-02-03', assigned_to: bea.id });

    const forecast = ['2099-02-07', '2099-03-07', '2099-04-07', '2099-05-07', '2099-06-06', '2099-07-07'];
    const before = await of(rex);
    const inOrder = [
      ['2099-02-03', 'Request: Gate'],
      ['2099-02-07', 'Dues: $125.50 due'],
      ['2099-03-01', 'Violation: Bins'],
    ];
    expect(before.list.slice(0, 3)).toEqual(inOrder);
    expect(before.list.filter(([, summary]) => summary?.startsWith('Dues'))).toHaveLength(forecast.length);
    expect(before.ics).not.toContain('Secret');
    const bills = await of(bea);
    expect(bills.list).toContainEqual(['2099-02-03', 'Request: Gate']);
    expect(bills.list).toContainEqual(['2099-03-01', 'Violation: Bins']);
    expect(bills.ics).not.toMatch(/Dues: |elsewhere/);

    await dues.issue(home, due._id, '2099-01-31T20:00:00Z');
    const invoiced = await of(rex);
    const first = (ics: string) => eventsIn(ics).find(({ summary }) => summary?.startsWith('Dues'));
    expect(first(invoiced.ics)).toMatchObject({ uid: first(before.ics)?.uid, sequence: 2 });
    expect(first(invoiced.ics)?.description).toContain('/invoices/');

    const { rows } = await home.db.execute({ sql: 'SELECT id FROM invoices WHERE due_id = ?', args: [due._id] });
    const [{ _id: account }] = (await rex.call('GET', '/api/accounts/mine')).body.docs;
    const part = check(account, { amount: 25.5 });
    expect((await bea.call('POST', `/api/accounts/${account}/payments`, part)).status).toBe(201);
    expect((await of(rex)).list).toContainEqual(['2099-02-07', 'Dues: $100.00 due']);
    await dues.settle(bea, String(rows[0]?.id), 'paid');
    await violations.setStatus(bea, violation._id, 'resolved', { resolution_notes: 'Done' });
    await requests.update(bea, request._id, { status: 'closed' });
    const settled = (await of(rex)).list.map(([, summary]) => summary);
    expect(settled.every((summary) => summary === 'Dues: $125.50 due')).toBe(true);
  });

  test('follows RFC 5545: whole days, escaped text, folded lines, stable uids, no time of its own', async () => {
    const title = `Bins; boats, "a\\b" and ${'é'.repeat(90)}`;
    await violations.issue(ctx.bea, ctx.rex, { title, due_date: '2099-03-01' });
    const url = await make(ctx.rex);
    const ics = await text(url);
    const lines = ics.split('\r\n');
    expect(ics).not.toMatch(/[^\r]\n/);
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    for (const line of ['BEGIN:VCALENDAR', 'VERSION:2.0', 'DTSTART;VALUE=DATE:20990301', 'TRANSP:TRANSPARENT'])
      expect(lines).toContain(line);
    for (const name of ['PRODID', 'UID', 'DTSTAMP', 'LAST-MODIFIED', 'SEQUENCE', 'URL'])
      expect(ics).toMatch(new RegExp(`^${name}[:;]`, 'm'));
    const [event] = eventsIn(ics);
    expect(event?.summary).toBe(`Violation: ${title}`);
    expect(event?.startDate.isDate).toBe(true);
    expect(event?.uid).toMatch(/^violation-[\w-]{36}@localhost:8787$/);
    clock.ahead = 60_000;
    expect(await text(url)).toBe(ics);
    clock.ahead = 0;
  });

  test('is asked for again by its ETag, and kept by nobody else', async () => {
    const url = await make(ctx.rita);
    const { headers } = await get(url);
    const ETag = headers.get('ETag') as string;
    expect(headers.get('Cache-Control')).toBe('private, no-cache');
    expect((await get(url, { 'If-None-Match': ETag })).status).toBe(304);
    await violations.issue(ctx.bea, ctx.rita);
    const changed = await get(url, { 'If-None-Match': ETag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('ETag')).not.toBe(ETag);
  });
});

describe('[14.7] the secret address of a calendar', () => {
  test('is shown once, stored as a hash, in no log, and its making and ending are in the trail', async () => {
    const { rex, sue, db } = ctx;
    logged.length = 0;
    const url = await make(rex);
    const [, token = ''] = /\/api\/calendar\/([\w-]{43})\.ics$/.exec(url) ?? [];
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(await statusOf(url)).toBe(200);
    const { rows } = await db.execute({ sql: 'SELECT * FROM calendar_feeds WHERE user_id = ?', args: [rex.id] });
    const known = [
      rows,
      logged,
      (await rex.call('GET', '/api/calendar')).body,
      (await rex.call('GET', '/api/exports/me')).body,
    ];
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(known)).not.toContain(token);
    expect(logged).toContainEqual(
      expect.objectContaining({ event: 'request', route: '/api/calendar/:token', status: 200 }),
    );
    expect((await rex.call('DELETE', '/api/calendar')).status).toBe(204);
    const { docs } = (await sue.call('GET', `/api/activity?person=${rex.id}`)).body;
    expect(docs.map(({ action }: { action: string }) => action).slice(0, 3)).toEqual([
      'deleteCalendarAddress',
      'exportData',
      'makeCalendarAddress',
    ]);
    expect(JSON.stringify(docs)).not.toContain(token);
  });

  test('ends with a new one, when it is turned off, and with its person', async () => {
    const { bea, rex, hoa_id } = ctx;
    const first = await make(rex);
    const second = await make(rex);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    expect((await rex.call('GET', '/api/calendar')).body.createdAt).toMatch(/Z$/);
    await rex.call('DELETE', '/api/calendar');
    expect(await statusOf(second)).toBe(404);
    expect((await rex.call('GET', '/api/calendar')).body).toEqual({ createdAt: null });

    const [gone, paused] = [await ctx.join(hoa_id, 'Gone', 'resident'), await ctx.join(hoa_id, 'Paused', 'resident')];
    const urls = [await make(gone), await make(paused)];
    expect((await bea.call('DELETE', `/api/users/${gone.id}`)).status).toBe(204);
    await ctx.db.execute({ sql: "UPDATE users SET status = 'inactive' WHERE id = ?", args: [paused.id] });
    expect(await Promise.all(urls.map(statusOf))).toEqual([404, 404]);
  });

  test('is limited, and so is guessing', async () => {
    const url = await make(ctx.sue);
    const asked = await Promise.all(Array.from({ length: 121 }, () => statusOf(url)));
    expect(asked.filter((status) => status === 429)).toHaveLength(1);
    const guess = (n: number) => get(`http://x/api/calendar/${n}.ics`, { 'CF-Connecting-IP': '198.51.100.9' });
    const guesses = await Promise.all(Array.from({ length: 61 }, async (_, n) => (await guess(n)).status));
    expect(guesses.filter((status) => status === 429)).toHaveLength(1);
  });
});
