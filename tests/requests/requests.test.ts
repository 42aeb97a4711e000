import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { testBothApis } from '../support/apis.ts';
import { contextForAll, type Person } from '../support/fixtures.ts';
import { fine, openAccount, signInAll } from '../support/ledger.ts';
import { comment, create, draft, list, read } from '../support/requests.ts';
import { upload } from '../support/uploads.ts';

const ctx = contextForAll();
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('[API-09] [API-10] [API-11] filing a request', () => {
  test('[REQ-14] [REQ-17] [REQ-36] it is open, the caller’s, at the caller’s address, and answers 201 with the record', async () => {
    const { rex } = ctx;
    const { s3Key } = await upload(rex, 'gate.png');
    const { status, body } = await rex.call('POST', '/api/requests', draft({ title: '  Gate  ', photo_url: s3Key }));
    expect(status).toBe(201);
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Gate',
      description: '<p>Stuck</p>',
      category: 'Maintenance',
      entry_id: null,
      status: 'open',
      photo_url: expect.stringMatching(/^files\//),
      photo: { key: body.photo_url, name: 'gate.png', size: 16, type: 'image/png' },
      more_photos: null,
      createdAt: INSTANT,
      resolution_deadline: null,
      resolution_notes: null,
      user_id: { _id: rex.id, name: rex.name, email: rex.email, role: 'resident' },
      address_id: { _id: rex.address_id, street: expect.stringContaining('Willow Lane'), unit_number: null },
      assigned_to: null,
      comments: [],
      history: [{ action: 'Created the request', user_id: { _id: rex.id, name: rex.name }, timestamp: body.createdAt }],
    });
    expect(await read(rex, body._id)).toEqual(body);
  });

  testBothApis(
    '[REQ-09] a resident, the board and the superadmin file requests alike',
    async (api, { rex, bea, sue }) => {
      for (const person of [rex, bea, sue]) {
        const id = uuidv7();
        expect(await api.act(person, 'createRequest', { id, ...draft() })).toEqual({ ok: true });
      }
      const { docs } = await list(bea);
      expect(docs.map((doc: { user_id: { _id: string } }) => doc.user_id._id).sort()).toEqual(
        [rex.id, bea.id, sue.id].sort(),
      );
    },
  );

  testBothApis('[EXPL-08] it may be about an entry of an account that the caller holds', async (api, own) => {
    const { rex, rita, bea } = own;
    await signInAll(own);
    const account = await openAccount(own, rex);
    const charge = fine(account);
    expect(await bea.call('POST', `/api/accounts/${account}/entries`, { ...charge, kind: 'charge' })).toMatchObject({
      status: 201,
    });
    const entry_id = `${account}.${charge.id}`;
    const asked = uuidv7();
    expect(await api.act(rex, 'createRequest', { id: asked, ...draft({ entry_id }) })).toEqual({ ok: true });
    expect((await list(bea)).docs).toMatchObject([{ entry_id }]);
    const hidden = await api.act(rita, 'createRequest', { id: uuidv7(), ...draft({ entry_id }) });
    expect(hidden).toMatchObject({ ok: false, message: 'Entry not found.' });
    const missing = await api.act(rex, 'createRequest', { id: uuidv7(), ...draft({ entry_id: `${entry_id}x` }) });
    expect(missing).toMatchObject({ ok: false, message: 'Entry not found.' });
    expect((await list(bea)).docs).toHaveLength(1);
  });

  testBothApis(
    '[REQ-17] [SEC-17] [SYNC-16] what only the server may set is ignored',
    async (api, { rex, rita, olga, bea }) => {
      const forged = {
        hoa_id: olga.hoa_id,
        user_id: rita.id,
        address_id: rita.address_id,
        status: 'closed',
        assigned_to: bea.id,
        resolution_notes: 'done',
        history: [{ action: 'x', user_id: bea.id, name: 'Bea', staff: true, timestamp: '2020-01-01T00:00:00.000Z' }],
        created_at: '2020-01-01T00:00:00.000Z',
        createdAt: '2020-01-01T00:00:00.000Z',
        rev: 99,
        nonsense: { a: 1 },
      };
      expect(await api.act(rex, 'createRequest', { id: uuidv7(), ...draft(), ...forged })).toEqual({ ok: true });
      const [request] = (await list(bea)).docs;
      expect(request).toMatchObject({ status: 'open', assigned_to: null, resolution_notes: null });
      expect(request.user_id._id).toBe(rex.id);
      expect(request.address_id._id).toBe(rex.address_id);
      expect(request.history).toHaveLength(1);
      expect(Date.parse(request.createdAt)).toBeGreaterThan(Date.now() - 60_000);
      expect((await list(olga)).totalDocs).toBe(0);
    },
  );

  const wrong: [id: string, changes: object, message: string][] = [
    ['REQ-23', { title: undefined }, 'Title is required'],
    ['REQ-23', { title: '   ' }, 'Title is required'],
    ['REQ-23', { title: 'x'.repeat(201) }, 'Cannot exceed 200 characters'],
    ['REQ-24', { description: undefined }, 'Description is required'],
    ['REQ-24', { description: '<p>&nbsp;</p><p><br></p>' }, 'Description is required'],
    ['REQ-24', { description: '<script>alert(1)</script>' }, 'Description is required'],
    ['REQ-24', { description: 'x'.repeat(50_001) }, 'Cannot exceed 50,000 characters'],
    ['RICH-04', { description: '&'.repeat(12_000) }, 'Cannot exceed 50,000 characters'],
    ['REQ-25', { category: undefined }, 'Category is required'],
    ['REQ-25', { category: 'Complaint' }, 'Category is required'],
    ['API-11', { title: { $ne: '' } }, 'Title is required'],
  ];
  testBothApis('[REQ-23] [REQ-24] [REQ-25] every field rule is checked by the server', async (api, { rex }) => {
    for (const [, changes, message] of wrong) {
      const outcome = await api.act(rex, 'createRequest', { id: uuidv7(), ...draft(), ...changes });
      expect(outcome).toEqual({ ok: false, code: 'invalid', message });
    }
    expect((await list(rex)).totalDocs).toBe(0);
  });

  test('[API-05] every wrong field is told with its message', async () => {
    const { status, body } = await ctx.rex.call('POST', '/api/requests', {});
    expect(status).toBe(400);
    expect(body).toEqual({
      message: 'Title is required',
      code: 'invalid_input',
      errors: [
        { path: 'title', msg: 'Title is required' },
        { path: 'description', msg: 'Description is required' },
        { path: 'category', msg: 'Category is required' },
      ],
    });
  });

  testBothApis(
    '[RICH-03] [RICH-04] [REQ-26] script in rich text never reaches the store',
    async (api, { rex, bea, db }) => {
      const hostile =
        '<p onclick=alert(1)>Words<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x">link</a></p>';
      await api.act(rex, 'createRequest', { id: uuidv7(), ...draft({ description: hostile }) });
      const [{ _id }] = (await list(rex)).docs;
      await api.act(bea, 'addRequestComment', { id: uuidv7(), request_id: _id, message: hostile });
      const stored = await db.execute({
        sql: 'SELECT description, message FROM requests r JOIN request_comments c ON c.request_id = r.id WHERE r.id = ?',
        args: [_id],
      });
      expect({ ...stored.rows[0] }).toMatchObject({ description: '<p>Wordslink</p>', message: '<p>Wordslink</p>' });
    },
  );

  test('[SYNC-15] over REST the caller may make the id, and one in use is refused in every HOA', async () => {
    const id = uuidv7();
    const first = await create(ctx.rex, { id: id.toUpperCase() });
    expect(first._id).toBe(id);
    for (const person of [ctx.rex, ctx.otto]) {
      const { status, body } = await person.call('POST', '/api/requests', draft({ id }));
      expect([status, body.code]).toEqual([409, 'id_taken']);
    }
    expect(await read(ctx.rex, id)).toEqual(first);
    expect((await ctx.rex.call('POST', '/api/requests', draft({ id: 'mine' }))).status).toBe(400);
  });
});

describe('the thread', () => {
  test('[REQ-38] [API-10] a message answers 201 with the request', async () => {
    const { _id } = await create(ctx.rex);
    const { status, body } = await comment(ctx.rex, _id, '<p>Hello</p>');
    expect(status).toBe(201);
    expect(body).toMatchObject({ _id, comments: [{ message: '<p>Hello</p>', is_public: true, is_staff: false }] });
    expect(await read(ctx.rex, _id)).toEqual(body);
  });

  testBothApis('[REQ-28] a message must say something', async (api, { rex }) => {
    const { _id } = await create(rex);
    for (const message of [undefined, '', '<p></p>', '<p>&nbsp;<br></p>', '<style>p{}</style>', 7])
      expect(await api.act(rex, 'addRequestComment', { id: uuidv7(), request_id: _id, message })).toEqual({
        ok: false,
        code: 'invalid',
        message: 'Message cannot be empty',
      });
    expect((await read(rex, _id)).comments).toEqual([]);
  });

  test('[SYNC-16] [SEC-17] author, time and staff mark are the server’s', async () => {
    const { rex, bea } = ctx;
    const { _id } = await create(rex);
    const forged = { user_id: bea.id, author_name: 'Bea', is_staff: true, created_at: '2020-01-01T00:00:00.000Z' };
    await rex.call('POST', `/api/requests/${_id}/comments`, { message: '<p>x</p>', request_id: uuidv7(), ...forged });
    const [seen] = (await read(bea, _id)).comments;
    expect(seen).toMatchObject({ user_id: { _id: rex.id, name: rex.name }, is_staff: false });
    expect(Date.parse(seen.created_at)).toBeGreaterThan(Date.now() - 60_000);
  });
});

describe('ids made on the device', () => {
  const push = async (person: Person, mutations: [name: string, args: object][]) => {
    const [clientID, clientGroupID] = [uuidv7(), uuidv7()];
    const answer = await person.call('POST', '/api/replicache/push', {
      pushVersion: 1,
      clientGroupID,
      profileID: 'p',
      schemaVersion: '1',
      mutations: mutations.map(([name, args], at) => ({ clientID, id: at + 1, name, args, timestamp: 0 })),
    });
    expect(answer.status).toBe(200);
    const sql = 'SELECT code, message FROM refusals WHERE client_group_id = ? ORDER BY at, id';
    return (await ctx.db.execute({ sql, args: [clientGroupID] })).rows.map((row) => [row.code, row.message]);
  };

  test('[SYNC-15] a record keeps its address, and an id in use in any HOA is refused with the same words', async () => {
    const id = uuidv7();
    expect(await push(ctx.rex, [['createRequest', { id, ...draft() }]])).toEqual([]);
    expect((await read(ctx.rex, id))._id).toBe(id);
    const taken = [['conflict', 'This id is already in use']];
    for (const person of [ctx.rex, ctx.rita, ctx.otto])
      expect(await push(person, [['createRequest', { id, ...draft({ title: 'Stolen' }) }]])).toEqual(taken);
    expect(await read(ctx.rex, id)).toMatchObject({ title: 'Gate', user_id: { _id: ctx.rex.id } });
  });

  test('[SYNC-15] the same holds for a message’s id', async () => {
    const [{ _id }, foreign, id] = [await create(ctx.rex), await create(ctx.otto), uuidv7()];
    const message = (request_id: string) =>
      ['addRequestComment', { id, request_id, message: '<p>x</p>' }] as [string, object];
    expect(await push(ctx.rex, [message(_id)])).toEqual([]);
    const taken = [['conflict', 'This id is already in use']];
    expect(await push(ctx.bea, [message(_id)])).toEqual(taken);
    expect(await push(ctx.otto, [message(foreign._id)])).toEqual(taken);
  });

  test('[SYNC-16] the order written offline is the order of the server’s times', async () => {
    const [id, titles] = [uuidv7(), ['one', 'two', 'three', 'four']];
    const texts = titles.map(
      (title) => ['addRequestComment', { id: uuidv7(), request_id: id, message: title }] as [string, object],
    );
    expect(await push(ctx.rex, [['createRequest', { id, ...draft() }], ...texts])).toEqual([]);
    const { comments } = await read(ctx.rex, id);
    expect(comments.map(({ message }: { message: string }) => message)).toEqual(titles);
    expect(new Set(comments.map(({ created_at }: { created_at: string }) => created_at)).size).toBe(4);
  });
});
