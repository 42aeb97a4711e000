import { expect, test } from 'vitest';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import { Device } from '../support/device.ts';
import { settle } from '../support/dues.ts';
import { sumsOf } from '../support/ledger.ts';
import { payeesForAll } from '../support/paying.ts';
import { nth } from '../support/required.ts';
import { BANK, CARD, createInvoices, moneyOf, pay, payOnHostedPage, statusOf } from '../support/stripe-harness.ts';

const { harness, ctx } = payeesForAll();

const DISPUTED = { ...CARD, number: '4000000000000259' };
const INQUIRY = { ...CARD, number: '4000000000001976' };
const HELD = 'A payment for this invoice is disputed. You can pay it again after the bank decides.';

/** Money that comes back late stays as credit of the payer's, who therefore is another each time. */
const disputed = async (fields: Record<string, string> = DISPUTED) => {
  const payer = await ctx.join(ctx.hoa_id, 'Rex Okafor', 'resident');
  const id = String((await createInvoices(ctx, payer)).ids[0]);
  const payment = await payOnHostedPage(harness, payer, id, fields);
  await harness.deliver();
  return { id, payment, payer };
};
const decide = async (payment_intent: string, how: 'win' | 'lose') => {
  const dispute = nth((await harness.stripe.disputes.list({ payment_intent })).data, 0);
  await harness.control('POST', `disputes/${dispute.id}/${how}`);
  await harness.deliver();
};
const rowOf = async (id: string) => {
  const sql = `SELECT amount_cents, withdrawn_cents, reason, status, evidence_due_by IS NOT NULL AS has_deadline, closed_at
    FROM disputes WHERE invoice_id = ?`;
  return (await ctx.db.execute({ sql, args: [id] })).rows.map((row) => ({ ...row }));
};

test('[RET-01] [RET-02] a disputed card opens its invoice again, and holds it until the bank has decided', async () => {
  const { id, payment, payer } = await disputed();
  expect(await rowOf(id)).toEqual([
    {
      amount_cents: 12_550,
      withdrawn_cents: 12_550,
      reason: 'fraudulent',
      status: 'needs_response',
      has_deadline: 1,
      closed_at: null,
    },
  ]);
  expect(await statusOf(ctx.bea, id)).toBe('pending');
  expect(await pay(payer, id)).toMatchObject({ status: 409, body: { message: HELD } });
  await decide(payment, 'lose');
  expect(await rowOf(id)).toMatchObject([{ status: 'lost', closed_at: expect.any(String) }]);
  expect([await statusOf(ctx.bea, id), (await pay(payer, id)).status]).toEqual(['pending', 200]);
});

test('[RET-02] a dispute that is won pays the invoice again', async () => {
  const { id, payment } = await disputed();
  await decide(payment, 'win');
  expect(await rowOf(id)).toMatchObject([{ status: 'won', withdrawn_cents: 0 }]);
  expect(await statusOf(ctx.bea, id)).toBe('paid');
});

test('[RET-02] money that comes back after the board has settled the invoice stays as credit', async () => {
  const { id, payment, payer } = await disputed();
  expect((await settle(ctx.bea, id, 'paid')).status).toBe(200);
  await decide(payment, 'win');
  expect((await moneyOf(ctx, id)).map(({ kind }) => kind)).toEqual(['charge', 'outside']);
  expect(await statusOf(ctx.bea, id)).toBe('paid');
  expect(await sumsOf(ctx, accountIdOf(payer.id, 0))).toEqual([-12_550, 12_550]);
});

test('[RET-02] an inquiry takes nothing and leaves the invoice paid', async () => {
  const { id, payment } = await disputed(INQUIRY);
  expect(await rowOf(id)).toMatchObject([{ status: 'warning_needs_response', withdrawn_cents: 0 }]);
  await decide(payment, 'lose');
  expect(await rowOf(id)).toMatchObject([{ status: 'warning_closed' }]);
  expect(await statusOf(ctx.bea, id)).toBe('paid');
});

test('[RET-03] [LEDG-10] a dispute of a part opens that part again', async () => {
  const { id, payment } = await disputed(CARD);
  await harness.control('POST', 'disputes', { payment_intent: payment, amount: 2000 });
  await harness.deliver();
  expect(await rowOf(id)).toMatchObject([{ amount_cents: 2000, withdrawn_cents: 2000 }]);
  expect(await statusOf(ctx.bea, id)).toBe('pending');
});

test('[RET-04] a bank debit that comes back after it had cleared is final: the invoice can be paid at once', async () => {
  const { id, payment, payer } = await disputed(BANK);
  await harness.control('POST', `bank/${payment}/clear`);
  await harness.deliver();
  expect(await statusOf(ctx.bea, id)).toBe('paid');
  await harness.control('POST', `bank/${payment}/return`, { reason: 'incorrect_account_details' });
  await harness.deliver('reverse');
  expect(await rowOf(id)).toMatchObject([{ reason: 'incorrect_account_details', status: 'lost', has_deadline: 0 }]);
  expect([await statusOf(ctx.bea, id), (await pay(payer, id)).status]).toEqual(['pending', 200]);
});

test('[RET-01] [SEC-13] the board and the payer have it on their devices, nobody else, and no id of the provider', async () => {
  const { payer: rex } = await disputed();
  const held = async (person: typeof ctx.rex) => {
    const device = await new Device(ctx, person).sync();
    const rows = [...device.store.rows('dispute').all];
    await device.close();
    return rows;
  };
  const [board, payer, neighbour, other] = [
    await held(ctx.bea),
    await held(rex),
    await held(ctx.rita),
    await held(ctx.olga),
  ];
  expect([board.length > 0, payer.length, neighbour, other]).toEqual([true, 1, [], []]);
  expect(board.some(({ evidence_due_by }) => evidence_due_by !== null)).toBe(true);
  expect(payer.every(({ evidence_due_by }) => evidence_due_by === null)).toBe(true);
  expect(JSON.stringify([board, payer])).not.toMatch(/"(du|ch|pi)_/);
});
