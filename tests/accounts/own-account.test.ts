import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import { create, invoices, issue } from '../support/dues.ts';
import type { Person, TestContext } from '../support/fixtures.ts';
import { accountOf, check, fine, openAccount, signInAll, TODAY } from '../support/ledger.ts';

const OK = { ok: true };
const FOR_ANOTHER = {
  ok: false,
  code: 'forbidden',
  message: 'Another board member must do this on your own account.',
};

/** Bea's account, with a fine of $50, and Sue who could act on it. */
const ownAccount = async (api: Api, ctx: TestContext): Promise<string> => {
  await signInAll(ctx);
  const account = await openAccount(ctx, ctx.bea);
  expect(await api.act(ctx.bea, 'chargeAccount', fine(account))).toEqual(OK);
  return account;
};

const sale = (account_id: string, buyer: Person, over: object = {}) => ({
  id: `a-${uuidv7()}`,
  account_id,
  on: TODAY,
  buyer_ids: [buyer.id],
  carry: 'none',
  issued: [],
  ...over,
});

testBothApis(
  '[LEDG-13] nobody switches off late fees or reminders of their own account, and everybody may switch them on',
  async (api, ctx) => {
    const id = await ownAccount(api, ctx);
    const later = addDays(TODAY, 90);
    const flags = (person: Person, changes: object) => api.act(person, 'setAccountFlags', { id, ...changes });
    expect(await flags(ctx.bea, { fees_off_until: later })).toEqual(FOR_ANOTHER);
    expect(await flags(ctx.bea, { mail_off: true })).toEqual(FOR_ANOTHER);
    expect(await flags(ctx.bea, { note: 'Paid by check' })).toEqual(OK);
    expect(await flags(ctx.sue, { fees_off_until: later, mail_off: true })).toEqual(OK);
    expect(await flags(ctx.bea, { fees_off_until: later, mail_off: true, note: 'As Sue said' })).toEqual(OK);
    expect(await flags(ctx.bea, { fees_off_until: addDays(later, 1) })).toEqual(FOR_ANOTHER);
    expect(await flags(ctx.bea, { fees_off_until: null, mail_off: false })).toEqual(OK);
    expect(await accountOf(ctx, id)).toMatchObject({ fees_off_until: null, mail_off: false, note: 'As Sue said' });
  },
);

testBothApis(
  '[LEDG-13] [ACCT-07] a sale from or to oneself is another member’s to post, whatever is carried',
  async (api, ctx) => {
    const own = await ownAccount(api, ctx);
    const other = await openAccount(ctx, ctx.rita);
    for (const carry of ['none', 'balance', 'credit_only']) {
      expect(await api.act(ctx.bea, 'transferOwnership', sale(own, ctx.rex, { carry }))).toEqual(FOR_ANOTHER);
      expect(await api.act(ctx.bea, 'transferOwnership', sale(other, ctx.bea, { carry }))).toEqual(FOR_ANOTHER);
    }
    expect(await accountOf(ctx, own)).toMatchObject({ status: 'open', holder_ids: [ctx.bea.id] });
    expect(await api.act(ctx.sue, 'transferOwnership', sale(own, ctx.rex))).toEqual(OK);
  },
);

testBothApis('[LEDG-13] nobody leaves an account that they share: another removes them', async (api, ctx) => {
  await signInAll(ctx);
  const id = `a-${uuidv7()}`;
  const shared = { id, address_id: null, holder_ids: [ctx.rex.id, ctx.bea.id] };
  expect(await api.act(ctx.sue, 'openAccount', shared)).toEqual(OK);
  expect(await api.act(ctx.bea, 'leaveAccount', { id, user_id: ctx.bea.id })).toEqual(FOR_ANOTHER);
  expect(await api.act(ctx.sue, 'leaveAccount', { id, user_id: ctx.bea.id })).toEqual(OK);
});

testBothApis('[LEDG-13] [LEDG-12] one’s own invoice is another member’s to cancel', async (api, ctx) => {
  await signInAll(ctx);
  const due = await create(ctx.bea, [ctx.bea], { frequency: 'one_time' });
  await issue(ctx, due._id, '2099-01-31T20:00:00Z');
  const [{ _id: id }] = (await invoices(ctx.bea)).docs;
  expect(await api.act(ctx.bea, 'setInvoiceStatus', { id, status: 'canceled' })).toEqual(FOR_ANOTHER);
  expect(await api.act(ctx.sue, 'setInvoiceStatus', { id, status: 'canceled' })).toEqual(OK);
});

testBothApis(
  '[LEDG-13] nobody takes themselves off a due, unless somebody who shares their account stays on it',
  async (api, ctx) => {
    await ownAccount(api, ctx);
    const due = await create(ctx.bea, [ctx.bea, ctx.rex]);
    const recipients = (...ids: string[]) => ({ id: due._id, recipients: ids });
    expect(await api.act(ctx.bea, 'updateDue', recipients(ctx.rex.id))).toEqual(FOR_ANOTHER);
    expect(await api.act(ctx.bea, 'updateDue', recipients(ctx.bea.id))).toEqual(OK);
    const shared = { id: `a-${uuidv7()}`, address_id: ctx.rex.address_id, holder_ids: [ctx.rita.id, ctx.sue.id] };
    expect(await api.act(ctx.bea, 'openAccount', shared)).toEqual(OK);
    expect(await api.act(ctx.bea, 'updateDue', recipients(ctx.bea.id, ctx.sue.id, ctx.rita.id))).toEqual(OK);
    expect(await api.act(ctx.sue, 'updateDue', recipients(ctx.bea.id, ctx.rita.id))).toEqual(OK);
    expect(await api.act(ctx.sue, 'updateDue', recipients(ctx.rita.id))).toEqual(OK);
  },
);

testBothApis('[LEDG-13] [RET-03] the fee for one’s own returned check is another’s to leave out', async (api, ctx) => {
  const account = await ownAccount(api, ctx);
  const payment = check(account);
  expect(await api.act(ctx.bea, 'recordPayment', payment)).toEqual(OK);
  const returned = { id: uuidv7(), payment_id: payment.id, returned_on: TODAY, reason: 'No funds' };
  expect(await api.act(ctx.bea, 'returnPayment', { ...returned, fee: false })).toEqual(FOR_ANOTHER);
  expect(await api.act(ctx.bea, 'returnPayment', returned)).toEqual(OK);
});

testBothApis('[LEDG-13] where nobody else is on the board, one does it oneself', async (api, ctx) => {
  const id = await openAccount(ctx, ctx.bea);
  expect(await api.act(ctx.bea, 'setAccountFlags', { id, mail_off: true })).toEqual(OK);
  expect(await api.act(ctx.bea, 'transferOwnership', sale(id, ctx.rex))).toEqual(OK);
});
