import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { create, draft, idsOf, list, push, read } from '../support/announcements.ts';
import { testBothApis } from '../support/apis.ts';
import { contextForAll, createContext } from '../support/fixtures.ts';

const ctx = contextForAll();
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const DONE = { ok: true };

describe('[ANN-49] [ANN-51] [ANN-56] writing a draft', () => {
  test('[ANN-57] [ANN-81] [ANN-82] it answers 201 with the record', async () => {
    const { bea, rex, rita, sue } = ctx;
    const { status, body } = await bea.call('POST', '/api/announcements', draft({ title: '  Pool  ' }));
    expect(status).toBe(201);
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Pool',
      message: '<p>Closed on Monday</p>',
      category: 'general',
      status: 'draft',
      audience_type: 'all',
      recipients: expect.arrayContaining([{ _id: rex.id, name: rex.name, email: rex.email }]),
      recipient_count: 4,
      custom_recipients: [],
      attachment: null,
      delivery_methods: ['in_app', 'email'],
      delivery_stats: { total_sent: 0, email_delivered: [], email_failed: [] },
      delivered_count: 0,
      failed_count: 0,
      isReadBy: false,
      created_by: { _id: bea.id, name: bea.name },
      createdAt: INSTANT,
      sent_at: null,
      sending_since: null,
      send_at: null,
      streets: null,
    });
    expect(idsOf(body.recipients)).toEqual([bea, rex, rita, sue].map(({ id }) => id).sort());
    expect(await read(bea, body._id)).toEqual(body);
  });

  test('[ANN-21] category and audience have their defaults', async () => {
    const words = { title: 'Pool', message: '<p>Closed</p>' };
    const { body } = await ctx.bea.call('POST', '/api/announcements', words);
    expect(body).toMatchObject({ category: 'general', audience_type: 'all', custom_recipients: [], attachment: null });
  });

  testBothApis(
    '[SEC-17] [SYNC-16] [ANN-56] what only the server may set is ignored',
    async (api, { bea, sue, olga }) => {
      const forged = {
        hoa_id: olga.hoa_id,
        created_by: sue.id,
        created_by_name: 'Sue',
        status: 'sent',
        recipient_count: 9,
        delivered_count: 9,
        failed_count: 0,
        sent_at: '2020-01-01T00:00:00.000Z',
        created_at: '2020-01-01T00:00:00.000Z',
        sending_since: '2020-01-01T00:00:00.000Z',
        delivery_methods: ['email'],
        isReadBy: true,
        rev: 99,
        nonsense: { a: 1 },
      };
      expect(await api.act(bea, 'createAnnouncement', { id: uuidv7(), ...draft(), ...forged })).toEqual(DONE);
      const [{ _id }] = (await list(bea)).docs;
      const draftNow = { status: 'draft', sent_at: null, sending_since: null, delivered_count: 0, isReadBy: false };
      const stored = await read(bea, _id);
      expect(stored).toMatchObject({ ...draftNow, delivery_methods: ['in_app', 'email'], created_by: { _id: bea.id } });
      expect(Date.parse(stored.createdAt)).toBeGreaterThan(Date.now() - 60_000);
      expect(await api.act(bea, 'updateAnnouncement', { id: _id, ...forged, title: 'New' })).toEqual(DONE);
      expect(await read(bea, _id)).toEqual({ ...stored, title: 'New' });
      expect((await list(olga)).totalDocs).toBe(0);
    },
  );

  const wrong: [changes: object, message: string][] = [
    [{ title: undefined }, 'Title is required'],
    [{ title: '   ' }, 'Title is required'],
    [{ title: { $ne: '' } }, 'Title is required'],
    [{ title: 'x'.repeat(201) }, 'Cannot exceed 200 characters'],
    [{ message: undefined }, 'Message is required'],
    [{ message: '   ' }, 'Message is required'],
    [{ message: '<p>&nbsp;</p><p><br></p>' }, 'Message is required'],
    [{ message: '<script>alert(1)</script>' }, 'Message is required'],
    [{ message: 'x'.repeat(50_001) }, 'Cannot exceed 50,000 characters'],
    [{ message: '&'.repeat(12_000) }, 'Cannot exceed 50,000 characters'],
    [{ category: 'gossip' }, 'Category is required'],
    [{ audience_type: 'everyone' }, 'Audience is required'],
    [{ audience_type: 'custom', custom_recipients: [] }, 'Please select at least one recipient'],
    [{ custom_recipients: ['not an id'] }, 'Invalid id'],
  ];
  testBothApis('[ANN-71] [ANN-72] [ANN-75] every field rule is checked by the server', async (api, { bea }) => {
    for (const [changes, message] of wrong) {
      const outcome = await api.act(bea, 'createAnnouncement', { id: uuidv7(), ...draft(), ...changes });
      expect(outcome).toEqual({ ok: false, code: 'invalid', message });
    }
    expect((await list(bea)).totalDocs).toBe(0);
    const before = await create(bea);
    for (const [changes, message] of wrong.slice(-4))
      expect(await api.act(bea, 'updateAnnouncement', { id: before._id, ...changes })).toEqual({
        ok: false,
        code: 'invalid',
        message,
      });
    expect(await read(bea, before._id)).toEqual(before);
  });

  test('[API-05] every wrong field is told with its message', async () => {
    const { status, body } = await ctx.bea.call('POST', '/api/announcements', {});
    expect(status).toBe(400);
    expect(body).toEqual({
      message: 'Title is required',
      code: 'invalid_input',
      errors: [
        { path: 'title', msg: 'Title is required' },
        { path: 'message', msg: 'Message is required' },
      ],
    });
  });

  test('[ANN-74] [ANN-75] title and message are trimmed, and what is just short enough is kept', async () => {
    const [title, message] = ['t'.repeat(200), `<p>${'m'.repeat(49_993)}</p>`];
    const stored = await create(ctx.bea, { title: `  ${title} `, message: `\n${message}  ` });
    expect(stored).toMatchObject({ title, message });
  });

  testBothApis(
    '[RICH-03] [RICH-04] [ANN-49] script in the message never reaches the store',
    async (api, { bea, db }) => {
      const hostile =
        '<p onclick=alert(1)>Words<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x">link</a></p>';
      const id = uuidv7();
      await api.act(bea, 'createAnnouncement', { id, ...draft({ message: hostile }) });
      const [{ _id }] = (await list(bea)).docs;
      expect((await read(bea, _id)).message).toBe('<p>Wordslink</p>');
      await api.act(bea, 'updateAnnouncement', { id: _id, message: `${hostile}<style>p{}</style>!` });
      const sql = 'SELECT message FROM announcements WHERE id = ?';
      expect((await db.execute({ sql, args: [_id] })).rows[0]?.message).toBe('<p>Wordslink</p>!');
    },
  );

  test('[SYNC-15] an id in use is refused, over REST and on a device', async () => {
    const { bea, olga } = ctx;
    const first = await create(bea);
    expect((await bea.call('POST', '/api/announcements', { ...draft(), id: first._id })).body.code).toBe('id_taken');
    const taken = [['conflict', 'This id is already in use']];
    for (const person of [bea, olga])
      expect(await push(ctx, person, ['createAnnouncement', { ...draft(), id: first._id }])).toEqual(taken);
    expect(await read(bea, first._id)).toEqual(first);
  });
});

describe('recipients', () => {
  testBothApis('[ANN-53] [ANN-73] chosen recipients are active users of the HOA', async (api, ctx) => {
    const { bea, rex, rita, olga, join, hoa_id, db } = ctx;
    const [invited, gone] = [
      await join(hoa_id, 'Ivy New', 'resident', 'invited'),
      await join(hoa_id, 'Gus Old', 'resident'),
    ];
    await db.execute({
      sql: 'UPDATE users SET deleted_at = ? WHERE id = ?',
      args: [new Date().toISOString(), gone.id],
    });
    const act = (custom_recipients: string[]) =>
      api.act(bea, 'createAnnouncement', { id: uuidv7(), ...draft({ audience_type: 'custom', custom_recipients }) });
    const missing = { ok: false, code: 'not_found', message: 'Recipient not found' };
    for (const stranger of [olga.id, invited.id, gone.id, uuidv7()])
      expect(await act([rex.id, stranger])).toEqual(missing);
    expect((await list(bea)).totalDocs).toBe(0);
    expect(await act([rex.id, rita.id, rex.id])).toEqual(DONE);
    const [{ _id, custom_recipients }] = (await list(bea)).docs;
    expect(custom_recipients).toEqual([rex.id, rita.id]);
    expect(idsOf((await read(bea, _id)).recipients)).toEqual([rex.id, rita.id].sort());
  });

  testBothApis('[ANN-67] leaving the custom audience forgets the chosen', async (api, { bea, rex }) => {
    const { _id } = await create(bea, { audience_type: 'custom', custom_recipients: [rex.id] });
    const act = (changes: object) => api.act(bea, 'updateAnnouncement', { id: _id, ...changes });
    expect(await act({ audience_type: 'board' })).toEqual(DONE);
    expect(await read(bea, _id)).toMatchObject({ audience_type: 'board', custom_recipients: [] });
    const missing = { ok: false, code: 'invalid', message: 'Please select at least one recipient' };
    expect(await act({ audience_type: 'custom' })).toEqual(missing);
    expect(await act({ audience_type: 'all', custom_recipients: [rex.id] })).toEqual(DONE);
    expect((await read(bea, _id)).custom_recipients).toEqual([]);
  });

  test.each([
    ['all', ['bea', 'rex', 'rita', 'sue']],
    ['board', ['bea', 'sue']],
    ['residents', ['rex', 'rita']],
  ] as const)(
    '[ANN-34] [ANN-62] before it is sent, %s counts whom it would reach now',
    async (audience_type, names) => {
      const ctx = await createContext();
      const { bea, join, hoa_id } = ctx;
      await join(hoa_id, 'Ivy New', 'resident', 'invited');
      await join(hoa_id, 'Ina Former', 'board', 'inactive');
      const { _id } = await create(bea, { audience_type });
      const record = await read(bea, _id);
      expect(idsOf(record.recipients)).toEqual(names.map((name) => ctx[name].id).sort());
      expect(record.recipient_count).toBe(names.length);
      expect((await list(bea)).docs[0].recipient_count).toBe(names.length);
    },
  );
});
