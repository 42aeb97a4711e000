import { addDays } from '../../schema/dates.ts';
import { newAccount } from '../../sync/accounts/entity.ts';
import { post } from '../../sync/ledger/post.ts';
import type { Tx } from '../../sync/tx.ts';
import type { Person } from './fixtures.ts';
import { required } from './required.ts';

type Ids = Record<
  | 'invited'
  | 'due'
  | 'invoice'
  | 'account'
  | 'entry'
  | 'payment'
  | 'twin'
  | 'batch'
  | 'deposit'
  | 'policy'
  | 'plan'
  | 'reminder'
  | 'debtor'
  | 'debt',
  string
>;

/** A due with an invoice of the resident's. */
export const storeDue = async (
  tx: Tx,
  ids: Ids,
  { board, resident, mark }: { board: Person; resident: Person; mark: string },
): Promise<void> => {
  const created = { created_by: board.id, created_by_name: board.name, created_at: tx.now };
  await tx.put('due', {
    id: ids.due,
    title: mark,
    frequency: 'monthly',
    recipients: [resident.id],
    recipient_rule: null,
    excluded: null,
    amount_cents: 12_550,
    reason: 'dues',
    description: null,
    anchor_date: '2099-01-31',
    periods_sent: 0,
    send_date: '2099-01-31',
    due_date: '2099-02-07',
    due_date_offset: 7,
    fund: 'operating',
    category: null,
    status: 'active',
    ...created,
  });
  await tx.put('invoice', {
    id: ids.invoice,
    due_id: ids.due,
    recipient_id: resident.id,
    period: '2099-01-31',
    title: mark,
    description: null,
    amount_cents: 12_550,
    status: 'pending',
    sent: tx.now,
    due_date: '2099-02-07',
    account_id: ids.account,
    paid_cents: 0,
    paid_at: null,
    canceled_at: null,
    checkout_session_id: null,
  });
};

/** An account of the resident's with a charge on a plan, a payment in an open deposit, and a rule that starts much later; and
 * an account with a charge alone. */
export const storeLedger = async (tx: Tx, ids: Ids, user_id: string, mark: string): Promise<void> => {
  const today = tx.now.slice(0, 10);
  const user = required(await tx.get('user', user_id));
  const account = newAccount(ids.account, {
    address_id: null,
    holder_ids: [user_id, ids.invited],
    opened_on: today,
    follows: null,
  });
  await tx.put('account', { ...account, note: mark });
  await tx.put('user', { ...user, account_ids: [...user.account_ids, account.id] });
  await tx.put('user', { ...required(await tx.get('user', ids.invited)), account_ids: [account.id, ids.debtor] });
  await tx.put('deposit', {
    id: ids.deposit,
    name: mark,
    fund: 'operating',
    made_on: today,
    status: 'open',
    number: null,
    created_at: tx.now,
    closed_at: null,
  });
  await tx.put('policy', {
    id: ids.policy,
    kind: 'application',
    starts_on: '2099-01-01',
    settings: { order: 'oldest_first', directed: true, mark },
    made_by: null,
    made_by_name: null,
    made_at: tx.now,
  });
  await storePayments(tx, ids, account, mark);
  await storePlan(tx, ids, mark);
  // In the HOA's time zone today may still be yesterday.
  const before = addDays(today, -1);
  const debtor = newAccount(ids.debtor, {
    address_id: null,
    holder_ids: [ids.invited],
    opened_on: before,
    follows: null,
  });
  await tx.put('account', debtor);
  const debt = { kind: 'charge' as const, category: 'fine' as const, amount_cents: 5000, memo: mark };
  await post(tx, debtor, [{ id: ids.debt.slice(debtor.id.length + 1), ...debt, effective_on: before, due_on: before }]);
};

/** A payment that seems to be recorded twice, and what was charged before it. */
const storePayments = async (tx: Tx, ids: Ids, account: ReturnType<typeof newAccount>, mark: string): Promise<void> => {
  const today = tx.now.slice(0, 10);
  const payment = paymentRow(tx, ids, account, mark);
  for (const id of [ids.payment, ids.twin]) await tx.put('payment', { ...payment, id });
  const guidOf = (id: string) => id.slice(account.id.length + 1);
  await post(tx, account, [
    {
      id: guidOf(ids.entry),
      kind: 'charge',
      category: 'fine',
      amount_cents: 5000,
      effective_on: today,
      due_on: today,
      memo: mark,
    },
    {
      id: ids.invoice,
      kind: 'charge',
      category: 'assessment',
      amount_cents: 12_550,
      effective_on: '2099-01-31',
      due_on: '2099-02-07',
      invoice_id: ids.invoice,
      memo: mark,
    },
    {
      id: ids.batch,
      kind: 'opening',
      amount_cents: 4000,
      effective_on: today,
      due_on: today,
      batch_id: ids.batch,
      memo: mark,
    },
    ...[ids.payment, ids.twin].map((id) => ({
      id,
      kind: 'payment' as const,
      amount_cents: -2000,
      effective_on: today,
      payment_id: id,
    })),
  ]);
};

const paymentRow = (tx: Tx, ids: Ids, account: ReturnType<typeof newAccount>, mark: string) => {
  const today = tx.now.slice(0, 10);
  return {
    invoice_id: null,
    user_id: account.holder_ids[0] ?? '',
    kind: 'outside' as const,
    amount_cents: 2000,
    currency: 'usd' as const,
    status: 'succeeded' as const,
    method: 'cash' as const,
    provider_payment_id: null,
    checkout_session_id: null,
    refund_of: null,
    recorded_by: null,
    account_id: account.id,
    received_on: today,
    reference: null,
    payer_name: mark,
    memo: mark,
    deposit_id: ids.deposit,
    returned_cents: 0,
    online_fee_cents: 0,
    kept_at: null,
    refund_terms: null,
    note: null,
    processor_fee_cents: null,
    unrecovered_cents: 0,
    failed_settlements: 0,
    created_at: tx.now,
    settled_at: tx.now,
  };
};

const storePlan = async (tx: Tx, ids: Ids, mark: string): Promise<void> => {
  const today = tx.now.slice(0, 10);
  await tx.put('plan', {
    id: ids.plan,
    account_id: ids.account,
    covers: [ids.entry],
    instalments: [
      { due_on: '2099-01-01', cents: 2500 },
      { due_on: '2099-02-01', cents: 2500 },
    ],
    grace_days: 10,
    status: 'active',
    starts_on: today,
    ended_on: null,
    reason: mark,
    made_by: null,
    made_by_name: null,
    made_at: tx.now,
    ended_at: null,
  });
  await tx.put('reminder', {
    id: ids.reminder,
    account_id: ids.account,
    kind: 'step',
    charge_id: ids.entry,
    plan_id: null,
    step: '45',
    channel: 'letter',
    status: 'to_print',
    remind_on: '2020-01-01',
    amount_cents: 5000,
    reason: mark,
    sent_to: null,
    made_by: null,
    made_by_name: null,
    made_at: tx.now,
    done_at: null,
  });
};
