import type * as z from 'zod/mini';
import { addDays, laterOf } from '../../schema/dates.ts';
import { centsOf } from '../../schema/dues.ts';
import { FIRST_INSTALMENT_DAYS, planCancellation, planInput } from '../../schema/payment-plans.ts';
import type { Unsaved } from '../../schema/rows.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import { assertNotOwn, canRecord, findAccount } from '../accounts/entity.ts';
import { type AccountBooks, historyOf, readBooks } from '../ledger/books.ts';
import { dayOfWriting } from '../ledger/dates.ts';
import { isDebit } from '../ledger/entry-status.ts';
import { openOfPlan } from '../ledger/plan-status.ts';
import { putPlan, settle } from '../ledger/post.ts';
import { accountToPost, ENTRY_NOT_FOUND, madeBy } from '../ledger/postings.ts';
import { assertNew, authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { dayInWords, moneyInWords } from '../words.ts';

export const PLAN_NOT_FOUND = 'Plan not found.';

type PlanInput = z.output<typeof planInput>;

const createPlan = mutator(planInput, async (tx, { written_at, ...args }) => {
  const [{ account, books }, known, starts_on] = await Promise.all([
    accountToPost(tx, args.account_id, []),
    tx.get('plan', args.id),
    dayOfWriting(tx, written_at),
  ]);
  await assertNotOwn(tx, account);
  assertNew(known);
  assertNoOther(books.plans);
  const instalments = args.instalments.map(({ due_on, amount }) => ({ due_on, cents: centsOf(amount) }));
  assertFirst(instalments[0]!.due_on, starts_on);
  assertWhole(args, books);
  const plan: Unsaved<PaymentPlan> = {
    ...args,
    instalments,
    status: 'active',
    starts_on,
    ended_on: null,
    reason: null,
    ...madeBy(tx.actor),
    made_at: tx.now,
    ended_at: null,
  };
  await tx.put('plan', plan);
  await settle(tx, account, books, { ...books, plans: [...books.plans, { ...plan, hoa_id: tx.actor.hoa_id, rev: 0 }] });
});

/** Throws Refusal('conflict'). */
const assertNoOther = (plans: readonly PaymentPlan[]): void => {
  const active = plans.find(({ status }) => status === 'active');
  if (active)
    throw new Refusal('conflict', `This account already has a plan, started ${dayInWords(active.starts_on)}.`);
};

const refuse = (path: string, msg: string): never => {
  throw new Refusal('invalid', msg, [{ path, msg }]);
};

const assertFirst = (due_on: string, starts_on: string): void => {
  if (due_on < starts_on) refuse('instalments', 'The first installment can’t be in the past.');
  if (due_on > addDays(starts_on, FIRST_INSTALMENT_DAYS))
    refuse('instalments', `The first installment can be at most ${FIRST_INSTALMENT_DAYS} days ahead.`);
};

/** Throws Refusal('not_found') for what is no debit of the account, and Refusal('invalid') where the instalments are not what
 * is open of the charges. */
const assertWhole = ({ covers, instalments }: PlanInput, books: AccountBooks): void => {
  const debits = new Set(books.entries.flatMap((entry) => (isDebit(entry) ? entry.id : [])));
  if (covers.some((id) => !debits.has(id))) throw new Refusal('not_found', ENTRY_NOT_FOUND);
  if (new Set(covers).size < covers.length) refuse('covers', 'Each charge can only be chosen once.');
  const open = openOfPlan({ covers }, historyOf(books).foldOn());
  const total = instalments.reduce((sum, { amount }) => sum + centsOf(amount), 0);
  if (total !== open)
    refuse('instalments', `The installments total ${moneyInWords(total)}. The charges total ${moneyInWords(open)}.`);
};

const cancelPlan = mutator(planCancellation, async (tx, { id, reason, written_at }) => {
  authorize(canRecord(tx.actor));
  const plan = await find(tx, 'plan', id, PLAN_NOT_FOUND);
  const today = await dayOfWriting(tx, written_at);
  const ended_on = laterOf(today, plan.starts_on);
  await endPlan(tx, plan, { status: 'canceled', ended_on, reason });
});

/** Throws Refusal('conflict') for a plan that has ended. */
const endPlan = async (
  tx: Tx,
  plan: PaymentPlan,
  end: Pick<PaymentPlan, 'status' | 'ended_on' | 'reason'>,
): Promise<void> => {
  const [account, books] = await Promise.all([findAccount(tx, plan.account_id), readBooks(tx, plan.account_id)]);
  await assertNotOwn(tx, account);
  if (plan.status !== 'active') throw new Refusal('conflict', `This plan is already ${plan.status}.`);
  const ended = { ...plan, ...end };
  await putPlan(tx, ended);
  await settle(tx, account, books, { ...books, plans: books.plans.map((one) => (one.id === plan.id ? ended : one)) });
};

export const mutators = { createPlan, cancelPlan };
