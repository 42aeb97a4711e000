import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { FactInput } from '../../schema/meeting-facts.ts';
import type { Entity } from '../../schema/rows.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { Device } from '../support/device.ts';
import { download } from '../support/documents.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { newFact, RESULT } from '../support/meetings.ts';
import { textOf } from '../support/pdf-text.ts';
import { nth, required } from '../support/required.ts';

const SECRET = 'Hemlock';

const drain = async ({ deps, db, hoa_id }: TestContext) => {
  await drainOutbox(deps, { hoa_id });
  const sql = `SELECT count(*) AS n FROM outbox WHERE hoa_id = ? AND status = 'pending' AND kind = 'publishMinutes'`;
  const waiting = async () => Number((await db.execute({ sql, args: [hoa_id] })).rows[0]?.n);
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
};

const publishedText = async (person: Person): Promise<string> => {
  const { docs } = (await person.call('GET', '/api/documents?category=Meeting Minutes')).body;
  expect(docs).toHaveLength(1);
  return textOf(new Uint8Array(await (await download(person, docs[0]._id)).arrayBuffer()));
};

/** A noticed board meeting with an item that is open and an executive session that a fact begins. The facts of the session come
 * first, or last as from a device that was offline. */
const held = async (ctx: TestContext, order: 'first' | 'last') => {
  const { bea, rex } = ctx;
  const ok = async (method: string, path: string, body: object, person: Person = bea) => {
    const answer = await person.call(method, path, body);
    expect([path, answer.body?.message, answer.status < 300]).toEqual([path, undefined, true]);
    return answer.body;
  };
  const [start, now] = [Date.now() - 3_600_000, Date.now()];
  const at = (minute: number) => new Date(start + minute * 60_000).toISOString();
  const fence = { title: 'A fence', description: '<p>x</p>', category: 'Modification' };
  const asked = await ok('POST', '/api/requests', fence, rex);
  const meeting = { kind: 'board_regular', title: 'Spring meeting', starts_at: at(0), status: 'scheduled' };
  const id = (await ok('POST', '/api/meetings', { ...meeting, exec_summary: 'one contract' }))._id;
  const path = `/api/meetings/${id}`;
  const item = (await ok('POST', `${path}/agenda`, { title: 'The roof', description: '<p>It leaks</p>' }))._id;
  await ok('POST', `${path}/notice`, { announcement_id: uuidv7(), reason: 'The board was away' });
  const record = (...facts: FactInput[]) => ok('POST', `${path}/facts`, { facts });
  const session = () =>
    record(newFact('executive_started', {}, { at: at(10) }), newFact('executive_ended', {}, { at: at(50) }));
  await record(
    newFact('called_to_order', {}, { at: at(0) }),
    newFact('item_started', {}, { subject: item, at: at(1) }),
  );
  if (order === 'first') await session();
  const motion = uuidv7();
  const rules = { threshold: { kind: 'majority', basis: 'units' }, method: 'voice', desk: 'Record', at: at(20) };
  await ok('POST', `${path}/motions`, {
    ...{ id: motion, item_id: item, number: '1', mover: `${SECRET} mover`, ...rules },
    on_adopt: [{ entity: 'request', id: asked._id, status: 'resolved' }],
  });
  const words = newFact('motion_text', {}, { subject: motion, text: `<p>${SECRET} motion</p>`, at: at(21) });
  await record(words, newFact('result', { ...RESULT, text_id: required(words.id) }, { subject: motion, at: at(22) }));
  await ok('POST', `${path}/minutes`, { item_id: item, text: `<p>${SECRET} minutes</p>`, desk: 'Record', at: at(23) });
  const task = { title: `${SECRET} action`, owner_name: 'Pat', meeting_id: id, item_id: item, at: at(24) };
  const action = (await ok('POST', '/api/action-items', task))._id;
  const own = { ...task, owner_name: '', owner_id: rex.id };
  const owned = order === 'last' ? (await ok('POST', '/api/action-items', own))._id : null;
  if (order === 'last') {
    await ok('POST', `${path}/publish`, {});
    await drain(ctx);
    // Nobody has told the server of the session when the draft is published: hearing of it takes the file back.
    expect(await publishedText(rex)).toContain(SECRET);
    await session();
    await drain(ctx);
  }
  if (order === 'first') await ok('POST', `/api/motions/${motion}/decision`, { seen: { status: 'open' } });
  expect(now).toBeGreaterThan(start);
  return { id, path, item, motion, action, owned, own, request: asked._id };
};

for (const order of ['first', 'last'] as const)
  test(`[INV-06] [MIN-11] no resident hears of an executive session that a button began, its facts coming ${order}`, async () => {
    const ctx = await createContext();
    const { path, id, request, own } = await held(ctx, order);
    if (order === 'first') {
      const refused = await ctx.bea.call('POST', '/api/action-items', own);
      expect([refused.status, refused.body.message]).toEqual([
        400,
        'Only a board member can own this because it comes from an executive session.',
      ]);
      expect((await ctx.rex.call('GET', `/api/requests/${request}`)).body.resolution_notes).toMatch(
        /^By decision of the board on /,
      );
    }
    if (order === 'first') await ctx.bea.call('POST', `${path}/publish`);
    await drain(ctx);
    const device = await new Device(ctx, ctx.rex).sync();
    const entities: Entity[] = [
      'meeting',
      'agendaItem',
      'document',
      'documentText',
      'announcement',
      'request',
      'actionItem',
    ];
    const heard: [string, string][] = entities.map((entity) => [entity, JSON.stringify(device.store.rows(entity).all)]);
    expect(heard[1]?.[1]).toContain('The roof');
    for (const one of [
      ...['/api/meetings', path, `${path}/calendar.ics`, `${path}/minutes`, `${path}/motions`, `${path}/facts`],
      ...['/api/action-items', '/api/announcements', '/api/requests', `/api/requests/${request}`, '/api/documents'],
      ...[
        '/api/documents?search=hemlock',
        '/api/dashboard/metrics',
        '/api/dashboard/recent-activity',
        '/api/exports/me',
      ],
    ])
      heard.push([one, JSON.stringify(await ctx.rex.call('GET', one))]);
    const file = await publishedText(ctx.rex);
    expect(file).toContain('executive session');
    heard.push(['document', file]);
    for (const table of ['notifications', 'announcements']) {
      const { rows } = await ctx.db.execute({ sql: `SELECT * FROM ${table} WHERE hoa_id = ?`, args: [ctx.hoa_id] });
      heard.push([table, JSON.stringify(rows)]);
    }
    expect(heard.filter(([, text]) => new RegExp(SECRET, 'i').test(text)).map(([where]) => where)).toEqual([]);
    const kept = (await ctx.bea.call('GET', `${path}/minutes?form=executive`)).body;
    for (const what of ['mover', 'motion', 'minutes', 'action'])
      expect(JSON.stringify(kept)).toContain(`${SECRET} ${what}`);
    expect(id).toBeTruthy();
    await device.close();
  });

test('[AGENDA-03] [INV-06] an item that is added in an executive session, or comes from one, is executive', async () => {
  const ctx = await createContext();
  const { path, action, motion } = await held(ctx, 'first');
  await ctx.bea.call('POST', `${path}/facts`, { facts: [newFact('executive_started', {})] });
  const added = await ctx.bea.call('POST', `${path}/agenda`, { title: `${SECRET} item` });
  expect(added.body).toMatchObject({ executive: true });
  await ctx.bea.call('POST', `${path}/facts`, { facts: [newFact('executive_ended', {})] });
  const during = new Date(Date.now() - 40 * 60_000).toISOString();
  const late = await ctx.bea.call('POST', `${path}/agenda`, { title: `${SECRET} item`, at: during });
  expect(late.body).toMatchObject({ executive: true });
  expect((await ctx.bea.call('POST', `${path}/agenda`, { title: 'Open' })).body).toMatchObject({ executive: false });
  const next = { kind: 'board_regular', title: 'Next', starts_at: '2098-05-01T18:00:00Z', status: 'scheduled' };
  const { _id } = (await ctx.bea.call('POST', '/api/meetings', next)).body;
  const records = [{ record: { entity: 'actionItem', id: action } }, { record: { entity: 'motion', id: motion } }];
  const { body } = await ctx.bea.call('POST', `/api/meetings/${_id}/agenda/records`, { items: records });
  expect(body).toMatchObject([{ executive: true }, { executive: true }]);
  const single = await ctx.bea.call('POST', `/api/meetings/${_id}/agenda`, {
    title: 'x',
    record: nth(records, 0).record,
  });
  expect(single.body).toMatchObject({ executive: true });
});

test('[ACT-04] an action item leaves its resident when the executive session is heard of, and comes back when it is taken back', async () => {
  const ctx = await createContext();
  const { path, owned } = await held(ctx, 'last');
  const mine = async () =>
    (await ctx.rex.call('GET', '/api/action-items')).body.docs.map(({ _id }: { _id: string }) => _id);
  expect(await mine()).toEqual([]);
  const { docs } = (await ctx.bea.call('GET', `${path}/facts?kind=executive_started`)).body;
  const [{ _id: began }] = docs;
  await ctx.bea.call('POST', `${path}/facts`, {
    facts: [newFact('voided', { reason: 'A mistake' }, { subject: began, replaces: [began] })],
  });
  expect(await mine()).toEqual([owned]);
});
