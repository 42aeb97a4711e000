import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { testBothApis } from '../support/apis.ts';
import { create, FORBIDDEN, get, list, NOT_FOUND, terms, update } from '../support/dues.ts';
import { contextForAll, createContext, statusAndMessage } from '../support/fixtures.ts';
import { type Endpoint, testSignedIn } from '../support/signed-in.ts';

const ctx = contextForAll();
const AMOUNT = 'Please enter a valid amount.';
const OFFSET = 'Due date offset must be between 0 and 90 days.';
const RECIPIENT = 'Please select at least one recipient.';
const SEND_DATE = 'Please select a send date.';

describe('who may do what', () => {
  testBothApis('[DUE-06] [SEC-10] [SEC-15] residents neither make nor change dues', async (api, { bea, sue, rex }) => {
    const { _id: id } = await create(sue, [rex]);
    expect(await api.act(rex, 'createDue', { id: uuidv7(), ...terms([rex]) })).toEqual(FORBIDDEN);
    expect(await api.act(rex, 'updateDue', { id, amount: 1 })).toEqual(FORBIDDEN);
    expect((await get(bea, id)).body).toMatchObject({ amount: 125.5 });
    expect((await list(bea)).totalDocs).toBe(1);
  });

  test('[DUE-23] [DUE-24] residents meet the dues assigned to them, with nobody else’s id; the board meets all', async () => {
    const { bea, sue, rex, rita } = await createContext();
    const both = await create(bea, [rex, rita], { title: 'Both' });
    const hers = await create(bea, [rita], { title: 'Hers' });
    expect((await list(rex)).docs).toMatchObject([{ _id: both._id, recipients: [rex.id] }]);
    expect((await list(rita)).docs.map(({ title }: { title: string }) => title)).toEqual(['Hers', 'Both']);
    expect(JSON.stringify([await list(rex), (await get(rex, both._id)).body])).not.toContain(rita.id);
    const { recipient_rule: _, excluded: __, ...theirs } = both;
    expect((await get(rex, both._id)).body).toEqual({ ...theirs, recipients: [rex.id] });
    for (const person of [bea, sue]) expect((await list(person)).docs).toEqual([hers, both]);
  });

  test('[DUE-23] [SEC-15] a due of others is absent to a resident', async () => {
    const { bea, rex, rita } = ctx;
    const { _id } = await create(bea, [rita]);
    expect(statusAndMessage(await get(rex, _id))).toEqual([404, NOT_FOUND]);
    expect(statusAndMessage(await update(rex, _id, { amount: 1 }))).toEqual([404, NOT_FOUND]);
  });

  testBothApis('[SEC-14] another HOA’s due, and one that never was, is not found', async (api, { bea, rex, olga }) => {
    const { _id } = await create(bea, [rex]);
    for (const id of [_id, uuidv7()])
      expect(await api.act(olga, 'updateDue', { id, amount: 1 })).toEqual({
        ok: false,
        code: 'not_found',
        message: NOT_FOUND,
      });
    expect(statusAndMessage(await get(olga, _id))).toEqual([404, NOT_FOUND]);
    expect((await get(bea, _id)).body).toMatchObject({ amount: 125.5 });
  });

  test('[SEC-16] a demotion holds at once', async () => {
    const ben = await ctx.join(ctx.hoa_id, 'Ben Marsh', 'board');
    const { _id } = await create(ben, [ctx.rita]);
    await ctx.db.execute({ sql: "UPDATE users SET role = 'resident' WHERE id = ?", args: [ben.id] });
    expect((await ben.call('POST', '/api/dues', {})).status).toBe(403);
    expect((await get(ben, _id)).status).toBe(404);
  });
});

testBothApis(
  '[DUE-29] PUT takes the create fields and status, and changes only what it names',
  async (api, { bea, rex, rita }) => {
    const made = await create(bea, [rex]);
    const act = (changes: object) => api.act(bea, 'updateDue', { id: made._id, ...changes });
    expect(await act({ title: ' New ' })).toEqual({ ok: true });
    expect((await get(bea, made._id)).body).toEqual({ ...made, title: 'New' });
    const all = {
      title: 'T',
      frequency: 'quarterly',
      recipients: [rita.id],
      send_date: '2099-03-31',
      amount: 10.01,
      reason: 'other',
      description: null,
      due_date_offset: 20,
      status: 'inactive',
    };
    expect(await act(all)).toEqual({ ok: true });
    expect((await get(bea, made._id)).body).toEqual({ ...made, ...all, due_date: '2099-04-20' });
    expect((await list(rex)).totalDocs).toBe(0);
    expect(await act({})).toEqual({ ok: true });
    expect((await get(bea, made._id)).body).toEqual({ ...made, ...all, due_date: '2099-04-20' });
  },
);

testBothApis('[DUE-29] [API-11] a change keeps the field rules', async (api, { bea, rex }) => {
  const made = await create(bea, [rex]);
  for (const [changes, message] of [
    [{ title: ' ' }, 'Please enter a title.'],
    [{ amount: 10.005 }, AMOUNT],
    [{ amount: 0 }, AMOUNT],
    [{ due_date_offset: 91 }, OFFSET],
    [{ recipients: [] }, RECIPIENT],
    [{ send_date: 'soon' }, 'Invalid date'],
    [{ send_date: null }, SEND_DATE],
    [{ status: 'paused' }, 'Invalid status'],
    [{ description: 'x'.repeat(201) }, 'Description cannot exceed 200 characters'],
  ] as const)
    expect(await api.act(bea, 'updateDue', { id: made._id, ...changes })).toEqual({
      ok: false,
      code: 'invalid',
      message,
    });
  expect((await get(bea, made._id)).body).toEqual(made);
});

test('[DUE-29] a recipient who has become inactive may stay, but nobody inactive is added', async () => {
  const { bea, rex, hoa_id, join, db } = ctx;
  const [left, away] = [
    await join(hoa_id, 'Lea Cole', 'resident'),
    await join(hoa_id, 'Abe Cole', 'resident', 'inactive'),
  ];
  const { _id } = await create(bea, [rex, left]);
  await db.execute({ sql: "UPDATE users SET status = 'inactive' WHERE id = ?", args: [left.id] });
  expect((await update(bea, _id, { recipients: [left.id, rex.id] })).status).toBe(200);
  expect(statusAndMessage(await update(bea, _id, { recipients: [rex.id, away.id] }))).toEqual([
    400,
    'Dues can only be sent to active users.',
  ]);
});

describe('the route itself', () => {
  const endpoints: Endpoint[] = [
    ['GET', ''],
    ['POST', ''],
    ['GET', '/payments'],
    ['GET', '/x'],
    ['PUT', '/x'],
  ];
  testSignedIn(ctx, '/api/dues', endpoints);

  test.each(['nonsense', '%00', '..%2F..%2Fapi', "'%20OR%201=1", 'x'.repeat(300)])(
    '[API-06] the id %s is not found',
    async (id) => {
      expect(statusAndMessage(await get(ctx.bea, id))).toEqual([404, NOT_FOUND]);
      expect(statusAndMessage(await update(ctx.bea, id, { amount: 1 }))).toEqual([404, NOT_FOUND]);
    },
  );

  test('[API-06] malformed JSON is 400, a body over 1 MB is 413, and neither writes anything', async () => {
    const { bea, rex } = ctx;
    const made = await create(bea, [rex]);
    for (const [method, path] of [
      ['POST', '/api/dues'],
      ['PUT', `/api/dues/${made._id}`],
    ] as const) {
      expect((await bea.call(method, path, '{"title": ')).status).toBe(400);
      expect((await bea.call(method, path, `"${'x'.repeat(1024 * 1024)}"`)).status).toBe(413);
    }
    for (const body of ['null', '[]', '"text"', '7'])
      expect((await bea.call('POST', '/api/dues', body)).status).toBe(400);
    expect((await get(bea, made._id)).body).toEqual(made);
  });
});
