import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { FactInput } from '../../schema/meeting-facts.ts';
import type { Entity } from '../../schema/rows.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { Device } from '../support/device.ts';
import { download } from '../support/documents.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { pushBody } from '../support/isolation-mutators.ts';
import { newFact } from '../support/meetings.ts';
import { textOf } from '../support/pdf-text.ts';
import { nth, required } from '../support/required.ts';

const SECRET = 'Hemlock';

/** Until nothing is left: the request itself may have begun the work. */
const drain = async ({ deps, db, hoa_id }: TestContext) => {
  await drainOutbox(deps, { hoa_id });
  const kinds = "('freezeMinutes', 'publishMinutes')";
  const sql = `SELECT count(*) AS n FROM outbox WHERE hoa_id = ? AND status = 'pending' AND kind IN ${kinds}`;
  await expect.poll(async () => Number((await db.execute({ sql, args: [hoa_id] })).rows[0]?.n), POLL).toBe(0);
};

const POLL = { timeout: 10_000 };

const documentsOf = async (person: Person) =>
  (await person.call('GET', '/api/documents?category=Meeting Minutes')).body.docs as { _id: string; title: string }[];

const fileOf = async (person: Person, id: string) =>
  textOf(new Uint8Array(await (await download(person, id)).arrayBuffer()));

const act = async (person: Person, name: MutatorName, args: object) => {
  const body = pushBody(uuidv7(), name, args);
  expect((await person.call('POST', '/api/replicache/push', body)).status).toBe(200);
};

const ok = async (person: Person, method: string, path: string, body: object) => {
  const answer = await person.call(method, path, body);
  expect([path, answer.status, answer.body?.message]).toEqual([path, expect.any(Number), undefined]);
  expect([path, answer.status < 300]).toEqual([path, true]);
  return answer.body;
};

/** A board meeting with an open and an executive item, whose every executive field says the word. */
const heldMeeting = async ({ bea, sue, rex }: TestContext) => {
  const fence = { title: 'A fence', description: '<p>x</p>', category: 'Modification' };
  const asked = await ok(rex, 'POST', '/api/requests', fence);
  const start = new Date(Date.now() - 3_600_000).toISOString();
  const id = uuidv7();
  const path = `/api/meetings/${id}`;
  await act(bea, 'createMeeting', {
    ...{ id, kind: 'board_regular', title: 'Spring meeting', starts_at: start, status: 'scheduled', place: 'The Hall' },
    ...{ chair_id: bea.id, exec_summary: 'one contract' },
  });
  const add = async (item: object) => {
    const item_id = uuidv7();
    await act(bea, 'addAgendaItem', { id: item_id, meeting_id: id, ...item });
    return item_id;
  };
  const open = await add({ title: 'The roof', description: '<p>It leaks</p>' });
  const secret = await add({
    ...{ title: `${SECRET} title`, description: `<p>${SECRET} description</p>`, proposal: `<p>${SECRET} proposal</p>` },
    ...{ presenter: `${SECRET} presenter`, executive: true },
  });
  const [motion, roof] = [uuidv7(), uuidv7()];
  const rules = { threshold: { kind: 'majority', basis: 'units' }, method: 'voice', desk: 'Record', at: start };
  await ok(bea, 'POST', `${path}/motions`, {
    ...{ id: motion, item_id: secret, number: '2', mover: `${SECRET} mover`, ...rules },
    on_adopt: [{ entity: 'request', id: asked._id, status: 'resolved' }],
  });
  await ok(bea, 'POST', `${path}/motions`, { id: roof, item_id: open, number: '1', mover: 'Sue', ...rules });
  const facts = factsOf({ roof, motion, secret, recused: `${id}:${sue.id}` });
  // A minute apart: what has the instant of the executive session belongs to it.
  const spread = facts.map((fact, n) => ({ ...fact, at: new Date(Date.parse(start) + n * 60_000).toISOString() }));
  await ok(bea, 'POST', `${path}/facts`, { facts: spread });
  await ok(bea, 'POST', `${path}/minutes`, { item_id: secret, text: `<p>${SECRET} minutes</p>`, desk: 'Record' });
  const words = { item_id: open, text: '<p>The roof was discussed.</p>', desk: 'Record' };
  await ok(bea, 'POST', `${path}/minutes`, words);
  const action = { title: `${SECRET} action`, owner_id: bea.id, meeting_id: id, item_id: secret };
  await ok(bea, 'POST', '/api/action-items', action);
  await ok(bea, 'POST', `${path}/notice`, { announcement_id: uuidv7(), reason: 'The board was away' });
  await ok(bea, 'POST', `/api/motions/${motion}/decision`, { seen: { status: 'open' } });
  return { id, path, motion };
};

/** The roof is decided in the open, the other motion in an executive session. */
const factsOf = (subject: { roof: string; motion: string; secret: string; recused: string }): FactInput[] => {
  const { roof, motion, secret, recused } = subject;
  const plain = newFact('motion_text', {}, { subject: roof, text: '<p>to mend the roof</p>' });
  const words = newFact('motion_text', {}, { subject: motion, text: `<p>${SECRET} motion</p>` });
  const ruling = { subject: secret, text: `<p>${SECRET} ruling</p>` };
  return [
    newFact('called_to_order', {}),
    plain,
    newFact('result', result(required(plain.id)), { subject: roof }),
    newFact('executive_started', {}),
    newFact('item_started', {}, { subject: secret }),
    words,
    newFact('point_of_order', { kind: 'ruling', name: `${SECRET} chair` }, ruling),
    newFact('recused', { item_id: secret, nature: `${SECRET} nature`, stays: false }, { subject: recused }),
    newFact('result', result(required(words.id), { no_quorum_reason: `${SECRET} reason` }), { subject: motion }),
    newFact('minutes_correction', { on: '2026-01-01' }, { subject: secret, text: `<p>${SECRET} correction</p>` }),
    newFact('executive_ended', {}),
    newFact('adjourned', {}),
  ];
};

const votes = { units: 0, weight: 0 };
const result = (text_id: string | null, over = {}) => ({
  ...{ outcome: 'adopted' as const, method: 'voice' as const, needed: 1, of: 1, counted: [], text_id, ...over },
  totals: { for: votes, against: votes, abstain: votes },
  presence: { present: 2, total: 2, needed: 2, met: true, units: 2, weight: 2 },
});

test('[MIN-10] minutes are filed once, as a draft, then as approved in its place', async () => {
  const ctx = await createContext();
  const { path } = await heldMeeting(ctx);
  for (const _ of [1, 2]) {
    expect((await ctx.bea.call('POST', `${path}/publish`)).status).toBe(202);
    await drain(ctx);
  }
  const [draft, ...others] = await documentsOf(ctx.rex);
  expect(others).toEqual([]);
  expect(required(draft).title).toMatch(/^Minutes of the regular board meeting, .*\(DRAFT\)$/);
  expect(await fileOf(ctx.rex, required(draft)._id)).toMatch(/DRAFT.*The roof was discussed.*to mend the roof/);
  await ctx.bea.call('POST', `${path}/minutes`, { status: 'approved' });
  await drain(ctx);
  await ctx.bea.call('POST', `${path}/publish`);
  await drain(ctx);
  const published = await documentsOf(ctx.rex);
  expect(published).toHaveLength(1);
  expect(nth(published, 0).title).not.toContain('DRAFT');
  expect(await fileOf(ctx.rex, nth(published, 0)._id)).toMatch(/The roof was discussed.*Approved on/);
  expect((await ctx.bea.call('GET', path)).body.minutes_status).toBe('published');
});

test('[MIN-08] what was approved is kept, and later facts do not change it', async () => {
  const ctx = await createContext();
  const { id, path } = await heldMeeting(ctx);
  await ctx.bea.call('POST', `${path}/minutes`, { status: 'approved' });
  await drain(ctx);
  const frozen = async () => {
    const { rows } = await ctx.db.execute({ sql: 'SELECT * FROM approved_minutes WHERE id = ?', args: [id] });
    return nth(rows, 0);
  };
  const before = await frozen();
  expect(before.board_text).toContain(`${SECRET} minutes`);
  expect(before.public_text).toContain('The roof was discussed.');
  expect(before.public_text).not.toContain(SECRET);
  await ctx.bea.call('POST', `${path}/facts`, { facts: [newFact('guest', { name: 'A late guest' })] });
  await drain(ctx);
  expect(await frozen()).toEqual(before);
});

test('[MIN-09] [MIN-10] a correction stands below the text once it is published again', async () => {
  const ctx = await createContext();
  const { path } = await heldMeeting(ctx);
  await ctx.bea.call('POST', `${path}/minutes`, { status: 'approved' });
  await drain(ctx);
  const correction = newFact('minutes_correction', { on: '2026-02-03' }, { text: '<p>The roofer is Pat.</p>' });
  await ctx.bea.call('POST', `${path}/facts`, { facts: [correction] });
  await ctx.bea.call('POST', `${path}/publish`);
  await drain(ctx);
  const document = nth(await documentsOf(ctx.rex), 0);
  expect(await fileOf(ctx.rex, document._id)).toMatch(/Corrections Feb 3, 2026 The roofer is Pat/);
});

test('[MIN-09] residents read a correction in the next minutes of the same body, and none of an executive item', async () => {
  const ctx = await createContext();
  const { path } = await heldMeeting(ctx);
  await ctx.bea.call('POST', `${path}/minutes`, { status: 'approved' });
  await drain(ctx);
  const correct = (text: string, subject: string | null = null) =>
    newFact('minutes_correction', { on: '2026-02-03' }, { text: `<p>${text}</p>`, subject });
  const secret = ((await ctx.bea.call('GET', path)).body.agenda as { _id: string; title: string }[]).find(({ title }) =>
    title.includes(SECRET),
  );
  const facts = [correct('The roofer is Pat.'), correct(`${SECRET} is spelled so.`, required(secret)._id)];
  await ctx.bea.call('POST', `${path}/facts`, { facts });
  const next = { id: uuidv7(), kind: 'board_regular', title: 'Summer meeting', status: 'scheduled' };
  await act(ctx.bea, 'createMeeting', { ...next, starts_at: new Date(Date.now() + 3_600_000).toISOString() });
  await act(ctx.bea, 'addAgendaItem', { id: uuidv7(), meeting_id: next.id, title: 'Minutes', kind: 'minutes' });
  const said = /Minutes Correction to the minutes of \w+ \d+, 2026, recorded Feb 3, 2026: The roofer is Pat\./;
  const board = (await ctx.bea.call('GET', `/api/meetings/${next.id}/minutes`)).body.sections;
  expect(JSON.stringify(board)).toContain(`recorded Feb 3, 2026: ${SECRET} is spelled so.`);
  await ctx.bea.call('POST', `/api/meetings/${next.id}/publish`);
  await drain(ctx);
  const [document, ...others] = await documentsOf(ctx.rex);
  expect(others).toEqual([]);
  const text = await fileOf(ctx.rex, required(document)._id);
  expect(text).toMatch(said);
  expect(text).not.toContain(SECRET);
});

test('[INV-06] [MIN-11] no resident receives a word of an executive session, by whatever way', async () => {
  const ctx = await createContext();
  const { path, id } = await heldMeeting(ctx);
  await ctx.bea.call('POST', `${path}/publish`);
  await drain(ctx);
  await ctx.bea.call('POST', `${path}/minutes`, { status: 'approved' });
  await drain(ctx);
  await ctx.bea.call('POST', `${path}/publish`);
  await drain(ctx);
  const heard: string[] = [];
  const device = new Device(ctx, ctx.rex);
  await device.sync();
  const entities: Entity[] = [
    'meeting',
    'agendaItem',
    'document',
    'documentText',
    'announcement',
    'request',
    'actionItem',
  ];
  for (const entity of entities) expect([entity, device.store.rows(entity).all.length]).not.toEqual(['meeting', 0]);
  const pulled = await ctx.rex.call('POST', '/api/replicache/pull', {
    ...{ pullVersion: 1, clientGroupID: uuidv7(), cookie: null, profileID: '', schemaVersion: '1' },
  });
  heard.push(JSON.stringify(pulled.body));
  expect(heard[0]).toContain('Spring meeting');
  const paths = [
    ...['/api/meetings', path, `${path}/calendar.ics`, `${path}/minutes`, `${path}/motions`, `${path}/facts`],
    ...[`${path}/roll`, `${path}/quorum`, `${path}/notice-proof`, `${path}/proxies`, '/api/action-items'],
    ...['/api/announcements', '/api/requests', '/api/documents', '/api/documents?search=hemlock', '/api/activity'],
    ...['/api/dashboard/metrics', '/api/dashboard/recent-activity', '/api/notifications/preferences'],
  ];
  for (const one of paths) heard.push(JSON.stringify(await ctx.rex.call('GET', one)));
  const documents = await documentsOf(ctx.rex);
  expect(documents).toHaveLength(1);
  for (const { _id } of documents) heard.push(await fileOf(ctx.rex, _id));
  const { rows } = await ctx.db.execute({
    sql: 'SELECT title, message FROM announcements WHERE hoa_id = ?',
    args: [ctx.hoa_id],
  });
  expect(rows).toHaveLength(1);
  heard.push(JSON.stringify(rows));
  expect(heard.filter((text) => new RegExp(SECRET, 'i').test(text))).toEqual([]);
  const board = await documentsOf(ctx.bea);
  const kept = required(board.find(({ title }) => title.includes('executive session')));
  expect(await fileOf(ctx.bea, kept._id)).toContain(`${SECRET} minutes`);
  expect((await ctx.rex.call('GET', `/api/documents/${kept._id}`)).status).toBe(404);
  expect(id).toBeTruthy();
  await device.close();
});
