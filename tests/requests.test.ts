import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../schema/requests.ts';
import { createApp } from '../worker/app.ts';
import { type Answer, type Cast, call, cast, type Person } from './cast.ts';
import { bothDoors } from './doors.ts';
import { presign, upload } from './uploads.ts';

const NOT_FOUND = 'Request not found or you do not have permission to view it';
const FORBIDDEN = 'You do not have permission to do this';

let stage: Cast;
beforeAll(async () => {
  stage = await cast();
});

const draft = (over: object = {}) => ({ title: 'Gate', description: '<p>Stuck</p>', category: 'Maintenance', ...over });
const told = ({ status, body }: Answer) => [status, body.message];
const create = async (person: Person, over: object = {}) => {
  const { status, body } = await person.call('POST', '/api/requests', draft(over));
  expect(status).toBe(201);
  return body;
};
const read = async (person: Person, id: string) => (await person.call('GET', `/api/requests/${id}`)).body;
const list = async (person: Person, query = '') => (await person.call('GET', `/api/requests${query}`)).body;
const comment = (person: Person, id: string, message: string, is_public = true) =>
  person.call('POST', `/api/requests/${id}/comments`, { message, is_public });
const update = (person: Person, id: string, changes: object) => person.call('PUT', `/api/requests/${id}`, changes);
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('filing a request', () => {
  test('[REQ-14] [REQ-17] [REQ-36] [API-09] [API-10] it is open, the caller’s, at the caller’s address, and answers 201 with the record', async () => {
    const { rex } = stage;
    const { s3Key } = await upload(rex, 'gate.png');
    const { status, body } = await rex.call('POST', '/api/requests', draft({ title: '  Gate  ', photo_url: s3Key }));
    expect(status).toBe(201);
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Gate',
      description: '<p>Stuck</p>',
      category: 'Maintenance',
      status: 'open',
      photo_url: expect.stringMatching(/^files\//),
      photo: { key: body.photo_url, name: 'gate.png', size: 16, type: 'image/png' },
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

  bothDoors(
    '[REQ-17] [SEC-13] [SEC-17] [SYNC-16] what only the server may set is ignored',
    async (door, { rex, rita, olga, bea }) => {
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
      expect(await door.act(rex, 'createRequest', { id: uuidv7(), ...draft(), ...forged })).toEqual({ ok: true });
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
  bothDoors(
    '[REQ-23] [REQ-24] [REQ-25] [API-11] [SYNC-09] every field rule is checked by the server',
    async (door, { rex }) => {
      for (const [, changes, message] of wrong) {
        const outcome = await door.act(rex, 'createRequest', { id: uuidv7(), ...draft(), ...changes });
        expect(outcome).toEqual({ ok: false, code: 'invalid', message });
      }
      expect((await list(rex)).totalDocs).toBe(0);
    },
  );

  test('[API-05] every wrong field is told with its message', async () => {
    const { status, body } = await stage.rex.call('POST', '/api/requests', {});
    expect(status).toBe(400);
    expect(body).toEqual({
      message: 'Title is required',
      errors: [
        { path: 'title', msg: 'Title is required' },
        { path: 'description', msg: 'Description is required' },
        { path: 'category', msg: 'Category is required' },
      ],
    });
  });

  bothDoors(
    '[RICH-03] [RICH-04] [REQ-26] script in rich text never reaches the store',
    async (door, { rex, bea, db }) => {
      const hostile =
        '<p onclick=alert(1)>Words<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x">link</a></p>';
      await door.act(rex, 'createRequest', { id: uuidv7(), ...draft({ description: hostile }) });
      const [{ _id }] = (await list(rex)).docs;
      await door.act(bea, 'addRequestComment', { id: uuidv7(), request_id: _id, message: hostile });
      const stored = await db.execute({
        sql: 'SELECT description, message FROM requests r JOIN request_comments c ON c.request_id = r.id WHERE r.id = ?',
        args: [_id],
      });
      expect({ ...stored.rows[0] }).toMatchObject({ description: '<p>Wordslink</p>', message: '<p>Wordslink</p>' });
    },
  );

  test('[SYNC-15] over REST the server makes the id, whatever the body says', async () => {
    const first = await create(stage.rex);
    expect((await create(stage.rex, { id: first._id, _id: first._id }))._id).not.toBe(first._id);
  });
});

describe('who may see a request', () => {
  test('[REQ-33] [SEC-14] [SEC-15] residents see their own, the board the HOA’s, another HOA nothing', async () => {
    const { rex, rita, bea, sue, olga, otto } = await cast();
    const { _id } = await create(rex);
    await create(rita);
    expect((await list(rex)).docs.map((request: { _id: string }) => request._id)).toEqual([_id]);
    for (const person of [bea, sue]) expect((await list(person)).totalDocs).toBe(2);
    for (const person of [olga, otto]) expect((await list(person)).totalDocs).toBe(0);
    for (const person of [rex, bea, sue]) expect((await read(person, _id))._id).toBe(_id);
    for (const person of [rita, olga, otto])
      expect(told(await person.call('GET', `/api/requests/${_id}`))).toEqual([404, NOT_FOUND]);
  });

  bothDoors(
    '[REQ-34] [SEC-14] a hidden request is as absent as one that never was, and nothing is written',
    async (door, { rex, rita, olga, bea }) => {
      const { _id } = await create(rex);
      for (const id of [_id, uuidv7()])
        for (const person of [rita, olga]) {
          const hidden = { ok: false, code: 'not_found', message: NOT_FOUND };
          expect(await door.act(person, 'updateRequest', { id, status: 'closed' })).toEqual(hidden);
          const message = { id: uuidv7(), request_id: id, message: '<p>Hello</p>' };
          expect(await door.act(person, 'addRequestComment', message)).toEqual(hidden);
        }
      expect(await read(bea, _id)).toMatchObject({ status: 'open', comments: [], history: [expect.anything()] });
    },
  );

  test.each(['nonsense', '%00', '..%2F..%2Fapi', "'%20OR%201=1", 'x'.repeat(300)])(
    '[API-06] the id %s is not found',
    async (id) => {
      for (const [method, path] of [
        ['GET', ''],
        ['PUT', ''],
        ['POST', '/comments'],
        ['POST', '/attachments'],
      ] as const)
        expect(
          told(await stage.bea.call(method, `/api/requests/${id}${path}`, method === 'GET' ? undefined : {})),
        ).toEqual([404, NOT_FOUND]);
    },
  );

  test('[REQ-31] [SEC-08] a resident learns neither the assignee nor who of the board acted', async () => {
    const { rex, bea } = stage;
    const { _id } = await create(rex);
    await update(bea, _id, { status: 'in_progress', assigned_to: bea.id });
    await comment(bea, _id, '<p>We are on it</p>');
    const seen = await read(rex, _id);
    expect(seen.assigned_to).toBeNull();
    expect(seen.history.at(-1)).toEqual({
      action: 'Set in progress',
      user_id: { name: 'HOA Staff' },
      timestamp: INSTANT,
    });
    expect(seen.comments[0]).toMatchObject({ user_id: { name: 'HOA Staff' }, is_staff: true });
    for (const answer of [seen, await list(rex), (await comment(rex, _id, '<p>Thanks</p>')).body]) {
      expect(JSON.stringify(answer)).not.toContain(bea.name);
      expect(JSON.stringify(answer)).not.toContain(bea.id);
    }
  });

  test('[REQ-29] the board sees real names and who is staff', async () => {
    const { rex, bea, sue } = stage;
    const { _id } = await create(rex);
    await comment(bea, _id, '<p>One</p>');
    await comment(rex, _id, '<p>Two</p>');
    const { comments } = await read(sue, _id);
    expect(comments).toEqual([
      {
        _id: expect.any(String),
        user_id: { _id: bea.id, name: bea.name, role: 'board' },
        message: '<p>One</p>',
        created_at: INSTANT,
        is_public: true,
        is_staff: true,
      },
      {
        _id: expect.any(String),
        user_id: { _id: rex.id, name: rex.name, role: 'resident' },
        message: '<p>Two</p>',
        created_at: INSTANT,
        is_public: true,
        is_staff: false,
      },
    ]);
  });

  test('[REQ-31] staff stays staff to residents after leaving the board, and stays themselves to themselves', async () => {
    const { rex, sue, join, hoa_id, db } = stage;
    const ben = await join(hoa_id, 'Ben Former', 'board');
    const mine = await create(ben);
    const { _id } = await create(rex);
    await comment(ben, _id, '<p>As staff</p>');
    await comment(ben, mine._id, '<p>To myself</p>');
    await db.execute({ sql: "UPDATE users SET role = 'resident' WHERE id = ?", args: [ben.id] });
    expect((await read(rex, _id)).comments[0]).toMatchObject({ user_id: { name: 'HOA Staff' }, is_staff: true });
    expect((await read(sue, _id)).comments[0]).toMatchObject({ user_id: { name: 'Ben Former' }, is_staff: true });
    expect((await read(ben, mine._id)).comments[0].user_id.name).toBe('Ben Former');
    expect(told(await ben.call('GET', `/api/requests/${_id}`))).toEqual([404, NOT_FOUND]);
  });

  bothDoors('[REQ-32] private messages are for the board alone', async (door, { rex, bea, sue }) => {
    const { _id } = await create(rex);
    const write = (person: Person) =>
      door.act(person, 'addRequestComment', {
        id: uuidv7(),
        request_id: _id,
        message: '<p>Secret</p>',
        is_public: false,
      });
    expect(await write(rex)).toMatchObject({ ok: false, code: 'forbidden' });
    expect(await write(bea)).toEqual({ ok: true });
    expect((await read(sue, _id)).comments).toHaveLength(1);
    expect((await read(rex, _id)).comments).toEqual([]);
    expect(JSON.stringify(await list(rex))).not.toContain('Secret');
  });
});

describe('the thread', () => {
  test('[REQ-38] [API-10] a message answers 201 with the request', async () => {
    const { _id } = await create(stage.rex);
    const { status, body } = await comment(stage.rex, _id, '<p>Hello</p>');
    expect(status).toBe(201);
    expect(body).toMatchObject({ _id, comments: [{ message: '<p>Hello</p>', is_public: true, is_staff: false }] });
    expect(await read(stage.rex, _id)).toEqual(body);
  });

  bothDoors('[REQ-28] a message must say something', async (door, { rex }) => {
    const { _id } = await create(rex);
    for (const message of [undefined, '', '<p></p>', '<p>&nbsp;<br></p>', '<style>p{}</style>', 7])
      expect(await door.act(rex, 'addRequestComment', { id: uuidv7(), request_id: _id, message })).toEqual({
        ok: false,
        code: 'invalid',
        message: 'Message cannot be empty',
      });
    expect((await read(rex, _id)).comments).toEqual([]);
  });

  test('[SYNC-16] [SEC-17] author, time and staff mark are the server’s', async () => {
    const { rex, bea } = stage;
    const { _id } = await create(rex);
    const forged = { user_id: bea.id, author_name: 'Bea', is_staff: true, created_at: '2020-01-01T00:00:00.000Z' };
    await rex.call('POST', `/api/requests/${_id}/comments`, { message: '<p>x</p>', request_id: uuidv7(), ...forged });
    const [seen] = (await read(bea, _id)).comments;
    expect(seen).toMatchObject({ user_id: { _id: rex.id, name: rex.name }, is_staff: false });
    expect(Date.parse(seen.created_at)).toBeGreaterThan(Date.now() - 60_000);
  });
});

describe('handling a request', () => {
  bothDoors('[REQ-37] [SEC-12] a resident may not, not even on their own', async (door, { rex, bea }) => {
    const { _id } = await create(rex);
    for (const changes of [{ status: 'closed' }, { assigned_to: null }, { resolution_notes: 'x' }, {}])
      expect(await door.act(rex, 'updateRequest', { id: _id, ...changes })).toEqual({
        ok: false,
        code: 'forbidden',
        message: FORBIDDEN,
      });
    expect(await read(bea, _id)).toMatchObject({ status: 'open', resolution_notes: null });
  });

  test('[REQ-18] [REQ-20] [REQ-44] the board sets any status from any other, and each change enters history once', async () => {
    const { _id } = await create(stage.rex);
    const steps = REQUEST_STATUSES.flatMap((from) => REQUEST_STATUSES.flatMap((to) => [from, to]));
    let [current, changes] = ['open', 0];
    for (const status of steps) {
      const answer = await update(stage.bea, _id, { status });
      expect([answer.status, answer.body.status]).toEqual([200, status]);
      if (status !== current) changes += 1;
      current = status;
    }
    const { history } = await read(stage.sue, _id);
    expect(history).toHaveLength(1 + changes);
    expect(history).toContainEqual(expect.objectContaining({ action: 'Set awaiting info' }));
  });

  bothDoors(
    '[REQ-43] the board also sets assignee, deadline and notes, and clears them',
    async (door, { rex, bea, sue }) => {
      const { _id } = await create(rex);
      const changes = { assigned_to: sue.id, resolution_deadline: '2031-05-01', resolution_notes: 'Ordered a part' };
      expect(await door.act(bea, 'updateRequest', { id: _id, ...changes })).toEqual({ ok: true });
      const { assigned_to, ...others } = changes;
      expect(await read(bea, _id)).toMatchObject({ ...others, status: 'open' });
      expect((await read(bea, _id)).assigned_to).toEqual({ _id: assigned_to, name: sue.name, email: sue.email });
      expect(await read(rex, _id)).toMatchObject({ ...others, assigned_to: null });
      await door.act(bea, 'updateRequest', {
        id: _id,
        assigned_to: null,
        resolution_deadline: null,
        resolution_notes: null,
      });
      expect(await read(bea, _id)).toMatchObject({
        assigned_to: null,
        resolution_deadline: null,
        resolution_notes: null,
      });
    },
  );

  bothDoors(
    '[SEC-14] [REQ-43] [API-11] wrong values are refused and nothing is written',
    async (door, { rex, bea, olga }) => {
      const { _id } = await create(rex);
      const act = (changes: object) => door.act(bea, 'updateRequest', { id: _id, ...changes });
      for (const assigned_to of [olga.id, uuidv7()])
        expect(await act({ assigned_to })).toEqual({ ok: false, code: 'not_found', message: 'Assignee not found' });
      expect(await act({ status: 'done' })).toEqual({ ok: false, code: 'invalid', message: 'Invalid status' });
      expect(await act({ resolution_deadline: 'soon' })).toEqual({
        ok: false,
        code: 'invalid',
        message: 'Invalid date',
      });
      expect(await act({ resolution_notes: 'x'.repeat(5001) })).toMatchObject({ ok: false, code: 'invalid' });
      expect(await read(bea, _id)).toMatchObject({ status: 'open', assigned_to: null, resolution_deadline: null });
    },
  );

  bothDoors('[SEC-17] an update touches nothing else, whatever it says', async (door, { rex, rita, bea }) => {
    const { comments: _none, ...before } = await create(rex);
    const forged = {
      title: 'Mine',
      description: '<p>x</p>',
      user_id: rita.id,
      hoa_id: rita.id,
      history: [],
      photo_url: 'x',
      rev: 0,
    };
    await door.act(bea, 'updateRequest', { id: before._id, resolution_notes: 'n', ...forged });
    expect(await read(bea, before._id)).toEqual({ ...before, resolution_notes: 'n', comments: [] });
  });

  test('[SYNC-17] edits made at once are merged by field, messages only append, every status change enters history', async () => {
    const { rex, bea, sue } = stage;
    const { _id } = await create(rex);
    const answers = await Promise.all([
      update(bea, _id, { status: 'in_progress' }),
      update(sue, _id, { resolution_notes: 'Part ordered' }),
      update(bea, _id, { assigned_to: sue.id }),
      update(sue, _id, { status: 'awaiting_info' }),
      ...Array.from({ length: 5 }, (_, at) => comment(at % 2 ? bea : rex, _id, `<p>${at}</p>`)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 201, 201, 201, 201]);
    const request = await read(bea, _id);
    expect(request).toMatchObject({ resolution_notes: 'Part ordered', assigned_to: { _id: sue.id } });
    expect(request.comments).toHaveLength(5);
    expect(request.history.map((entry: { action: string }) => entry.action).sort()).toEqual([
      'Created the request',
      'Set awaiting info',
      'Set in progress',
    ]);
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
    return (await stage.db.execute({ sql, args: [clientGroupID] })).rows.map((row) => [row.code, row.message]);
  };

  test('[SYNC-15] a record keeps its address, and an id in use in any HOA is refused with the same words', async () => {
    const id = uuidv7();
    expect(await push(stage.rex, [['createRequest', { id, ...draft() }]])).toEqual([]);
    expect((await read(stage.rex, id))._id).toBe(id);
    const taken = [['conflict', 'This id is already in use']];
    for (const person of [stage.rex, stage.rita, stage.otto])
      expect(await push(person, [['createRequest', { id, ...draft({ title: 'Stolen' }) }]])).toEqual(taken);
    expect(await read(stage.rex, id)).toMatchObject({ title: 'Gate', user_id: { _id: stage.rex.id } });
  });

  test('[SYNC-15] the same holds for a message’s id', async () => {
    const [{ _id }, foreign, id] = [await create(stage.rex), await create(stage.otto), uuidv7()];
    const message = (request_id: string) =>
      ['addRequestComment', { id, request_id, message: '<p>x</p>' }] as [string, object];
    expect(await push(stage.rex, [message(_id)])).toEqual([]);
    const taken = [['conflict', 'This id is already in use']];
    expect(await push(stage.bea, [message(_id)])).toEqual(taken);
    expect(await push(stage.otto, [message(foreign._id)])).toEqual(taken);
  });

  test('[SYNC-16] the order written offline is the order of the server’s times', async () => {
    const [id, titles] = [uuidv7(), ['one', 'two', 'three', 'four']];
    const texts = titles.map(
      (title) => ['addRequestComment', { id: uuidv7(), request_id: id, message: title }] as [string, object],
    );
    expect(await push(stage.rex, [['createRequest', { id, ...draft() }], ...texts])).toEqual([]);
    const { comments } = await read(stage.rex, id);
    expect(comments.map(({ message }: { message: string }) => message)).toEqual(titles);
    expect(new Set(comments.map(({ created_at }: { created_at: string }) => created_at)).size).toBe(4);
  });
});

describe('the list', () => {
  let full: Cast;
  beforeAll(async () => {
    full = await cast();
    for (let at = 1; at <= 12; at += 1) {
      const category = REQUEST_CATEGORIES[at % REQUEST_CATEGORIES.length];
      const { _id } = await create(at % 3 ? full.rex : full.rita, { title: `Request ${at}`, category });
      if (at > 6) await update(full.bea, _id, { status: 'resolved' });
    }
  });
  const titles = async (query: string, person = full.bea) =>
    (await list(person, query)).docs.map(({ title }: { title: string }) => title);

  test('[REQ-35] [API-08] [LIST-03] pages of ten, newest first', async () => {
    const { docs, ...paging } = await list(full.bea);
    expect(paging).toEqual({ page: 1, limit: 10, totalPages: 2, totalDocs: 12, hasNextPage: true });
    expect(docs).toHaveLength(10);
    expect(docs[0].title).toBe('Request 12');
    const last = await list(full.bea, '?page=2');
    expect(last).toMatchObject({ page: 2, hasNextPage: false, totalDocs: 12 });
    expect(last.docs.map(({ title }: { title: string }) => title)).toEqual(['Request 2', 'Request 1']);
    expect(await list(full.bea, '?page=3')).toMatchObject({ docs: [], page: 3, hasNextPage: false });
  });

  test.each([
    ['?limit=101', 1, 100],
    ['?limit=100000', 1, 100],
    ['?limit=0&page=0', 1, 10],
    ['?limit=-5&page=-1', 1, 10],
    ['?limit=ten&page=one', 1, 10],
    ['?limit=2.5&page=1e999', 1, 10],
    ['?limit=&page=', 1, 10],
    ['?page=99999999999', 1_000_000, 10],
  ])('[API-08] %s reads as page %i of %i', async (query, page, limit) => {
    expect(await list(full.bea, query)).toMatchObject({ page, limit, totalDocs: 12 });
  });

  test('[REQ-35] sort, category and status', async () => {
    expect((await titles('?sort=createdAt'))[0]).toBe('Request 1');
    expect((await titles('?sort=-createdAt'))[0]).toBe('Request 12');
    expect((await titles('?sort=nonsense'))[0]).toBe('Request 12');
    expect(await titles('?category=Inquiry')).toEqual(['Request 10', 'Request 6', 'Request 2']);
    expect(await titles('?category=Inquiry,Maintenance&status=open&sort=createdAt')).toEqual([
      'Request 2',
      'Request 4',
      'Request 6',
    ]);
    expect(await titles('?category=Inquiry&category=Maintenance&status=open')).toHaveLength(3);
    expect((await list(full.bea, '?status=open,resolved')).totalDocs).toBe(12);
    expect((await list(full.bea, '?status=closed')).totalDocs).toBe(0);
    expect((await list(full.bea, '?status=no_such,open')).totalDocs).toBe(6);
    expect((await list(full.bea, '?category=,&status=')).totalDocs).toBe(12);
    expect(await titles('?status=open', full.rita)).toEqual(['Request 6', 'Request 3']);
  });

  test('[LIST-06] search is a case-insensitive part of the trimmed title, and nothing more than that', async () => {
    expect(await titles('?search=%20QUEST%2011%20')).toEqual(['Request 11']);
    expect((await list(full.bea, '?search=%20%20')).totalDocs).toBe(12);
    for (const search of ['%25', '_', '*', "'", '"; DROP TABLE requests; --', 'Stuck'])
      expect((await list(full.bea, `?search=${encodeURIComponent(search)}`)).totalDocs).toBe(0);
    expect((await full.bea.call('GET', `/api/requests?search=${'x'.repeat(201)}`)).status).toBe(400);
  });

  test('[REQ-33] paging counts only what the resident may see', async () => {
    expect(await list(full.rita, '?limit=3')).toMatchObject({ totalDocs: 4, totalPages: 2, hasNextPage: true });
  });

  test('[REQ-35] it asks the database through its indexes, in one round trip', async () => {
    const asked: InStatement[][] = [];
    const db = new Proxy(full.db, {
      get: (target, name) =>
        name === 'batch'
          ? (statements: InStatement[]) => {
              asked.push(statements);
              return target.batch(statements, 'read');
            }
          : Reflect.get(target, name, target),
    });
    const app = createApp({ ...full.deps, db });
    for (const [person, index] of [
      [full.bea, 'requests_newest'],
      [full.rex, 'requests_owner'],
    ] as const) {
      asked.length = 0;
      await call(app, 'GET', '/api/requests?search=q&status=open,resolved&category=Inquiry', undefined, person.token);
      expect(asked).toHaveLength(2);
      for (const statement of asked[1] ?? []) {
        const { sql, args } = statement as { sql: string; args: string[] };
        const plan = (await full.db.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args })).rows.map((row) =>
          String(row.detail),
        );
        expect(
          plan.filter(
            (step) => /SCAN (requests|request_comments|t|users|o|a|s|u)\b/.test(step) && !/SCAN t$/.test(step),
          ),
        ).toEqual([]);
        expect(plan.join('\n')).toContain(`USING INDEX ${index}`);
      }
    }
  });
});

describe('the door itself', () => {
  const endpoints: [method: string, path: string][] = [
    ['GET', ''],
    ['POST', ''],
    ['GET', '/x'],
    ['PUT', '/x'],
    ['POST', '/x/comments'],
    ['POST', '/x/attachments'],
    ['POST', '/presigned-url'],
    ['POST', '/download-url'],
  ];
  test.each(endpoints)('[API-07] %s /api/requests%s is for signed-in callers', async (method, path) => {
    const body = method === 'GET' ? undefined : {};
    expect((await call(stage.app, method, `/api/requests${path}`, body)).status).toBe(401);
    expect((await call(stage.app, method, `/api/requests${path}`, body, 'no.such.token')).status).toBe(401);
  });

  test('[API-06] malformed JSON is 400, a body over 1 MB is 413, and neither writes anything', async () => {
    const { _id } = await create(stage.rex);
    const before = (await list(stage.rex)).totalDocs;
    for (const [method, path] of endpoints.filter(
      ([verb, where]) => verb !== 'GET' && !where.endsWith('attachments'),
    )) {
      const at = `/api/requests${path.replace('x', _id)}`;
      expect((await stage.bea.call(method, at, '{"title": ')).status).toBe(400);
      expect((await stage.bea.call(method, at, `"${'x'.repeat(1024 * 1024)}"`)).status).toBe(413);
    }
    for (const body of ['null', '[]', '"text"', '7'])
      expect((await stage.rex.call('POST', '/api/requests', body)).status).toBe(400);
    expect((await list(stage.rex)).totalDocs).toBe(before);
  });

  test('[SEC-16] a demotion holds at once, whatever the token says', async () => {
    const { join, hoa_id, rex, db } = stage;
    const ben = await join(hoa_id, 'Ben Marsh', 'board');
    const { _id } = await create(rex);
    expect((await update(ben, _id, { status: 'closed' })).status).toBe(200);
    await db.execute({ sql: "UPDATE users SET role = 'resident' WHERE id = ?", args: [ben.id] });
    expect((await update(ben, _id, { status: 'open' })).status).toBe(404);
    expect((await list(ben)).totalDocs).toBe(0);
  });

  test('[REQ-41] an invited upload leaves no trace in the list', async () => {
    const before = (await list(stage.rita)).totalDocs;
    await presign(stage.rita, 'a.png');
    expect((await list(stage.rita)).totalDocs).toBe(before);
  });
});
