import { afterAll, beforeAll, expect, test } from 'vitest';
import { activeAccount, CARD, checkout, type Emulator, emulator, nth, submit } from './support.ts';

let here: Emulator;
let account: string;
beforeAll(async () => {
  here = await emulator();
  account = await activeAccount(here);
});
afterAll(() => here.stop());

const balance = async () => nth((await here.stripe.balance.retrieve()).available, 0).amount;
const balanceOf = async () =>
  nth((await here.stripe.balance.retrieve({}, { stripeAccount: account })).available, 0).amount;

const paid = async (fields: Record<string, string> = {}, application_fee_amount?: number) => {
  const session = await checkout(here, {
    payment_intent_data: {
      transfer_data: { destination: account },
      on_behalf_of: account,
      ...(application_fee_amount && { application_fee_amount }),
    },
  });
  await submit(session.url, { ...CARD, number: '4242424242424242', ...fields });
  return String((await here.stripe.checkout.sessions.retrieve(session.id)).payment_intent);
};
const BANK = { method: 'us_bank_account', routing: '110000000', account: '000123456789' };
const chargeOf = async (intent: string) =>
  nth((await here.stripe.charges.list({ payment_intent: intent, expand: ['data.balance_transaction'] })).data, 0);

test('a destination charge comes in less the fee, goes on whole, and the application fee comes back', async () => {
  const before = [await balance(), await balanceOf()];
  const charge = await chargeOf(await paid({}, 500));
  expect(charge.balance_transaction).toMatchObject({ amount: 12_500, fee: 393, net: 12_107 });
  expect(await here.stripe.transfers.retrieve(String(charge.transfer))).toMatchObject({ amount: 12_500 });
  const fee = await here.stripe.applicationFees.retrieve(String(charge.application_fee));
  expect([fee.amount, (await balance()) - nth(before, 0), (await balanceOf()) - nth(before, 1)]).toEqual([
    500, 107, 12_000,
  ]);
  await here.stripe.applicationFees.createRefund(fee.id, { amount: 107 });
  expect([await balance(), (await balanceOf()) - nth(before, 1)]).toEqual([before[0], 12_107]);
  await expect(here.stripe.applicationFees.createRefund(fee.id, { amount: 394 })).rejects.toThrow(/greater than/);
});

test('a foreign card costs more, a bank debit less, and a failed one four dollars', async () => {
  expect((await chargeOf(await paid({ number: '4000000760000002' }))).balance_transaction).toMatchObject({ fee: 580 });
  const cleared = await paid(BANK);
  await here.control('POST', `bank/${cleared}/clear`);
  expect((await chargeOf(cleared)).balance_transaction).toMatchObject({ fee: 100 });
  const failed = await paid(BANK);
  await here.control('POST', `bank/${failed}/fail`);
  const { failure_balance_transaction } = await chargeOf(failed);
  const entry = await here.stripe.balanceTransactions.retrieve(String(failure_balance_transaction));
  expect(entry).toMatchObject({ net: -400 });
});

test('a refund takes from the platform, and from the account only if it says so', async () => {
  const intent = await paid({}, 500);
  const before = [await balance(), await balanceOf()];
  const moved = async () => [(await balance()) - nth(before, 0), (await balanceOf()) - nth(before, 1)];
  await here.stripe.refunds.create({ payment_intent: intent, amount: 1000 });
  expect(await moved()).toEqual([-1000, 0]);
  await here.stripe.refunds.create({ payment_intent: intent, amount: 2500, reverse_transfer: true });
  expect(await moved()).toEqual([-1000, -2500]);
  await here.stripe.refunds.create({ payment_intent: intent, reverse_transfer: true, refund_application_fee: true });
  expect(await moved()).toEqual([-360, -12_140]);
});

test('a disputed card takes amount and fee; winning brings the amount back', async () => {
  const intent = await paid({ number: '4000000000000259' });
  const dispute = nth((await here.stripe.disputes.list({ payment_intent: intent })).data, 0);
  expect(dispute).toMatchObject({ amount: 12_500, reason: 'fraudulent', status: 'needs_response' });
  expect(dispute.balance_transactions).toMatchObject([{ amount: -12_500, fee: 1500, net: -14_000 }]);
  const before = await balance();
  await here.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } });
  expect(await here.stripe.disputes.retrieve(dispute.id)).toMatchObject({ status: 'won' });
  expect((await balance()) - before).toBe(12_500);
  await expect(here.stripe.disputes.close(dispute.id)).rejects.toThrow(/won/);
  const events = (await here.stripe.events.list({ limit: 100 })).data.filter(({ data }) =>
    JSON.stringify(data.object).includes(dispute.id),
  );
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set(
      ['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed'].map((name) => `charge.dispute.${name}`),
    ),
  );
});

test('an inquiry takes nothing, and a returned bank debit is lost at once', async () => {
  const before = await balance();
  const asked = await paid({ number: '4000000000001976' });
  const inquiry = nth((await here.stripe.disputes.list({ payment_intent: asked })).data, 0);
  expect(inquiry).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] });
  expect(await here.control('POST', `disputes/${inquiry.id}/lose`)).toMatchObject({ status: 'warning_closed' });
  expect(before - (await balance())).toBe(393);
  const debit = await paid(BANK);
  await here.control('POST', `bank/${debit}/clear`);
  expect(await here.control('POST', `bank/${debit}/return`)).toMatchObject({
    reason: 'insufficient_funds',
    status: 'lost',
  });
});

test('an inquiry that is not answered becomes a dispute and takes the money', async () => {
  const intent = await paid({ number: '4000000000001976' });
  const inquiry = nth((await here.stripe.disputes.list({ payment_intent: intent })).data, 0);
  expect(await here.control('POST', `disputes/${inquiry.id}/escalate`)).toMatchObject({
    status: 'needs_response',
    balance_transactions: [{ amount: -12_500, fee: 1500 }],
  });
  await expect(here.stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_disputed',
  });
});

test('a refund that fails later leaves its money with the platform', async () => {
  const intent = await paid();
  const before = await balance();
  const { id } = await here.stripe.refunds.create({ payment_intent: intent, amount: 2500 });
  expect(before - (await balance())).toBe(2500);
  await here.control('POST', `refunds/${id}/fail`);
  expect(await here.stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed' });
  expect(await balance()).toBe(before);
});

test('a bank debit comes back with one of the reasons that Stripe gives', async () => {
  for (const reason of ['insufficient_funds', 'incorrect_account_details', 'bank_cannot_process']) {
    const intent = await paid(BANK);
    await here.control('POST', `bank/${intent}/clear`);
    const returned = await here.control('POST', `bank/${intent}/return`, { reason });
    expect(returned).toMatchObject({ reason, status: 'lost', evidence_details: { due_by: null } });
  }
});

test('transfers are made, listed by group, reversed, and refused where an account has too little', async () => {
  const { stripe } = here;
  const made = await stripe.transfers.create({
    amount: 700,
    currency: 'usd',
    destination: account,
    transfer_group: 'g',
  });
  await stripe.transfers.createReversal(made.id, { amount: 200 });
  const { data } = await stripe.transfers.list({ transfer_group: 'g' });
  expect(data).toMatchObject([{ id: made.id, amount_reversed: 200 }]);
  const debit = await stripe.charges.create({ amount: 300, currency: 'usd', source: account, transfer_group: 'g' });
  expect((await stripe.charges.list({ transfer_group: 'g' })).data.map(({ id }) => id)).toEqual([debit.id]);
  await here.control('POST', `accounts/${account}`, { no_negative_balance: true });
  const most = (await balanceOf()) + 1;
  const debits = stripe.charges.create({ amount: most, currency: 'usd', source: account });
  await expect(debits).rejects.toMatchObject({ code: 'balance_insufficient' });
  await here.control('POST', `accounts/${account}`, { no_negative_balance: false });
  await stripe.charges.create({ amount: most, currency: 'usd', source: account });
  expect(await balanceOf()).toBe(-1);
});

test('an account that leaves is not the platform’s any more', async () => {
  const leaving = await activeAccount(here);
  await here.control('POST', `accounts/${leaving}/deauthorize`);
  await expect(here.stripe.accounts.retrieve(leaving)).rejects.toMatchObject({ type: 'StripePermissionError' });
  const [event] = (await here.stripe.events.list({ type: 'account.application.deauthorized' })).data;
  expect(event).toMatchObject({ account: leaving, data: { object: { object: 'application' } } });
});
