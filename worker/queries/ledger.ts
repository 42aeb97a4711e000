import type { Payment } from '../../schema/tables/invoices.ts';
import type { Deposit, Entry, Policy } from '../../schema/tables/ledger.ts';
import { canRecord } from '../../sync/accounts/entity.ts';
import { depositList } from '../../sync/deposits/list.ts';
import { DEPOSIT_NOT_FOUND } from '../../sync/deposits/mutators.ts';
import { entities } from '../../sync/index.ts';
import { ENTRY_NOT_FOUND } from '../../sync/ledger/postings.ts';
import { type PaymentQuery, paymentList } from '../../sync/payments/list.ts';
import { PAYMENT_NOT_FOUND } from '../../sync/payments/recording.ts';
import { policyList } from '../../sync/policies/list.ts';
import { POLICY_NOT_FOUND } from '../../sync/policies/rules.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { Paging } from '../http/rest-shapes.ts';
import type { DepositBody, EntryBody, ListedDepositBody, PolicyBody, RecordedPaymentBody } from '../shapes/ledger.ts';
import { pageOfList, readPage, rowsOf } from './list.ts';
import { json, queryAll } from './query.ts';
import { readVisibleRow } from './visible-row.ts';

export const entryBody = (entry: Entry, viewer: Actor): EntryBody => {
  const shown = entities.entry.view(entry, viewer);
  return {
    _id: entry.id,
    account_id: entry.account_id,
    kind: entry.kind,
    category: entry.category,
    amountCents: entry.amount_cents,
    effective_on: entry.effective_on,
    posted_at: entry.posted_at,
    due_on: entry.due_on,
    fund: entry.fund,
    invoice_id: entry.invoice_id,
    payment_id: entry.payment_id,
    source_id: entry.source_id,
    memo: entry.memo,
    reason: entry.reason,
    made_by_name: shown.made_by_name ?? null,
    ...(canRecord(viewer) && { note: entry.note }),
  };
};

export const readEntry = async (deps: Deps, actor: Actor, id: string): Promise<EntryBody> =>
  entryBody(await readVisibleRow(deps, actor, 'entry', id, ENTRY_NOT_FOUND), actor);

export const readEntriesNamed = async ({ db }: Pick<Deps, 'db'>, actor: Actor, ids: readonly string[]) => {
  const sql = `SELECT ${shapes.entry.json} AS row FROM json_each(?) j CROSS JOIN ${shapes.entry.name} t ON t.id = j.value
    WHERE t.hoa_id = ?`;
  const rows = await queryAll<{ row: string }>(db, sql, [JSON.stringify(ids), actor.hoa_id]);
  return rows.map(({ row }) => entryBody(json<Entry>(row), actor));
};

export const readPayment = async (deps: Deps, actor: Actor, id: string): Promise<RecordedPaymentBody> => {
  const row = await readVisibleRow(deps, actor, 'payment', id, PAYMENT_NOT_FOUND);
  const user = await readVisibleRow(deps, actor, 'user', row.user_id, PAYMENT_NOT_FOUND);
  return paymentBody(row, { _id: user.id, name: user.name, email: user.email }, actor);
};

const paymentBody = (row: Payment, user_id: RecordedPaymentBody['user_id'], viewer: Actor): RecordedPaymentBody => {
  const payment = { ...row, ...entities.payment.view(row, viewer) };
  return {
    _id: payment.id,
    invoice_id: payment.invoice_id,
    user_id,
    kind: payment.kind,
    amountCents: payment.amount_cents,
    onlineFeeCents: payment.online_fee_cents,
    status: payment.status,
    method: payment.method,
    settled_at: payment.settled_at,
    createdAt: payment.created_at,
    account_id: payment.account_id,
    received_on: payment.received_on,
    reference: payment.reference,
    payer_name: payment.payer_name,
    memo: payment.memo,
    deposit_id: payment.deposit_id,
    returnedCents: payment.returned_cents,
    ...(canRecord(viewer) && { note: payment.note, processorFeeCents: payment.processor_fee_cents }),
  };
};

const PAYER = `(SELECT json_object('_id', u.id, 'name', u.name, 'email', u.email) FROM users u
  WHERE u.hoa_id = t.hoa_id AND u.id = t.user_id)`;

export const readPayments = async (deps: Pick<Deps, 'db'>, viewer: Actor, query: PaymentQuery, paging: Paging) => {
  const page = pageOfList(viewer, 'payment', paymentList, query, paging);
  const {
    rows,
    others: _,
    ...found
  } = await readPage(deps, page, rowsOf(page, `${shapes.payment.json} AS row, ${PAYER} AS payer`));
  const docs = rows.map(({ row, payer }) => paymentBody(json<Payment>(row), json(payer), viewer));
  return { docs, ...found };
};

const depositBody = (deposit: Deposit): DepositBody => {
  const { id, name, fund, made_on, status, number, created_at, closed_at } = deposit;
  return { _id: id, name, fund, made_on, status, number, createdAt: created_at, closed_at };
};

export const readDeposit = async (deps: Deps, actor: Actor, id: string): Promise<DepositBody> =>
  depositBody(await readVisibleRow(deps, actor, 'deposit', id, DEPOSIT_NOT_FOUND));

const IN_DEPOSIT = 'FROM payments p WHERE p.hoa_id = t.hoa_id AND p.deposit_id = t.id';

export const readDeposits = async (deps: Pick<Deps, 'db'>, viewer: Actor, _query: object, paging: Paging) => {
  const page = pageOfList(viewer, 'deposit', depositList, {}, paging);
  const columns = `${shapes.deposit.json} AS row, (SELECT count(*) ${IN_DEPOSIT}) AS count,
    (SELECT coalesce(sum(p.amount_cents), 0) ${IN_DEPOSIT}) AS cents`;
  const { rows, others: _, ...found } = await readPage(deps, page, rowsOf(page, columns));
  const docs = rows.map(
    ({ row, count, cents }): ListedDepositBody => ({
      ...depositBody(json<Deposit>(row)),
      count: Number(count),
      totalCents: Number(cents),
    }),
  );
  return { docs, ...found };
};

const policyBody = (policy: Policy, viewer: Actor): PolicyBody => {
  const { id, kind, starts_on, settings, made_at, made_by_name } = {
    ...policy,
    ...entities.policy.view(policy, viewer),
  };
  return { _id: id, kind, starts_on, settings: settings as PolicyBody['settings'], made_by_name, createdAt: made_at };
};

export const readPolicy = async (deps: Deps, actor: Actor, id: string): Promise<PolicyBody> =>
  policyBody(await readVisibleRow(deps, actor, 'policy', id, POLICY_NOT_FOUND), actor);

export const readPolicies = async (deps: Pick<Deps, 'db'>, viewer: Actor, _query: object, paging: Paging) => {
  const page = pageOfList(viewer, 'policy', policyList, {}, paging);
  const { rows, others: _, ...found } = await readPage(deps, page, rowsOf(page, `${shapes.policy.json} AS row`));
  return { docs: rows.map(({ row }) => policyBody(json<Policy>(row), viewer)), ...found };
};
