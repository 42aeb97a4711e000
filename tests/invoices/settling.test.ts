import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import { dayInWords } from '../../sync/words.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { create, FORBIDDEN, get, invoice, issue, payments, sendDue, settle } from '../support/dues.ts';
import { contextForAll, createContext, type Person } from '../support/fixtures.ts';
import { check, fine, openAccount, sumsOf, TODAY } from '../support/ledger.ts';
import { createInvoices } from '../support/stripe-harness.ts';

const NOT_FOUND = 'Invoice not found.';
const ABSENT = { ok: false, code: 'not_found', message: NOT_FOUND };
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const ctx = contextForAll();

testBothApis('[INV-24] [INV-28] [INV-29] the board records an outside payment, which is final', async (api, home) => {
  const { bea, sue, rex, db } = home;
  const { id } = await sendDue(home, [rex]);
  expect(await api.act(bea, 'setInvoiceStatus', { id, status: 'paid' })).toEqual({ ok: true });
  expect((await invoice(rex, id)).body).toMatchObject({ status: 'paid', paid_at: INSTANT, canceled_at: null });
  for (const status of ['paid', 'canceled'])
    expect(await api.act(sue, 'setInvoiceStatus', { id, status })).toEqual({
      ok: false,
      code: 'conflict',
      message: 'This invoice is already paid.',
    });
  const sql = 'SELECT kind, amount_cents, status, user_id, recorded_by FROM payments WHERE invoice_id = ?';
  const { rows } = await db.execute({ sql, args: [id] });
  const once = { kind: 'outside', amount_cents: 12_550, status: 'succeeded', user_id: rex.id, recorded_by: bea.id };
  expect(rows.map((row) => ({ ...row }))).toEqual([once]);
});

testBothApis('[INV-09] [INV-28] the board cancels, which is final', async (api, home) => {
  const { bea, rex, db } = home;
  const { id } = await sendDue(home, [rex]);
  expect(await api.act(bea, 'setInvoiceStatus', { id, status: 'canceled' })).toEqual({ ok: true });
  expect((await invoice(rex, id)).body).toMatchObject({ status: 'canceled', paid_at: null, canceled_at: INSTANT });
  expect(await api.act(bea, 'setInvoiceStatus', { id, status: 'paid' })).toEqual({
    ok: false,
    code: 'conflict',
    message: 'This invoice is already canceled.',
  });
  expect((await db.execute({ sql: 'SELECT 1 FROM payments WHERE invoice_id = ?', args: [id] })).rows).toEqual([]);
});

testBothApis('[LEDG-05] [LEDG-12] an invoice with a write-off is canceled once that is undone', async (api, home) => {
  const { bea, rex } = home;
  const id = String((await createInvoices(home, rex)).ids[0]);
  const account = accountIdOf(rex.id, 0);
  const writeOff = { id: uuidv7(), entry_id: `${account}.${id}`, amount: 25.5, reason: 'Agreed with the owner' };
  expect(await api.act(bea, 'writeOffEntry', writeOff)).toEqual({ ok: true });
  expect(await api.act(bea, 'setInvoiceStatus', { id, status: 'canceled' })).toEqual({
    ...{ ok: false, code: 'conflict' },
    message: `Undo the write-off of ${dayInWords(TODAY)} first.`,
  });
  const undo = { id: uuidv7(), entry_id: `${account}.${writeOff.id}`, reason: 'To cancel the invoice' };
  expect(await api.act(bea, 'reverseEntry', undo)).toEqual({ ok: true });
  expect(await api.act(bea, 'setInvoiceStatus', { id, status: 'canceled' })).toEqual({ ok: true });
  expect(await sumsOf(home, account)).toEqual([0, 0]);
});

testBothApis('[INV-28] [SEC-12] [SEC-15] nobody else settles anything', async (api, home) => {
  const { bea, rex, rita, olga } = home;
  const { id } = await sendDue(home, [rex]);
  const paid = { id, status: 'paid' };
  expect(await api.act(rex, 'setInvoiceStatus', paid)).toEqual(FORBIDDEN);
  for (const stranger of [rita, olga]) expect(await api.act(stranger, 'setInvoiceStatus', paid)).toEqual(ABSENT);
  expect(await api.act(bea, 'setInvoiceStatus', { id: uuidv7(), status: 'paid' })).toEqual(ABSENT);
  for (const status of ['pending', 'overdue', 'Paid', '', null, 7])
    expect(await api.act(bea, 'setInvoiceStatus', { id, status })).toEqual({
      ok: false,
      code: 'invalid',
      message: 'Invalid status',
    });
  expect((await invoice(bea, id)).body.status).toBe('pending');
});

testBothApis('[SEC-17] nothing but the status is taken', async (api, home) => {
  const { bea, rex, rita, olga } = home;
  const { id } = await sendDue(home, [rex]);
  const forged = { amount_cents: 1, amountCents: 1, recipient_id: rita.id, hoa_id: olga.hoa_id, paid_at: '2020' };
  expect(await api.act(bea, 'setInvoiceStatus', { id, status: 'paid', ...forged })).toEqual({ ok: true });
  const now = { amountCents: 12_550, paid_at: INSTANT, recipient_id: { _id: rex.id } };
  expect((await invoice(bea, id)).body).toMatchObject(now);
});

testBothApis('[INV-28] [INV-29] not while a bank transfer is on its way', async (api, home) => {
  const { bea, rex, db, hoa_id } = home;
  const { id } = await sendDue(home, [rex]);
  const transfer = `INSERT INTO payments (id, hoa_id, invoice_id, user_id, kind, amount_cents, status, created_at)
    VALUES (?, ?, ?, ?, 'charge', 12550, 'pending', ?)`;
  await db.execute({ sql: transfer, args: [uuidv7(), hoa_id, id, rex.id, new Date().toISOString()] });
  for (const status of ['paid', 'canceled'])
    expect(await api.act(bea, 'setInvoiceStatus', { id, status })).toEqual({
      ok: false,
      code: 'conflict',
      message: 'A bank transfer for this invoice is still on its way.',
    });
  expect((await invoice(bea, id)).body.status).toBe('pending');
  await db.execute({ sql: "UPDATE payments SET status = 'failed', rev = rev + 1 WHERE invoice_id = ?", args: [id] });
  expect(await api.act(bea, 'setInvoiceStatus', { id, status: 'paid' })).toEqual({ ok: true });
});

test('[INV-28] two boards at once settle it once', async () => {
  const { bea, sue, rex, db } = ctx;
  const { id } = await sendDue(ctx, [rex]);
  const answers = await Promise.all(
    [bea, sue, bea, sue].map((person, at) => settle(person, id, at < 2 ? 'paid' : 'canceled')),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const isPaid = (await invoice(rex, id)).body.status === 'paid';
  const { rows } = await db.execute({ sql: 'SELECT 1 FROM payments WHERE invoice_id = ?', args: [id] });
  expect(rows).toHaveLength(isPaid ? 1 : 0);
});

describe('paid invoices', () => {
  test('[DUE-28] [DUE-30] a resident’s own, the HOA’s for the board, the newest first', async () => {
    const home = await createContext();
    const { bea, sue, rex, rita, olga } = home;
    const [one, two] = [await sendDue(home, [rex], { title: 'One' }), await sendDue(home, [rita], { title: 'Two' })];
    await sendDue(home, [rex], { title: 'Unpaid' });
    const canceled = await sendDue(home, [rex], { title: 'Canceled' });
    await settle(bea, canceled.id, 'canceled');
    expect(await payments(bea)).toMatchObject({ docs: [], totalDocs: 0, page: 1, totalPages: 1 });
    await settle(bea, two.id, 'paid');
    await settle(bea, one.id, 'paid');
    const titles = async (person: Person) =>
      (await payments(person)).docs.map(({ dues_id }: { dues_id: { title: string } }) => dues_id.title);
    for (const person of [bea, sue]) expect(await titles(person)).toEqual(['One', 'Two']);
    expect(await titles(rex)).toEqual(['One']);
    expect(await titles(rita)).toEqual(['Two']);
    expect(await titles(olga)).toEqual([]);
    expect((await payments(rex)).docs[0]).toEqual((await invoice(rex, one.id)).body);
    expect((await payments(bea)).docs[0].recipient_id).toEqual({ _id: rex.id, name: rex.name, email: rex.email });
    expect(JSON.stringify(await payments(rex))).not.toContain(rex.email);
  });
});

describe('on devices', () => {
  test('[INV-26] [DUE-23] [DUE-24] a resident’s holds their own dues, invoices and payments, the board’s all', async () => {
    const home = await createContext();
    const { bea, rex, rita, olga } = home;
    const { due, id } = await sendDue(home, [rex, rita]);
    await create(bea, [rita], { title: 'Hers alone' });
    await settle(bea, id, 'paid');
    const held = async (person: Person) => {
      const device = await new Device(home, person).sync();
      const rows = (entity: 'due' | 'invoice' | 'payment') => [...device.store.rows(entity).all];
      const all = { dues: rows('due'), invoices: rows('invoice'), payments: rows('payment') };
      await device.close();
      return all;
    };
    const his = await held(rex);
    expect(his.dues).toMatchObject([{ id: due._id, recipients: [rex.id] }]);
    expect(his.invoices).toMatchObject([{ id, recipient_id: rex.id, status: 'paid' }]);
    expect(his.payments).toMatchObject([{ invoice_id: id, user_id: rex.id, recorded_by: null }]);
    expect(JSON.stringify(his)).not.toContain(rita.id);
    const hers = await held(rita);
    expect([hers.dues.length, hers.invoices.length, hers.payments.length]).toEqual([2, 1, 0]);
    expect(hers.invoices[0]).toMatchObject({ recipient_id: rita.id, status: 'pending' });
    const all = await held(bea);
    expect([all.dues.length, all.invoices.length, all.payments.length]).toEqual([2, 2, 1]);
    expect(await held(olga)).toEqual({ dues: [], invoices: [], payments: [] });
  });

  test('[DUE-24] [DUE-29] who is taken off a due loses it and keeps their invoice', async () => {
    const home = await createContext();
    const { bea, rex, rita } = home;
    const { due, id } = await sendDue(home, [rex]);
    const device = await new Device(home, rex).sync();
    expect(device.store.rows('due').all.length).toBe(1);
    await bea.call('PUT', `/api/dues/${due._id}`, { recipients: [rita.id] });
    await device.sync();
    expect(device.store.rows('due').all.length).toBe(0);
    expect(device.store.rows('invoice').all).toMatchObject([{ id, title: 'Dues' }]);
    expect((await get(rex, due._id)).status).toBe(404);
    expect((await invoice(rex, id)).status).toBe(200);
    await device.close();
  });

  test('[INV-28] [ACCT-12] the board’s word reaches the devices of the account’s holders, and wakes nobody else', async () => {
    const home = await createContext();
    const { bea, rex, rita } = home;
    const { id } = await sendDue(home, [rex]);
    home.pokes.length = 0;
    await settle(bea, id, 'paid');
    const woken = home.pokes.flatMap(({ audiences }) => audiences);
    expect(woken).toContain(accountIdOf(rex.id, 0));
    expect(woken.filter((audience) => audience.includes(rita.id))).toEqual([]);
    expect(woken).not.toContain('residents');
    expect(woken).not.toContain('all');
  });
});

test('[LEDG-09] [LEDG-10] a check that came before the invoice of its day was issued pays that invoice first', async () => {
  const { bea, db } = ctx;
  const payer = await ctx.join(ctx.hoa_id, 'Rex Okafor', 'resident');
  const account = await openAccount(ctx, payer);
  const charged = { kind: 'charge', ...fine(account) };
  expect((await bea.call('POST', `/api/accounts/${account}/entries`, charged)).status).toBe(201);
  expect((await bea.call('POST', `/api/accounts/${account}/payments`, check(account))).status).toBe(201);
  expect(await sumsOf(ctx, account)).toEqual([0, 0]);
  const due = await create(bea, [payer], { frequency: 'one_time', amount: 125.5 });
  const sql = 'UPDATE dues SET send_date = ?1, anchor_date = ?1, due_date = ?2 WHERE id = ?3';
  await db.execute({ sql, args: [TODAY, addDays(TODAY, 7), due._id] });
  await issue(ctx, due._id);
  const { rows } = await db.execute({ sql: 'SELECT paid_cents FROM invoices WHERE due_id = ?', args: [due._id] });
  expect([rows.map(({ paid_cents }) => paid_cents), await sumsOf(ctx, account)]).toEqual([[5000], [12_550, 0]]);
});
