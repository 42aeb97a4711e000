import papa from 'papaparse';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { userLines } from '../../client/people/users/model.ts';
import type { Address } from '../../schema/tables/addresses.ts';
import { csvOf } from '../../sync/formats/csv.ts';
import { read } from '../support/bulk-file.ts';
import { Device } from '../support/device.ts';
import { create, issue } from '../support/dues.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { check, TODAY } from '../support/ledger.ts';
import { required } from '../support/required.ts';

const csv = async ({ app }: Pick<TestContext, 'app'>, { token }: Person, path: string) => {
  const answer = await app.request(path, { headers: { Authorization: `Bearer ${token}` } });
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
  return papa.parse<Record<string, string>>(await answer.text(), { header: true, skipEmptyLines: true }).data;
};

/** Adds copies of an invoice, each of a period of its own. */
const copyInvoices = ({ db }: TestContext, id: string, count: number) =>
  db.execute({
    sql: `INSERT INTO invoices (id, hoa_id, due_id, period, title, description, amount_cents, recipient_id, sent, due_date, status, search_text)
      SELECT j.value ->> 0, i.hoa_id, i.due_id, j.value ->> 1, i.title, i.description, i.amount_cents, i.recipient_id, i.sent, i.due_date,
        i.status, i.search_text FROM invoices i, json_each(?) j WHERE i.id = ?`,
    args: [
      JSON.stringify(
        Array.from({ length: count }, (_, at) => [
          uuidv7(),
          new Date(Date.UTC(2000, 0, 1 + at)).toISOString().slice(0, 10),
        ]),
      ),
      id,
    ],
  });

test('[INV-15] the CSV of invoices has all rows, with what is paid and open of each, and the day on which it was paid', async () => {
  const ctx = await createContext();
  const due = await create(ctx.bea, [ctx.rex, ctx.rita], { frequency: 'one_time', amount: 125.5 });
  await issue(ctx, due._id, '2099-01-31T20:00:00Z');
  const { docs } = (await ctx.bea.call('GET', '/api/invoices?of=all')).body;
  const ofRex = docs.find((one: { recipient_id: { _id: string } }) => one.recipient_id._id === ctx.rex.id);
  const [{ _id: account }] = (await ctx.rex.call('GET', '/api/accounts/mine')).body.docs;
  for (const amount of [25.5, 100]) {
    const payment = check(account, { amount, reference: String(amount) });
    expect((await ctx.bea.call('POST', `/api/accounts/${account}/payments`, payment)).status).toBe(201);
    const row = (await csv(ctx, ctx.bea, '/api/invoices?of=all&format=csv')).find(({ id }) => id === ofRex._id);
    expect(row).toMatchObject(
      amount === 100
        ? { paid: '125.50', open: '0.00', paid_on: TODAY, status: 'paid' }
        : { paid: '25.50', open: '100.00', paid_on: '', status: 'pending' },
    );
  }
  await copyInvoices(ctx, docs[0]._id, 2100);
  const all = await csv(ctx, ctx.bea, '/api/invoices?of=all&format=csv&sortBy=due_date');
  expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([2102, 2102]);
  expect((await csv(ctx, ctx.rex, '/api/invoices?format=csv')).every(({ title }) => title === 'Dues')).toBe(true);
  expect(await csv(ctx, ctx.olga, '/api/invoices?format=csv')).toEqual([]);
});

test('[BULK-04] [14.7] the exported list of people comes back through Bulk Add as it was, street and unit apart', async () => {
  const ctx = await createContext();
  const people = [
    { resident_name: 'Ann "Annie" Lee', phone: '+1 555 0100', street: '12 Oak Street', unit: '4B', is_rented: true },
    { resident_name: 'Ben, the second', phone: '-', street: '12 Oak Street, Rear', is_rented: false },
    { resident_name: '=SUM(A1)', role: 'board' },
  ].map((one, at) => ({ role: 'resident', resident_email: `round-${at}-${uuidv7()}@example.test`, ...one }));
  expect((await ctx.bea.call('POST', '/api/users/bulk', { users: people })).status).toBe(201);
  const device = await new Device(ctx, ctx.bea).sync();
  const addresses = device.store.rows('address');
  const emails = people.map(({ resident_email }) => resident_email);
  const users = device.store.rows('user').all.filter(({ email }) => emails.includes(email));
  const file = csvOf(userLines(users, (id) => addresses.get(id) as Address | undefined));
  await device.close();
  const { rows, errors } = await read(`\ufeff${file}`);
  expect(errors).toEqual([]);
  const back = rows
    .map(({ user }) => user)
    .sort((a, b) => (required(a).resident_email < required(b).resident_email ? -1 : 1));
  expect(back).toEqual(people);
});
