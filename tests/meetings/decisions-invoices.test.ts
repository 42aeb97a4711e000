import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { ANOTHER_APPLIES } from '../../sync/meetings/motions/decisions.ts';
import { testBothApis } from '../support/apis.ts';
import type { Person, TestContext } from '../support/fixtures.ts';
import { decisionsOf, motionOn, result, today } from '../support/meeting-decisions.ts';
import { write } from '../support/meetings.ts';
import { required } from '../support/required.ts';

const invoiceTo = async (ctx: TestContext, holder: Person, id: string): Promise<void> => {
  const [due_id, account_id] = [uuidv7(), `a-${uuidv7()}`];
  const { newAccount } = await import('../../sync/accounts/entity.ts');
  const { post } = await import('../../sync/ledger/post.ts');
  await write(ctx, async (tx) => {
    const account = newAccount(account_id, {
      address_id: null,
      holder_ids: [holder.id],
      opened_on: today(),
      follows: null,
    });
    await tx.put('account', account);
    await tx.put('user', {
      ...required(await tx.get('user', holder.id)),
      account_ids: [account_id],
      last_login: tx.now,
    });
    await tx.put('user', { ...required(await tx.get('user', ctx.sue.id)), last_login: tx.now });
    await tx.put('due', {
      ...{ id: due_id, title: 'Dues', frequency: 'monthly', recipients: [holder.id], amount_cents: 10_000 },
      ...{ recipient_rule: null, excluded: null },
      ...{ reason: 'dues', description: null, anchor_date: '2026-01-01', periods_sent: 1, send_date: '2026-01-01' },
      ...{ due_date: '2026-01-08', due_date_offset: 7, fund: 'operating', category: null, status: 'active' },
      ...{ created_by: ctx.bea.id, created_by_name: 'Bea', created_at: tx.now },
    });
    await tx.put('invoice', {
      ...{ id, due_id, recipient_id: holder.id, period: '2026-01-01', title: 'Dues', description: null },
      ...{ amount_cents: 10_000, status: 'pending', sent: tx.now, due_date: '2026-01-08', account_id, paid_cents: 0 },
      ...{ paid_at: null, canceled_at: null, checkout_session_id: null },
    } as never);
    await post(tx, account, [
      {
        ...{ id, kind: 'charge', category: 'assessment', amount_cents: 10_000, effective_on: '2026-01-01' },
        ...{ due_on: '2026-01-08', invoice_id: id, memo: 'Dues' },
      } as never,
    ]);
  });
};

const invoiceOf = async ({ db }: TestContext, id: string) =>
  (await db.execute({ sql: 'SELECT status, paid_cents FROM invoices WHERE id = ?', args: [id] })).rows[0];

testBothApis(
  '[AGENDA-05] [AGENDA-07] an overdue invoice is canceled, as it was seen with what was paid',
  async (api, ctx) => {
    const id = uuidv7();
    await invoiceTo(ctx, ctx.rex, id);
    const { motion_id, record, apply } = await motionOn(api, ctx, {
      on_adopt: [{ entity: 'invoice', id, status: 'canceled' }],
    });
    await record(result('adopted'));
    await apply({ status: 'overdue', paid_cents: 500 });
    expect(await decisionsOf(ctx, motion_id)).toMatchObject([{ outcome: 'changed' }]);
    expect(await apply({ status: 'overdue', paid_cents: 0 })).toEqual({ ok: true });
    expect(await invoiceOf(ctx, id)).toMatchObject({ status: 'canceled' });
  },
);

testBothApis('[LEDG-13] another member of the board applies what is decided on an account of one', async (api, ctx) => {
  const id = uuidv7();
  const { record, apply } = await motionOn(api, ctx, { on_adopt: [{ entity: 'invoice', id, status: 'canceled' }] });
  await record(result('adopted'));
  await invoiceTo(ctx, ctx.bea, id);
  const seen = { status: 'pending', paid_cents: 0 };
  expect(await apply(seen)).toEqual({ ok: false, code: 'forbidden', message: ANOTHER_APPLIES });
  expect(await apply(seen, {}, ctx.sue)).toEqual({ ok: true });
  expect(await invoiceOf(ctx, id)).toMatchObject({ status: 'canceled' });
});
