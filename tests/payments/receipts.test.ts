import { expect, test } from 'vitest';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { testBothApis } from '../support/apis.ts';
import { createContext, testConfig } from '../support/fixtures.ts';
import { check, fine, openAccount } from '../support/ledger.ts';
import { ResendEmulator } from '../support/resend-emulator.ts';

const OK = { ok: true };

test('[REC-11] the receipt of a payment is mailed to the holders of its account, each time the board asks', async () => {
  const resend = await new ResendEmulator().open();
  try {
    const ctx = await createContext({ config: { ...testConfig(), resendUrl: resend.url } });
    const account = await openAccount(ctx, ctx.rex);
    await ctx.bea.call('POST', `/api/accounts/${account}/entries`, {
      kind: 'charge',
      ...fine(account, { amount: 30 }),
    });
    const paid = (await ctx.bea.call('POST', `/api/accounts/${account}/payments`, check(account))).body;
    const ask = () => ctx.bea.call('POST', `/api/payments/${paid._id}/mail-receipt`);
    expect((await ask()).status).toBe(200);
    await drainOutbox(ctx.deps, { hoa_id: ctx.hoa_id });
    await expect.poll(() => resend.received()).toEqual({ [ctx.rex.email]: 1 });
    const [mail] = resend.sent;
    expect(mail?.subject).toMatch(/^Receipt: \$50\.00 on /);
    const href = `http://localhost:8787/accounts/${account}/receipts/${paid._id}`;
    for (const words of ['Payment by check 1042', 'Trash cans: $30.00', '$20.00', href])
      expect(mail?.text).toContain(words);
    expect((await ask()).status).toBe(200);
    await drainOutbox(ctx.deps, { hoa_id: ctx.hoa_id });
    await expect.poll(() => resend.received()).toEqual({ [ctx.rex.email]: 2 });
  } finally {
    await resend.close();
  }
});

testBothApis(
  '[REC-11] only a payment that stands has a receipt to mail, and only the board mails it',
  async (api, ctx) => {
    const account = await openAccount(ctx, ctx.rex);
    const args = check(account);
    expect(await api.act(ctx.bea, 'recordPayment', args)).toEqual(OK);
    expect(await api.act(ctx.rex, 'mailReceipt', { id: args.id })).toMatchObject({ code: 'forbidden' });
    expect(await api.act(ctx.bea, 'mailReceipt', { id: args.id })).toEqual(OK);
    const undo = { id: crypto.randomUUID(), entry_id: `${account}.${args.id}`, reason: 'Wrong account' };
    expect(await api.act(ctx.bea, 'reverseEntry', undo)).toEqual(OK);
    const message = 'There is no receipt for a payment that was not received.';
    expect(await api.act(ctx.bea, 'mailReceipt', { id: args.id })).toEqual({ ok: false, code: 'conflict', message });
  },
);
