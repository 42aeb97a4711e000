import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { Device } from '../support/device.ts';
import { contextForAll, createContext, type Person } from '../support/fixtures.ts';
import { nth, take } from '../support/required.ts';
import { address, email, invite, residentsOf, setUser, userRow } from '../support/users.ts';

type Row = Record<string, unknown>;
const row = (over: Row = {}): Row => ({
  resident_name: 'Nora Field',
  resident_email: email(),
  role: 'resident',
  ...over,
});
const home = (street: string, unit?: string) => ({ street, unit, is_rented: false });
const bulk = (person: Person, users: unknown) => person.call('POST', '/api/users/bulk', { users });
const summary = (usersCreated: number, addressesCreated: number, usersReactivated = 0) => ({
  summary: { usersCreated, addressesCreated, usersReactivated },
});

const ctx = contextForAll();

const counts = async () => {
  const sql = `SELECT (SELECT count(*) FROM users WHERE hoa_id = ?) AS users,
    (SELECT count(*) FROM addresses WHERE hoa_id = ?) AS addresses`;
  const { rows } = await ctx.db.execute({ sql, args: [ctx.hoa_id, ctx.hoa_id] });
  return { ...rows[0] };
};

describe('adding', () => {
  test('[BULK-23] [BULK-24] [BULK-07] people and their addresses, one address for rows that name the same place', async () => {
    const rows = [
      row({ ...home(' 1 Oak Court ', ' 2A '), phone: ' 555-0101 ' }),
      row({ ...home('1 OAK COURT', '2a'), is_rented: true, role: 'board' }),
      row({ ...home('1 Oak Court'), is_rented: true }),
      row(),
    ];
    const { status, body } = await bulk(ctx.bea, rows);
    expect([status, body]).toEqual([201, summary(4, 2)]);
    const [one, two, three, four] = take(
      await Promise.all(rows.map((each) => userRow(ctx, String(each.resident_email)))),
      4,
    );
    expect(one).toMatchObject({ name: 'Nora Field', role: 'resident', status: 'invited', phone: '555-0101' });
    expect(two).toMatchObject({ role: 'board', address_id: one?.address_id });
    expect([three?.address_id === one?.address_id, four?.address_id]).toEqual([false, null]);
    expect(await residentsOf(ctx, one.address_id)).toEqual([one.id, two.id]);
    const place = await ctx.bea.call('GET', `/api/addresses/${three?.address_id}`);
    expect(place.body).toMatchObject({ street: '1 Oak Court', unit_number: null, is_rented: true, notes: null });
  });

  test('[BULK-24] an address that stands already is used, and its residents stay', async () => {
    const place = await address(ctx.bea, { unit_number: '9' });
    const earlier = await invite(ctx.bea, { address_id: place._id });
    const added = row(home(place.street.toUpperCase(), '9'));
    expect((await bulk(ctx.bea, [added])).body).toEqual(summary(1, 0));
    const { id, address_id } = await userRow(ctx, String(added.resident_email));
    expect(address_id).toBe(place._id);
    expect(await residentsOf(ctx, place._id)).toEqual([earlier.id, id]);
  });

  test('[BULK-25] who was deleted or inactive comes back: with their password, or by a new invitation', async () => {
    const gone = await ctx.join(ctx.hoa_id, 'Gone', 'resident');
    const asleep = await ctx.join(ctx.hoa_id, 'Asleep', 'resident', 'inactive');
    const never = await invite(ctx.bea);
    await setUser(ctx, asleep, `last_login = '2026-01-01T00:00:00.000Z'`);
    await setUser(ctx, gone, `last_login = '2026-01-01T00:00:00.000Z'`);
    await ctx.bea.call('DELETE', `/api/users/${gone.id}`);
    await ctx.bea.call('PUT', `/api/users/${never.id}`, { name: 'Nev', status: 'inactive' });
    const rows = [
      row({ resident_email: gone.email.toUpperCase() }),
      row({ resident_email: asleep.email, ...home('77 New Place') }),
      row({ resident_email: never.email }),
      row(),
    ];
    expect((await bulk(ctx.bea, rows)).body).toEqual(summary(1, 1, 3));
    expect(await userRow(ctx, gone.id)).toMatchObject({ status: 'active', deleted_at: null, name: 'Nora Field' });
    const moved = await userRow(ctx, asleep.id);
    expect(moved.status).toBe('active');
    expect(await residentsOf(ctx, moved.address_id)).toEqual([asleep.id]);
    expect(await residentsOf(ctx, asleep.address_id)).toEqual([]);
    expect(await userRow(ctx, never.id)).toMatchObject({ status: 'invited', name: 'Nora Field' });
  });

  test('[BULK-24] what was added arrives on the devices of the board', async () => {
    const device = await new Device(ctx, ctx.bea).sync();
    const added = row(home('5 Fir Close', '1'));
    await bulk(ctx.bea, [added]);
    await device.sync();
    const user = device.store.rows('user').all.find((one) => one.email === added.resident_email);
    expect(user).toMatchObject({ name: 'Nora Field', status: 'invited' });
    const place = device.store.rows('address').all.find((one) => one.id === user?.address_id);
    expect(place?.resident_ids).toEqual([user?.id]);
    await device.close();
  });
});

describe('refusing, and then nothing is written', () => {
  const refused = async (users: unknown, person = ctx.bea) => {
    const before = await counts();
    const { status, body } = await bulk(person, users);
    expect(status).toBe(400);
    expect(await counts()).toEqual(before);
    return body;
  };

  test.each([
    ['[BULK-12]', { resident_name: ' ' }, 'resident_name', 'Resident name is required'],
    ['[BULK-13]', { resident_email: '' }, 'resident_email', 'Email is required'],
    ['[BULK-13]', { resident_email: 'nobody' }, 'resident_email', 'Invalid email address'],
    ['[BULK-14]', { role: 'superadmin' }, 'role', 'Role must be "Resident" or "Board Member"'],
    ['[BULK-15]', { street: '1 Oak' }, 'street', 'Street and property type must both be provided or both be empty'],
    ['[BULK-15]', { is_rented: true }, 'street', 'Street and property type must both be provided or both be empty'],
    ['[BULK-16]', home('ab'), 'street', 'Street must be at least 3 characters'],
    ['[BULK-16]', home('1 Oak', '12345678901'), 'unit', 'Unit cannot exceed 10 characters'],
  ])('%s [BULK-17] [BULK-28] %j', async (_id, over, field, msg) => {
    const body = await refused([row(), row(), row(over)]);
    expect(body).toEqual({ message: msg, code: 'invalid_input', errors: [{ path: `users[2].${field}`, msg }] });
  });

  test('[BULK-13] an email twice in the file', async () => {
    const one = email();
    const body = await refused([row({ resident_email: one }), row({ resident_email: ` ${one.toUpperCase()}` })]);
    expect(body.errors).toEqual([{ path: 'users[1].resident_email', msg: 'Duplicate email address' }]);
  });

  test('[BULK-25] [BULK-26] [BULK-27] emails in use in this HOA are told', async () => {
    const invited = await invite(ctx.bea);
    for (const taken of [ctx.rex.email, invited.email]) {
      const msg = `A user with this email already exists: ${taken}`;
      const body = await refused([row(home('99 Fresh Road')), row({ resident_email: taken })]);
      expect(body).toEqual({ message: msg, code: 'invalid_input', errors: [{ path: 'duplicate_data', msg }] });
    }
  });

  test('[BULK-27] [SEC-02] a board member brings no superadmin back', async () => {
    const sam = await ctx.join(ctx.hoa_id, 'Sam', 'superadmin', 'inactive');
    const body = await refused([row({ resident_email: sam.email })]);
    expect(body.errors).toEqual([{ path: 'business_logic', msg: body.message }]);
    expect((await bulk(ctx.sue, [row({ resident_email: sam.email })])).status).toBe(201);
  });

  test('[BULK-27] [BULK-04] no rows, no list, too many rows', async () => {
    for (const users of [[], undefined, 'rows'])
      expect((await refused(users)).errors).toEqual([{ path: 'bulk_operation', msg: 'No data found in file' }]);
    const many = Array.from({ length: 5001 }, () => row());
    expect((await refused(many)).message).toBe('At most 5,000 people can be added at once. Please split the file.');
  });

  test('[SEC-01] residents are refused before anything is read', async () => {
    expect((await bulk(ctx.rex, [{}])).status).toBe(403);
  });

  test('[BULK-25] [BULK-24] two files that name one new person at once: one is taken, of the others nothing is written', async () => {
    const shared = email();
    const rows = () => [row(home(`1 ${uuidv7()}`)), row({ resident_email: shared, ...home(`2 ${uuidv7()}`) }), row()];
    const files = [rows(), rows(), rows()];
    const answers = await Promise.all(
      [ctx.bea, await ctx.join(ctx.hoa_id, 'Bo', 'board'), ctx.sue].map((by, at) => bulk(by, files[at])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    for (const [at, { status }] of answers.entries())
      for (const { resident_email } of [nth(nth(files, at), 0), nth(nth(files, at), 2)])
        expect((await userRow(ctx, String(resident_email))) !== undefined).toBe(status === 201);
    for (const { body } of answers.filter(({ status }) => status === 400))
      expect(body.errors[0].path).toBe('duplicate_data');
  });
});

test.each([400, 5000])(
  '[BULK-24] a file of %i rows is added whole, its invitations a hundred to a call',
  async (size) => {
    const { bea, db, hoa_id } = await createContext();
    const rows = Array.from({ length: size }, (_, at) =>
      row({ ...home(`${Math.floor(at / 2)} ${uuidv7()}`.slice(0, 40), String(at % 2)), resident_name: `Person ${at}` }),
    );
    const { status, body } = await bulk(bea, rows);
    expect([status, body]).toEqual([201, summary(size, size)]);
    const { rows: asked } = await db.execute({
      sql: "SELECT count(*) AS calls FROM outbox WHERE hoa_id = ? AND kind = 'mailInvitations'",
      args: [hoa_id],
    });
    expect(asked[0]?.calls).toBe(size / 100);
  },
);
