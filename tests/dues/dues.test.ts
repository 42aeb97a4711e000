import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { testBothApis } from '../support/apis.ts';
import { create, get, issue, issued, list, terms, update } from '../support/dues.ts';
import { contextForAll } from '../support/fixtures.ts';
import { required } from '../support/required.ts';

const ctx = contextForAll();
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const AMOUNT = 'Please enter a valid amount.';
const OFFSET = 'Due date offset must be between 0 and 90 days.';
const RECIPIENT = 'Please select at least one recipient.';
const SEND_DATE = 'Please select a send date.';

test('[DUE-11] [DUE-26] [DUE-27] it answers 201 with the record, and the same again', async () => {
  const { bea, rex, rita } = ctx;
  const input = { title: '  Pool  ', description: ' Liner. ', amount: 0.29, frequency: 'quarterly', reason: 'other' };
  const { status, body } = await bea.call('POST', '/api/dues', terms([rex, rita], input));
  expect(status).toBe(201);
  expect(body).toEqual({
    _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: 'Pool',
    frequency: 'quarterly',
    recipients: [rex.id, rita.id],
    recipient_rule: 'listed',
    excluded: [],
    send_date: '2099-01-31',
    due_date: '2099-02-07',
    due_date_offset: 7,
    amount: 0.29,
    reason: 'other',
    fund: 'operating',
    category: null,
    description: 'Liner.',
    status: 'active',
    created_by: { _id: bea.id, name: bea.name },
    createdAt: INSTANT,
  });
  expect((await get(bea, body._id)).body).toEqual(body);
  expect((await list(bea)).docs).toContainEqual(body);
});

test('[DUE-12] [DUE-17] [DUE-18] the offset is 7 days and the reason dues unless said otherwise, a description optional', async () => {
  const none = { due_date_offset: undefined, reason: undefined, description: undefined, due_date: undefined };
  const made = await create(ctx.bea, [ctx.rex], none);
  expect(made).toMatchObject({ due_date_offset: 7, reason: 'dues', description: null, due_date: '2099-02-07' });
});

test('[DUE-19] [DUE-20] the server computes the due date, whatever the payload says', async () => {
  const over = { send_date: '2096-02-20T06:00:00.000Z', due_date: '2000-01-01', due_date_offset: 9 };
  expect(await create(ctx.bea, [ctx.rex], over)).toMatchObject({
    send_date: '2096-02-20',
    due_date: '2096-02-29',
  });
});

test('[DUE-22] amounts keep their cents', async () => {
  for (const amount of [0.01, 0.1, 1.1, 8.29, 19.99, 125, 1234.56, 999_999.99])
    expect(await create(ctx.bea, [ctx.rex], { amount })).toMatchObject({ amount });
});

test('[MOVE-07] it may come twice a year or yearly, be due at once, and say its fund and category', async () => {
  const over = { frequency: 'half_yearly', due_date_offset: 0, fund: 'reserve', category: 'special_assessment' };
  const { _id, ...made } = await create(ctx.bea, [ctx.rex], { ...over, send_date: '2024-08-31' });
  expect(made).toMatchObject(over);
  await issue(ctx, _id, '2025-03-01T18:00:00.000Z');
  const periods = (await issued(ctx.db, _id)).map(({ period, due_date }) => [period, due_date]);
  expect(periods.slice(0, 2)).toEqual([
    ['2024-08-31', '2024-08-31'],
    ['2025-02-28', '2025-02-28'],
  ]);
  const sql = 'SELECT DISTINCT category, fund FROM entries e JOIN invoices i ON i.id = e.invoice_id WHERE i.due_id = ?';
  const { rows } = await ctx.db.execute({ sql, args: [_id] });
  expect(rows.map((row) => ({ ...row }))).toEqual([{ category: 'special_assessment', fund: 'reserve' }]);
  const { body } = await update(ctx.bea, _id, { frequency: 'yearly', category: null, fund: 'operating' });
  expect(body).toMatchObject({ frequency: 'yearly', category: null, fund: 'operating' });
  for (const [field, message] of [
    ['fund', 'Please select a fund.'],
    ['category', 'Please select a category.'],
  ])
    expect((await update(ctx.bea, _id, { [required(field)]: 'late_fee' })).body.message).toBe(message);
});

testBothApis(
  '[SEC-13] [SEC-17] [SYNC-16] what only the server may set is ignored',
  async (api, { bea, rex, olga, db }) => {
    const forged = {
      hoa_id: olga.hoa_id,
      created_by: rex.id,
      created_by_name: 'Nobody',
      created_at: '2020-01-01T00:00:00.000Z',
      amount_cents: 1,
      anchor_date: '2020-01-01',
      periods_sent: 40,
      status: 'inactive',
      rev: 99,
      nonsense: { a: 1 },
    };
    expect(await api.act(bea, 'createDue', { id: uuidv7(), ...terms([rex], forged) })).toEqual({ ok: true });
    const [due] = (await list(bea)).docs;
    expect(due).toMatchObject({ amount: 125.5, status: 'active', created_by: { _id: bea.id, name: bea.name } });
    const sql = 'SELECT anchor_date, periods_sent, hoa_id FROM dues WHERE id = ?';
    const { rows } = await db.execute({ sql, args: [due._id] });
    expect({ ...rows[0] }).toEqual({ anchor_date: '2099-01-31', periods_sent: 0, hoa_id: bea.hoa_id });
    expect((await list(olga)).totalDocs).toBe(0);
  },
);

const wrong: [changes: object, message: string][] = [
  [{ title: undefined }, 'Please enter a title.'],
  [{ title: '   ' }, 'Please enter a title.'],
  [{ title: 7 }, 'Please enter a title.'],
  [{ title: 'x'.repeat(101) }, 'Title cannot exceed 100 characters'],
  [{ frequency: undefined }, 'Please select a frequency.'],
  [{ frequency: 'weekly' }, 'Please select a frequency.'],
  [{ reason: 'fine' }, 'Please select a reason.'],
  [{ recipients: undefined }, RECIPIENT],
  [{ recipients: [] }, RECIPIENT],
  [{ recipients: 'all' }, RECIPIENT],
  [{ recipients: [7] }, 'Invalid id'],
  [{ recipients: ["' OR 1=1"] }, 'Invalid id'],
  [{ send_date: undefined }, SEND_DATE],
  [{ send_date: '' }, SEND_DATE],
  [{ send_date: 4_102_444_800_000 }, SEND_DATE],
  ...[
    'soon',
    '2099-02-29',
    '2099-13-01',
    '2099-1-1',
    '2099-01-31x',
    '2099-01-31T99:00',
    '9999-12-31',
    '1999-12-31',
  ].map((send_date): [object, string] => [{ send_date }, 'Invalid date']),
  ...[undefined, null, 0, -5, -0.01, 0.004, 10.005, 1e9, 1e21, 1_000_000, Number.NaN, '10', '', [10], true].map(
    (amount): [object, string] => [{ amount }, AMOUNT],
  ),
  ...[91, -1, 7.5, '7', null, 1e9].map((due_date_offset): [object, string] => [{ due_date_offset }, OFFSET]),
  [{ description: 'x'.repeat(201) }, 'Description cannot exceed 200 characters'],
];
testBothApis('[DUE-13] [DUE-15] [DUE-18] every field rule is checked', async (api, { bea, rex }) => {
  for (const [changes, message] of wrong) {
    const outcome = await api.act(bea, 'createDue', { id: uuidv7(), ...terms([rex], changes) });
    expect([changes, outcome]).toEqual([changes, { ok: false, code: 'invalid', message }]);
  }
  expect((await list(bea)).totalDocs).toBe(0);
  const most = { title: 'x'.repeat(100), description: 'x'.repeat(200), amount: 999_999.99, due_date_offset: 90 };
  expect(await api.act(bea, 'createDue', { id: uuidv7(), ...terms([rex], most) })).toEqual({ ok: true });
  expect(await api.act(bea, 'createDue', { id: uuidv7(), ...terms([rex], { due_date_offset: 1 }) })).toEqual({
    ok: true,
  });
});

test('[DUE-14] [API-05] every wrong field is told with its message', async () => {
  const { status, body } = await ctx.bea.call('POST', '/api/dues', {});
  expect([status, body.message]).toEqual([400, 'Please enter a title.']);
  const paths = body.errors.map(({ path }: { path: string }) => path);
  expect(paths.sort()).toEqual(['amount', 'frequency', 'recipients', 'send_date', 'title']);
});

describe('recipients', () => {
  testBothApis('[DUE-21] they are active users of the HOA, each once', async (api, { bea, rex, hoa_id, join, db }) => {
    const refused = { ok: false, code: 'invalid', message: 'Dues can only be sent to active users.' };
    for (const status of ['inactive', 'invited'] as const) {
      const person = await join(hoa_id, 'Ina Cole', 'resident', status);
      expect(await api.act(bea, 'createDue', { id: uuidv7(), ...terms([rex, person]) })).toEqual(refused);
    }
    const gone = await join(hoa_id, 'Gus Cole', 'resident');
    await db.execute({ sql: 'UPDATE users SET deleted_at = created_at WHERE id = ?', args: [gone.id] });
    const absent = { ok: false, code: 'not_found', message: 'User not found' };
    expect(await api.act(bea, 'createDue', { id: uuidv7(), ...terms([gone]) })).toEqual(absent);
    expect((await list(bea)).totalDocs).toBe(0);
    expect(await api.act(bea, 'createDue', { id: uuidv7(), ...terms([rex, bea, rex]) })).toEqual({ ok: true });
    expect((await list(bea)).docs).toMatchObject([{ recipients: [rex.id, bea.id] }]);
  });

  testBothApis('[SEC-14] nobody of another HOA, and nothing is written', async (api, { bea, rex, otto }) => {
    const absent = { ok: false, code: 'not_found', message: 'User not found' };
    for (const stranger of [otto.id, uuidv7()])
      expect(await api.act(bea, 'createDue', { id: uuidv7(), ...terms([rex, { id: stranger }]) })).toEqual(absent);
    expect((await list(bea)).totalDocs).toBe(0);
    const { _id: id } = await create(bea, [rex]);
    expect(await api.act(bea, 'updateDue', { id, recipients: [rex.id, otto.id] })).toEqual(absent);
    expect((await get(bea, id)).body.recipients).toEqual([rex.id]);
    expect((await list(otto)).totalDocs).toBe(0);
  });
});
