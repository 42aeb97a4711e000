import { extractText, getDocumentProxy } from 'unpdf';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { displayOf } from '../../client/meetings/room/display.ts';
import type { FactInput } from '../../schema/meeting-facts.ts';
import type { Entity } from '../../schema/rows.ts';
import type { ActionItem, MeetingFact, MinutesText } from '../../schema/tables/meetings.ts';
import type { MeetingRows } from '../../sync/meetings/books.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import { minutesOf } from '../../sync/meetings/minutes/minutes.ts';
import { minutesHtml } from '../../sync/meetings/minutes/minutes-html.ts';
import { presenceOf } from '../../sync/meetings/presence.ts';
import { quorumOf } from '../../sync/meetings/quorum.ts';
import { sessionOf } from '../../sync/meetings/session.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { Device } from '../support/device.ts';
import { download } from '../support/documents.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { Room, time } from '../support/meeting-books.ts';
import { newFact } from '../support/meetings.ts';

const SECRET = 'Hemlock';
const NONE = { units: 0, weight: 0 };
const RESULT = {
  ...{ outcome: 'adopted' as const, method: 'voice' as const, needed: 1, of: 1, counted: [], text_id: null },
  totals: { for: NONE, against: NONE, abstain: NONE },
  presence: { present: 2, total: 2, needed: 2, met: true, units: 2, weight: 2 },
};

describe('what the rows make', () => {
  const CONTEXT = {
    hoa: 'Willow Creek',
    time_zone: 'UTC',
    nameOf: () => null,
    earlier_corrections: [],
  };

  /** An open motion and text before an executive session of 20:00 to 20:30, secret ones in it, on an item that is open. `stamped` tells
   * that their device knew of the session, and `shift` puts its clock ahead by so many minutes. */
  const evening = ({ stamped = false, shift = 0 } = {}) => {
    const room = new Room({ kind: 'board_regular', units: 3 });
    const clock = (minute: number) => new Date(Date.parse(time('19:00')) + minute * 60_000).toISOString();
    room.fact('called_to_order', '19:00', null, {});
    room.fact('item_started', '19:10', 'item', {});
    const began = room.fact('executive_started', '20:00', null, {});
    const at = (minute: number) => ({
      at: clock(minute + shift),
      recorded_at: clock(300),
      executive_session_id: stamped ? began.id : null,
    });
    const open = room.motion({ id: 'open', number: '1', at: clock(20) });
    room.fact('motion_text', '19:20', open.id, {}, { text: '<p>to mend the roof</p>' });
    room.fact('result', '19:25', open.id, RESULT);
    const secret = room.motion({ id: 'secret', number: '2', mover: `${SECRET} mover`, ...at(65) });
    const words = { text: `<p>${SECRET} words</p>`, ...at(66) };
    room.fact('motion_text', '20:06', secret.id, {}, words);
    room.fact('result', '20:07', secret.id, { ...RESULT, no_quorum_reason: `${SECRET} reason` }, at(67));
    room.fact('recused', '20:08', 'm:u1', { item_id: 'item', nature: `${SECRET} nature`, stays: true }, at(68));
    const ruling = { kind: 'ruling' as const, name: `${SECRET} chair` };
    room.fact('point_of_order', '20:09', 'item', ruling, { text: `<p>${SECRET} ruling</p>`, ...at(69) });
    room.fact('executive_ended', '20:30', null, {});
    const author = { meeting_id: 'm', item_id: 'item', by: 'sec', by_name: 'Sue', desk: 'Record', imported_by: null };
    const texts = [
      { id: 't1', text: '<p>The roof leaks.</p>', replaces: [], executive_session_id: null, at: clock(22), ...author },
      { id: 't2', text: `<p>The roof leaks. ${SECRET} text</p>`, replaces: ['t1'], ...author, ...at(70) },
    ] as unknown as MinutesText[];
    const action = {
      ...{ id: 'a', title: `${SECRET} action`, owner_id: null, owner_name: 'Bea', due_on: null, meeting_id: 'm' },
      ...{ item_id: 'item', motion_id: null, status: 'open', executive: false, created_at: at(71).at },
      executive_session_id: at(71).executive_session_id,
    } as unknown as ActionItem;
    return { books: meetingBooks({ ...room.books, texts }), action, room, began };
  };

  const htmlOf = (books: MeetingRows, action: ActionItem, form: 'public' | 'board' | 'executive') =>
    minutesHtml(minutesOf(meetingBooks(books), { ...CONTEXT, actions: [action] }, form));

  const SECRETS = ['mover', 'words', 'reason', 'nature', 'chair', 'ruling', 'text', 'action'].map(
    (one) => `${SECRET} ${one}`,
  );

  for (const [title, how] of [
    ['by its time', {}],
    ['by what its device knew, with a clock that is 50 minutes slow', { stamped: true, shift: -50 }],
    ['by what its device knew, with a clock that is an hour fast', { stamped: true, shift: 60 }],
  ] as const)
    test(`[MIN-11] [INV-06] what was made, said and decided in an executive session is executive ${title}`, () => {
      const { books, action } = evening(how);
      const open = htmlOf(books, action, 'public');
      expect(open).not.toContain(SECRET);
      expect(open).toContain('to mend the roof');
      expect(open).toContain('The roof leaks.');
      expect(open).toContain('The board met in executive session from 8:00 PM to 8:30 PM');
      const closed = htmlOf(books, action, 'executive');
      const all = htmlOf(books, action, 'board');
      for (const words of SECRETS) expect([closed, all].map((html) => html.includes(words))).toEqual([true, true]);
      expect(closed).not.toContain('to mend the roof');
    });

  test('[INV-06] [MOTION-01] a motion that was made in the open and decided or amended in an executive session is executive', () => {
    for (const kind of ['result', 'motion_text'] as const) {
      const { books, action, room } = evening();
      room.books = books;
      const late = kind === 'result' ? { ...RESULT, reason: 'Counted anew' } : { mover: 'Ann' };
      room.fact(kind, '20:10', 'open', late as never, {
        text: kind === 'result' ? '' : '<p>to mend the roof twice</p>',
      });
      expect(htmlOf(room.books, action, 'public')).not.toContain('to mend the roof');
    }
  });

  test('[INV-06] a time that cannot be right does not take a fact out of the executive session', () => {
    const { books, action, room } = evening();
    room.books = books;
    room.fact(
      'point_of_order',
      '23:00',
      'item',
      { kind: 'point', name: `${SECRET} late` },
      { recorded_at: time('20:10') },
    );
    expect(htmlOf(room.books, action, 'public')).not.toContain(SECRET);
  });

  test('[INV-06] what is written later from a text of the executive session stays in it', () => {
    const { books, action } = evening();
    const later = { ...books.texts[1]!, id: 't3', replaces: ['t2'], at: time('21:00'), executive_session_id: null };
    expect(htmlOf({ ...books, texts: [...books.texts, later] }, action, 'public')).not.toContain(SECRET);
  });

  test('[INV-06] an item that was heard in an executive session alone is executive but for its title', () => {
    const { books, action, room } = evening();
    room.books = {
      ...books,
      items: [...books.items, { ...books.items[0]!, id: 'heard', title: 'A lease', position: 9 }],
    };
    room.fact('item_started', '20:20', 'heard', {});
    const text = { ...books.texts[0]!, id: 't4', item_id: 'heard', text: `<p>${SECRET} lease</p>`, at: time('22:00') };
    const all = { ...room.books, texts: [...books.texts, text] };
    expect(htmlOf(all, action, 'public')).not.toContain(SECRET);
    expect(htmlOf(all, action, 'public')).toContain('A lease');
    expect(htmlOf(all, action, 'executive')).toContain(`${SECRET} lease`);
  });

  test('[MEET-05] an executive session that was begun by mistake and taken back closes nothing', () => {
    for (const stamped of [true, false]) {
      const { books, action, room, began } = evening({ stamped });
      room.books = books;
      room.void(began, '20:40');
      for (const words of SECRETS) expect(htmlOf(room.books, action, 'public')).toContain(words);
    }
  });

  test('[SHOW-02] the display shows nothing of an executive session after it has ended', () => {
    const { books } = evening();
    const shown = displayOf({ books, session: sessionOf(books), quorum: quorumOf(books, presenceOf(books)) }, null);
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    expect(shown.motion?.text).toContain('to mend the roof');
  });

  test('[INV-01] [INV-06] in whatever order the rows come, the same stands in the public minutes, and never a secret once all are there', () => {
    for (const how of [{}, { stamped: true, shift: 45 }]) {
      const { books, action } = evening(how);
      const expected = htmlOf(books, action, 'public');
      for (let seed = 1; seed <= 40; seed += 1) {
        const mixed = <Row>(rows: readonly Row[]): Row[] =>
          rows
            .map((row, n) => [((n + 1) * (seed + 11) * 7_919) % 1_013, row] as const)
            .sort(([a], [b]) => a - b)
            .map(([, row]) => row);
        const { facts, texts, motions } = books;
        const other = { ...books, facts: mixed(facts), texts: mixed(texts), motions: mixed(motions) };
        expect([seed, htmlOf(other, action, 'public')]).toEqual([seed, expected]);
      }
    }
  });

  test('[INV-06] a device that has not heard of the beginning yet closes what names it', () => {
    const { books, action, began } = evening({ stamped: true });
    const facts = books.facts.filter(({ id }) => id !== began.id) as MeetingFact[];
    expect(htmlOf({ ...books, facts }, action, 'public')).not.toContain(SECRET);
  });
});

const textOf = async (bytes: Uint8Array): Promise<string> =>
  (await extractText(await getDocumentProxy(bytes), { mergePages: true })).text;

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
  await record(words, newFact('result', { ...RESULT, text_id: words.id! }, { subject: motion, at: at(22) }));
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
        'Only a member of the board can own this: it comes from an executive session.',
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
  const single = await ctx.bea.call('POST', `/api/meetings/${_id}/agenda`, { title: 'x', record: records[0]!.record });
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
