import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { dayInWords } from '../../sync/words.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { create, get, invoices, issue } from '../support/dues.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { TestHubs } from '../support/hubs.ts';
import { accountOf, ago, check, entriesOf, fine, moveIn, openAccount, sumsOf, TODAY } from '../support/ledger.ts';
import { nth } from '../support/required.ts';

const OK = { ok: true };
const conflict = (message: string) => ({ ok: false, code: 'conflict', message });
const invalid = (message: string) => ({ ok: false, code: 'invalid', message });

const sale = (account_id: string, buyers: readonly Person[], over: object = {}) => ({
  id: `a-${uuidv7()}`,
  account_id,
  on: TODAY,
  buyer_ids: buyers.map(({ id }) => id),
  carry: 'none',
  issued: [],
  ...over,
});

/** Rex's account, with a fine of $50. */
const sellers = async (api: Api, ctx: TestContext): Promise<string> => {
  const account = await openAccount(ctx, ctx.rex);
  expect(await api.act(ctx.bea, 'chargeAccount', fine(account))).toEqual(OK);
  return account;
};

testBothApis(
  '[ACCT-07] [INVAR-09] a sale closes the seller’s account and carries what the board chose',
  async (api, ctx) => {
    for (const [carry, paid, [left, taken]] of [
      ['none', 0, [5000, 0]],
      ['balance', 0, [0, 5000]],
      ['balance', 80, [0, -3000]],
      ['credit_only', 0, [5000, 0]],
      ['credit_only', 80, [0, -3000]],
    ] as const) {
      const seller = await ctx.join(ctx.hoa_id, 'Sal Seller', 'resident');
      const from = await openAccount(ctx, seller);
      expect(await api.act(ctx.bea, 'chargeAccount', fine(from))).toEqual(OK);
      if (paid > 0)
        expect(
          await api.act(ctx.bea, 'recordPayment', check(from, { amount: paid, reference: uuidv7().slice(-9) })),
        ).toEqual(OK);
      const args = sale(from, [await ctx.join(ctx.hoa_id, 'Bo Buyer', 'resident')], { carry });
      expect(await api.act(ctx.bea, 'transferOwnership', args)).toEqual(OK);
      expect(await accountOf(ctx, from)).toMatchObject({ status: 'closed', closed_on: TODAY });
      expect(await accountOf(ctx, args.id)).toMatchObject({
        status: 'open',
        opened_on: TODAY,
        follows: from,
        address_id: seller.address_id,
        holder_ids: args.buyer_ids,
      });
      expect([carry, paid, (await sumsOf(ctx, from))[0], (await sumsOf(ctx, args.id))[0]]).toEqual([
        carry,
        paid,
        left,
        taken,
      ]);
      const moved = [...(await entriesOf(ctx, from)), ...(await entriesOf(ctx, args.id))].filter(
        ({ kind }) => kind === 'transfer',
      );
      expect(moved.map(({ amount_cents, batch_id }) => [amount_cents, batch_id])).toEqual(
        taken === 0
          ? []
          : [
              [-taken, args.id],
              [taken, args.id],
            ],
      );
    }
  },
);

testBothApis('[LEDG-05] [INVAR-09] a transfer is undone in both accounts at once, and once', async (api, ctx) => {
  const from = await sellers(api, ctx);
  const args = sale(from, [ctx.rita], { carry: 'balance' });
  expect(await api.act(ctx.bea, 'transferOwnership', args)).toEqual(OK);
  const [carried] = await sumsOf(ctx, args.id);
  const halves = [...(await entriesOf(ctx, from)), ...(await entriesOf(ctx, args.id))].filter(
    ({ kind }) => kind === 'transfer',
  );
  const reversal = (entry_id: unknown) => ({ id: uuidv7(), entry_id, reason: 'The buyer does not take it over' });
  expect(await api.act(ctx.bea, 'reverseEntry', reversal(nth(halves, 0).id))).toEqual(OK);
  expect([(await sumsOf(ctx, from))[0], (await sumsOf(ctx, args.id))[0]]).toEqual([carried, 0]);
  expect(await api.act(ctx.bea, 'reverseEntry', reversal(nth(halves, 1).id))).toEqual(
    conflict(`This entry was already reversed on ${dayInWords(TODAY)}.`),
  );
});

testBothApis(
  '[ACCT-07] [ACCT-10] what cannot be sold is said; a closed account takes money, and no charge',
  async (api, ctx) => {
    const from = await sellers(api, ctx);
    const act = (over: object) => api.act(ctx.bea, 'transferOwnership', sale(from, [ctx.rita], over));
    expect(await act({ buyer_ids: [] })).toEqual(invalid('Please select the new owner.'));
    expect(await act({ on: '1999-01-01' })).toEqual(invalid(`The sale cannot be before ${dayInWords(ago(1000))}.`));
    expect(await act({ on: addDays(TODAY, 2) })).toEqual(invalid('The date cannot be in the future.'));
    expect(await act({ on: '' })).toEqual(invalid('Please select a date.'));
    expect(await act({ account_id: `a-${uuidv7()}` })).toMatchObject({
      code: 'not_found',
      message: 'Account not found.',
    });
    expect(await api.act(ctx.rex, 'transferOwnership', sale(from, [ctx.rita]))).toMatchObject({ code: 'forbidden' });
    expect(await act({})).toEqual(OK);
    const closed = conflict(`This account was closed on ${dayInWords(TODAY)}.`);
    expect(await act({})).toEqual(closed);
    expect(await api.act(ctx.bea, 'chargeAccount', fine(from))).toEqual(closed);
    expect(await api.act(ctx.bea, 'recordPayment', check(from, { amount: 60 }))).toEqual(OK);
    expect(await sumsOf(ctx, from)).toEqual([-1000, 1000]);
  },
);

testBothApis(
  '[ACCT-03] [ACCT-07] an account that a bill opens is open since its holder is known, so that an earlier sale is taken',
  async (api, ctx) => {
    const seller = await ctx.join(ctx.hoa_id, 'Sal Seller', 'resident');
    const args = [new Date(`${ago(90)}T18:00:00Z`).toISOString(), seller.id];
    await ctx.db.execute({ sql: 'UPDATE users SET created_at = ? WHERE id = ?', args });
    await issue(ctx, (await create(ctx.bea, [seller], { send_date: TODAY }))._id);
    const from = `a-${seller.id}`;
    expect(await accountOf(ctx, from)).toMatchObject({ opened_on: ago(90) });
    expect(await api.act(ctx.bea, 'transferOwnership', sale(from, [ctx.rita], { on: ago(30) }))).toEqual(OK);
  },
);

testBothApis(
  '[ACCT-08] after a sale the dues bill the buyer, and periods of the days since go to whom the board chose',
  async (api, ctx) => {
    const from = await openAccount(ctx, ctx.rex);
    const days = [ago(40), ago(9)];
    const due = await create(ctx.bea, [ctx.rex, ctx.sue], { send_date: days[0], frequency: 'monthly' });
    await issue(ctx, due._id);
    const issued = (await invoices(ctx.rex)).docs;
    expect(issued.length).toBeGreaterThan(1);
    const [moved] = issued;
    const as = uuidv7();
    const before = sale(from, [ctx.rita], { on: ago(50), issued: [{ invoice_id: moved._id, as }] });
    expect(await api.act(ctx.bea, 'transferOwnership', before)).toEqual(OK);
    expect((await get(ctx.bea, due._id)).body.recipients).toEqual([ctx.rita.id, ctx.sue.id]);
    const his = (await invoices(ctx.rex)).docs;
    expect(his.find(({ _id }: { _id: string }) => _id === moved._id)).toMatchObject({ status: 'canceled' });
    expect(his.filter(({ status }: { status: string }) => status !== 'canceled')).toHaveLength(issued.length - 1);
    expect((await invoices(ctx.rita)).docs).toMatchObject([
      { _id: as, amountCents: moved.amountCents, due_date: moved.due_date },
    ]);
    expect(await sumsOf(ctx, before.id)).toEqual([moved.amountCents, 0]);
    expect(await sumsOf(ctx, from)).toEqual([(issued.length - 1) * moved.amountCents, 0]);
    const again = sale(before.id, [ctx.rex], { on: ago(45), issued: [{ invoice_id: moved._id, as: uuidv7() }] });
    expect(await api.act(ctx.bea, 'transferOwnership', again)).toEqual(
      conflict('This invoice cannot be issued to the new owner.'),
    );
  },
);

/** The rows that a device holds of an account: its ids, in every entity. */
const rowsNaming = ({ store }: Device, account_id: string) =>
  (['account', 'entry', 'invoice', 'payment', 'dispute'] as const).flatMap((entity) =>
    (store.rows(entity).all as readonly { id: string; account_id?: string | null }[])
      .filter(({ id, account_id: of }) => id === account_id || of === account_id)
      .map(({ id }) => `${entity}/${id}`),
  );

const trio = async () => {
  const hubs = new TestHubs();
  const ctx = await createContext(hubs.over);
  hubs.serve(ctx.deps);
  await moveIn(ctx, ctx.rita, ctx.rex.address_id);
  const from = await openAccount(ctx, ctx.rex);
  const due = await create(ctx.bea, [ctx.rex], { send_date: ago(5), frequency: 'one_time' });
  await issue(ctx, due._id);
  expect((await ctx.bea.call('POST', `/api/accounts/${from}/payments`, check(from))).status).toBe(201);
  const [his, hers] = [await new Device(ctx, ctx.rex).sync(), await new Device(ctx, ctx.rita).sync()];
  for (const device of [his, hers]) await device.connect(hubs);
  const whole = rowsNaming(his, from);
  expect(whole.map((key) => key.split('/')[0]).sort()).toEqual(['account', 'entry', 'entry', 'invoice', 'payment']);
  expect(rowsNaming(hers, from)).toEqual([]);
  return { ctx, from, his, hers, whole, close: () => Promise.all([his, hers].map((device) => device.close())) };
};

test('[INVAR-13] [ACCT-05] [ACCT-12] who joins an account gets all its rows, and who leaves it keeps none', async () => {
  const { ctx, from, his, hers, whole, close } = await trio();
  const holders = async (path: string, user_id: string) =>
    expect((await ctx.bea.call('POST', `/api/accounts/${from}/holders${path}`, { user_id })).status).toBe(200);
  await holders('', ctx.rita.id);
  await hers.sync();
  expect(rowsNaming(hers, from)).toEqual(whole);
  const [invoice] = (await invoices(ctx.rita)).docs;
  expect(invoice).toMatchObject({ amountCents: 12_550 });
  // The person to whose address the invoice went leaves.
  await holders('/remove', ctx.rex.id);
  await his.sync();
  expect(rowsNaming(his, from)).toEqual([]);
  expect((await ctx.rex.call('GET', `/api/accounts/${from}`)).status).toBe(404);
  expect((await ctx.rex.call('GET', `/api/invoices/${invoice._id}`)).status).toBe(404);
  expect((await invoices(ctx.rex)).docs).toEqual([]);
  await close();
});

test('[INVAR-13] [ACCT-09] after a sale the buyer has no row of the seller’s, who keeps reading the closed account', async () => {
  const { ctx, from, his, hers, whole, close } = await trio();
  const args = sale(from, [ctx.rita], { carry: 'balance' });
  expect((await ctx.bea.call('POST', `/api/accounts/${from}/transfer`, args)).status).toBe(201);
  await hers.sync();
  expect(rowsNaming(hers, from)).toEqual([]);
  expect(rowsNaming(hers, args.id)).toHaveLength(2);
  await his.sync();
  expect(rowsNaming(his, from)).toHaveLength(whole.length + 1);
  expect(rowsNaming(his, args.id)).toEqual([]);
  expect(his.store.rows('account').get(from)).toMatchObject({ status: 'closed', balance_cents: 0 });
  await close();
});
