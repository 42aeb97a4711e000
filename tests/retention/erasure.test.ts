import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { ENTITY_NAMES } from '../../sync/index.ts';
import { withoutTraces } from '../../worker/retention/traces.ts';
import { ownAct, recordActivity } from '../../worker/transact.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { createTrackedContext } from '../support/dues.ts';
import type { Person, TestContext } from '../support/fixtures.ts';
import { create } from '../support/requests.ts';

const OK = { ok: true };
const allRows = ({ store }: Device) => JSON.stringify(ENTITY_NAMES.map((entity) => store.rows(entity).all));

const remove = async (by: Person, { id }: Person) => {
  expect((await by.call('DELETE', `/api/users/${id}`)).status).toBe(204);
  return by.call('POST', `/api/users/${id}/erase`);
};

const trail = async ({ db, hoa_id }: TestContext) =>
  (
    await db.execute({
      sql: 'SELECT actor_id, actor_name, action, entity, entity_id, title, changes, search_text FROM activity WHERE hoa_id = ? ORDER BY seq',
      args: [hoa_id],
    })
  ).rows;

describe('erasing the personal data of someone who was deleted', () => {
  test('leaves neither name nor email on any device after its next sync, and keeps every record', async () => {
    const ctx = await createTrackedContext();
    const { rita, bea, sue } = ctx;
    const { _id: id } = await create(rita, { title: `Shed of ${rita.name}` });
    for (const [by, message] of [
      [rita, `<p>Call me: ${rita.email}</p>`],
      [bea, `<p>We told ${rita.name.toUpperCase()} so.</p>`],
    ] as const)
      await by.call('POST', `/api/requests/${id}/comments`, { message });
    const device = await new Device(ctx, bea).sync();
    expect(allRows(device)).toContain(rita.name);
    expect((await remove(sue, rita)).status).toBe(204);
    await ctx.finishBackgroundWork();
    await device.sync();
    const rows = allRows(device);
    expect(rows).not.toMatch(new RegExp(`${rita.name}|${rita.email}`, 'i'));
    expect(device.store.rows('request').get(id)?.title).toBe(
      `Shed of Former member ${rita.id.slice(-4).toUpperCase()}`,
    );
    expect(device.store.rows('requestComment').all).toHaveLength(2);
    const stored = await ctx.db.execute({
      sql: `SELECT payload FROM outbox WHERE hoa_id = ?`,
      args: [ctx.hoa_id],
    });
    expect(JSON.stringify(stored.rows)).not.toContain(rita.email);
    await device.close();
  });

  test('[13.8] leaves neither name nor email in the trail of activity, and a pseudonym on money', async () => {
    const ctx = await createTrackedContext();
    const { rita, bea, sue, db, hoa_id } = ctx;
    const pseudonym = `Former member ${rita.id.slice(-4).toUpperCase()}`;
    const earlier = 'Rita Earlier';
    const due = await bea.call('POST', '/api/dues', oneTimeDue(`Fine of ${rita.name}`, rita.id));
    expect(due.status).toBe(201);
    await storePaidInvoice(ctx, due.body._id);
    await bea.call('PUT', `/api/users/${rita.id}`, { name: earlier });
    await bea.call('PUT', `/api/users/${rita.id}`, { name: rita.name });
    const { _id } = await create(rita, { title: `Shed of ${rita.name}` });
    await bea.call('PUT', `/api/requests/${_id}`, { notes: `${rita.email} called` });
    await recordActivity(ctx.deps, hoa_id, ownAct('signIn', rita));
    await recordActivity(ctx.deps, hoa_id, failedSignIn(rita));
    expect(JSON.stringify(await trail(ctx))).toContain(earlier);
    const count = (await trail(ctx)).length;

    expect((await remove(sue, rita)).status).toBe(204);
    await ctx.finishBackgroundWork();
    const rows = await trail(ctx);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${rita.name}|${earlier}|${rita.email}`, 'i'));
    expect(rows.filter(({ actor_id }) => actor_id === rita.id).map(({ actor_name }) => actor_name)).toContain(
      pseudonym,
    );
    expect(rows.length).toBeGreaterThanOrEqual(count);
    const money = await db.execute({
      sql: `SELECT i.title, i.amount_cents, p.note, p.user_id, u.name FROM payments p JOIN invoices i ON i.id = p.invoice_id
        JOIN users u ON u.id = p.user_id WHERE p.hoa_id = ?`,
      args: [hoa_id],
    });
    expect(money.rows).toMatchObject([
      {
        title: `Fine of ${pseudonym}`,
        amount_cents: 5000,
        note: `Check of ${pseudonym}`,
        user_id: rita.id,
        name: pseudonym,
      },
    ]);
  });

  test('[LEDG-03] takes the name out of entries and payments, and changes nothing else of them', async () => {
    const ctx = await createTrackedContext();
    const { rita, bea, sue, db, hoa_id } = ctx;
    const opened = await bea.call('POST', '/api/accounts', {
      id: `a-${uuidv7()}`,
      address_id: rita.address_id,
      holder_ids: [rita.id],
    });
    const account = opened.body._id;
    const day = new Date().toISOString().slice(0, 10);
    const post = (path: string, body: object) =>
      bea.call('POST', `/api/accounts/${account}/${path}`, { id: uuidv7(), ...body });
    const charged = await post('entries', {
      kind: 'charge',
      category: 'fine',
      amount: 10,
      due_on: day,
      memo: `For ${rita.name}`,
    });
    const paid = await post('payments', { amount: 10, method: 'cash', received_on: day, payer_name: rita.name });
    expect([charged.status, paid.status]).toEqual([201, 201]);
    const read = async () => {
      const sql = `SELECT e.id, e.kind, e.amount_cents, e.effective_on, e.pins, e.memo, p.payer_name
        FROM entries e LEFT JOIN payments p ON p.id = e.payment_id WHERE e.hoa_id = ? ORDER BY e.kind`;
      return (await db.execute({ sql, args: [hoa_id] })).rows.map((row) => ({ ...row }));
    };
    const before = await read();
    expect(before.map(({ memo, payer_name }) => [memo, payer_name])).toEqual([
      [`For ${rita.name}`, null],
      [null, rita.name],
    ]);
    expect((await remove(sue, rita)).status).toBe(204);
    await ctx.finishBackgroundWork();
    const pseudonym = `Former member ${rita.id.slice(-4).toUpperCase()}`;
    expect(await read()).toEqual(JSON.parse(JSON.stringify(before).replaceAll(rita.name, pseudonym)));
  });

  test('does not touch another person of the same name', async () => {
    const ctx = await createTrackedContext();
    const namesake = await ctx.join(ctx.hoa_id, ctx.rita.name, 'resident');
    const [hers, other] = [await create(ctx.rita, { title: 'Hers' }), await create(namesake, { title: 'The other’s' })];
    await remove(ctx.sue, ctx.rita);
    await ctx.finishBackgroundWork();
    const nameOf = async (id: string) => (await ctx.bea.call('GET', `/api/requests/${id}`)).body.user_id?.name;
    expect([await nameOf(hers._id), await nameOf(other._id)]).toEqual([
      expect.stringContaining('Former member'),
      namesake.name,
    ]);
  });

  test('goes on after 320 records', async () => {
    const ctx = await createTrackedContext();
    const statements = Array.from({ length: 350 }, (_, n) => ({
      sql: `INSERT INTO documents (id, hoa_id, title, category, is_public, s3_key, file_size, file_type, uploaded_by, uploaded_by_name, created_at)
        VALUES (?, ?, ?, 'Legal', 1, ?, 9, 'pdf', ?, ?, ?)`,
      args: [
        `${ctx.hoa_id.slice(0, -4)}${String(n).padStart(4, '0')}`,
        ctx.hoa_id,
        'Plan',
        `${ctx.hoa_id}/${n}`,
        ctx.rita.id,
        ctx.rita.name,
        new Date().toISOString(),
      ],
    }));
    await ctx.db.batch(statements, 'write');
    await remove(ctx.sue, ctx.rita);
    await ctx.finishBackgroundWork();
    const sql = 'SELECT count(*) AS count FROM documents WHERE hoa_id = ? AND uploaded_by_name = ?';
    expect((await ctx.db.execute({ sql, args: [ctx.hoa_id, ctx.rita.name] })).rows[0]?.count).toBe(0);
  });
});

const oneTimeDue = (title: string, recipient: string) => ({
  title,
  amount: 50,
  frequency: 'one_time',
  recipients: [recipient],
  reason: 'other',
  send_date: dayIn(1),
  due_date: dayIn(9),
});
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const storePaidInvoice = ({ db, hoa_id, rita, bea }: TestContext, due_id: string) => {
  const [invoice, now] = [uuidv7(), new Date().toISOString()];
  return db.batch(
    [
      {
        sql: `INSERT INTO invoices (id, hoa_id, due_id, recipient_id, period, title, amount_cents, sent, due_date, status, paid_at)
          VALUES (?, ?, ?, ?, ?, ?, 5000, ?, ?, 'paid', ?)`,
        args: [invoice, hoa_id, due_id, rita.id, dayIn(1), `Fine of ${rita.name}`, now, dayIn(9), now],
      },
      {
        sql: `INSERT INTO payments (id, hoa_id, invoice_id, user_id, kind, amount_cents, status, method, recorded_by, note, created_at, settled_at)
          VALUES (?, ?, ?, ?, 'outside', 5000, 'succeeded', 'check', ?, ?, ?, ?)`,
        args: [uuidv7(), hoa_id, invoice, rita.id, bea.id, `Check of ${rita.name}`, now, now],
      },
    ],
    'write',
  );
};

const failedSignIn = ({ id, name }: Person) => ({
  action: 'signInFailed' as const,
  by: null,
  about: { entity: 'user' as const, entity_id: id, title: name },
});

testBothApis('[SEC-12] only a deleted person can be erased, by whoever may delete them, and once', async (api, ctx) => {
  const { bea, rex, rita, sue } = ctx;
  const erase = (by: Person, { id }: Person) => api.act(by, 'eraseUser', { id });
  expect(await erase(bea, rita)).toMatchObject({ message: 'Delete this person first' });
  await api.act(bea, 'deleteUser', { id: rita.id });
  expect(await erase(rex, rita)).toMatchObject({ code: 'forbidden' });
  expect(await erase(ctx.olga, rita)).toMatchObject({ code: 'not_found' });
  const board = await ctx.join(ctx.hoa_id, 'Ben Board', 'board');
  await api.act(sue, 'deleteUser', { id: board.id });
  expect(await erase(bea, board)).toMatchObject({ code: 'forbidden' });
  expect([await erase(bea, rita), await erase(bea, rita), await erase(sue, board)]).toEqual([OK, OK, OK]);
});

test('a name of one word is replaced only where it stands alone', () => {
  const person = {
    id: 'u',
    name: 'May',
    email: 'may@example.test',
    isUnique: true,
    pseudonym: 'X',
    placeholder: 'x@y',
  };
  const row = { author_name: 'May', title: 'Dues of May', note: 'may@example.test' };
  expect(withoutTraces(row, person)).toEqual({ author_name: 'X', title: 'Dues of May', note: 'x@y' });
  const untouched = { title: 'Nothing' };
  expect(withoutTraces(untouched, person)).toBe(untouched);
});
