import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { testBothApis } from '../support/apis.ts';
import { contextForAll, createContext, type Person, statusAndMessage } from '../support/fixtures.ts';
import { comment, create, list, NOT_FOUND, read, update } from '../support/requests.ts';
import { type Endpoint, testSignedIn } from '../support/signed-in.ts';

const ctx = contextForAll();
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('who may see a request', () => {
  test('[REQ-33] [SEC-14] [SEC-15] residents see their own, the board the HOA’s, another HOA nothing', async () => {
    const { rex, rita, bea, sue, olga, otto } = await createContext();
    const { _id } = await create(rex);
    await create(rita);
    expect((await list(rex)).docs.map((request: { _id: string }) => request._id)).toEqual([_id]);
    for (const person of [bea, sue]) expect((await list(person)).totalDocs).toBe(2);
    for (const person of [olga, otto]) expect((await list(person)).totalDocs).toBe(0);
    for (const person of [rex, bea, sue]) expect((await read(person, _id))._id).toBe(_id);
    for (const person of [rita, olga, otto])
      expect(statusAndMessage(await person.call('GET', `/api/requests/${_id}`))).toEqual([404, NOT_FOUND]);
  });

  testBothApis(
    '[REQ-34] [SEC-14] a hidden request is as absent as one that never was, and nothing is written',
    async (api, { rex, rita, olga, bea }) => {
      const { _id } = await create(rex);
      for (const id of [_id, uuidv7()])
        for (const person of [rita, olga]) {
          const hidden = { ok: false, code: 'not_found', message: NOT_FOUND };
          expect(await api.act(person, 'updateRequest', { id, status: 'closed' })).toEqual(hidden);
          const message = { id: uuidv7(), request_id: id, message: '<p>Hello</p>' };
          expect(await api.act(person, 'addRequestComment', message)).toEqual(hidden);
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
          statusAndMessage(
            await ctx.bea.call(
              method,
              `/api/requests/${id}${path}`,
              method === 'GET' ? undefined : { message: '<p>x</p>' },
            ),
          ),
        ).toEqual([404, NOT_FOUND]);
    },
  );

  test('[REQ-31] [SEC-08] a resident learns neither the assignee nor who of the board acted', async () => {
    const { rex, bea } = ctx;
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
    const { rex, bea, sue } = ctx;
    const { _id } = await create(rex);
    await comment(bea, _id, '<p>One</p>');
    await comment(rex, _id, '<p>Two</p>');
    const { comments } = await read(sue, _id);
    const NO_FILES = { photo_url: null, photo: null, more_photos: null };
    expect(comments).toEqual([
      {
        _id: expect.any(String),
        user_id: { _id: bea.id, name: bea.name, role: 'board' },
        message: '<p>One</p>',
        created_at: INSTANT,
        is_public: true,
        is_staff: true,
        ...NO_FILES,
      },
      {
        _id: expect.any(String),
        user_id: { _id: rex.id, name: rex.name, role: 'resident' },
        message: '<p>Two</p>',
        created_at: INSTANT,
        is_public: true,
        is_staff: false,
        ...NO_FILES,
      },
    ]);
  });

  test('[REQ-31] staff stays staff to residents after leaving the board, and stays themselves to themselves', async () => {
    const { rex, sue, join, hoa_id, db } = ctx;
    const ben = await join(hoa_id, 'Ben Former', 'board');
    const mine = await create(ben);
    const { _id } = await create(rex);
    await comment(ben, _id, '<p>As staff</p>');
    await comment(ben, mine._id, '<p>To myself</p>');
    await db.execute({ sql: "UPDATE users SET role = 'resident' WHERE id = ?", args: [ben.id] });
    expect((await read(rex, _id)).comments[0]).toMatchObject({ user_id: { name: 'HOA Staff' }, is_staff: true });
    expect((await read(sue, _id)).comments[0]).toMatchObject({ user_id: { name: 'Ben Former' }, is_staff: true });
    expect((await read(ben, mine._id)).comments[0].user_id.name).toBe('Ben Former');
    expect(statusAndMessage(await ben.call('GET', `/api/requests/${_id}`))).toEqual([404, NOT_FOUND]);
  });

  testBothApis('[REQ-32] private messages are for the board alone', async (api, { rex, bea, sue }) => {
    const { _id } = await create(rex);
    const write = (person: Person) =>
      api.act(person, 'addRequestComment', {
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

describe('the route itself', () => {
  const endpoints: Endpoint[] = [
    ['GET', ''],
    ['POST', ''],
    ['GET', '/x'],
    ['PUT', '/x'],
    ['POST', '/x/comments'],
    ['POST', '/x/attachments'],
    ['POST', '/presigned-url'],
    ['POST', '/download-url'],
  ];
  testSignedIn(ctx, '/api/requests', endpoints);

  test('[API-06] malformed JSON is 400, a body over 1 MB is 413, and neither writes anything', async () => {
    const { _id } = await create(ctx.rex);
    const before = (await list(ctx.rex)).totalDocs;
    for (const [method, path] of endpoints.filter(
      ([verb, where]) => verb !== 'GET' && !where.endsWith('attachments'),
    )) {
      const at = `/api/requests${path.replace('x', _id)}`;
      expect((await ctx.bea.call(method, at, '{"title": ')).status).toBe(400);
      expect((await ctx.bea.call(method, at, `"${'x'.repeat(1024 * 1024)}"`)).status).toBe(413);
    }
    for (const body of ['null', '[]', '"text"', '7'])
      expect((await ctx.rex.call('POST', '/api/requests', body)).status).toBe(400);
    expect((await list(ctx.rex)).totalDocs).toBe(before);
  });

  test('[SEC-16] a demotion holds at once, whatever the token says', async () => {
    const { join, hoa_id, rex, db } = ctx;
    const ben = await join(hoa_id, 'Ben Marsh', 'board');
    const { _id } = await create(rex);
    expect((await update(ben, _id, { status: 'closed' })).status).toBe(200);
    await db.execute({ sql: "UPDATE users SET role = 'resident' WHERE id = ?", args: [ben.id] });
    expect((await update(ben, _id, { status: 'open' })).status).toBe(404);
    expect((await list(ben)).totalDocs).toBe(0);
  });
});
