import { addDays } from '../../schema/dates.ts';
import { dueInput, dueUpdate } from '../../schema/due-inputs.ts';
import { centsOf } from '../../schema/dues.ts';
import type { Effect } from '../../schema/outbox.ts';
import { assertNotOwn, isHolder, openAccountOf } from '../accounts/entity.ts';
import { addedIds, recordEdits, refuseConflicts } from '../edits.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { assertNew, authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { USER_NOT_FOUND } from '../users/entity.ts';
import { datesOf } from './due-dates.ts';
import { canManage, canReceive, conflictsOf, DUE_NOT_FOUND } from './entity.ts';
import { idsOf, type Payer, type Ruled, ruleOf } from './recipients.ts';
import { type Choice, findPayers, targetOf } from './rules.ts';

const RECIPIENT_MISSING = 'Please select at least one recipient.';
const SEND_DATE_MISSING = 'Please select a send date.';

const createDue = mutator(dueInput, async (tx, { amount, send_date, ...args }) => {
  authorize(canManage(tx.actor));
  assertNew(await tx.get('due', args.id));
  const target = targetOf({ recipients: [] }, args);
  await checkTarget(tx, { recipients: [] }, target, args);
  const [payers = []] = await findPayers(tx, [target]);
  await tx.put('due', {
    ...args,
    ...target,
    recipients: idsOf(target, payers),
    amount_cents: centsOf(amount),
    anchor_date: send_date,
    periods_sent: 0,
    send_date,
    due_date: addDays(send_date, args.due_date_offset),
    status: 'active',
    created_by: tx.actor.id,
    created_by_name: tx.actor.name,
    created_at: tx.now,
  });
  tx.after(issueInvoicesEffect(tx, args.id));
});

/** Issued invoices stay unchanged. */
const updateDue = mutator(dueUpdate, async (tx, { id, amount, base, ...changes }) => {
  const due = await find(tx, 'due', id, DUE_NOT_FOUND);
  authorize(canManage(tx.actor));
  const { title, description } = changes;
  refuseConflicts(tx, due, conflictsOf(due, { ...changes, base }));
  const target = targetOf(due, changes);
  await checkTarget(tx, due, target, changes);
  const [before = [], after = []] = await findPayers(tx, [due, target]);
  await assertStillBilled(tx, before, after);
  const recipients = idsOf(target, after);
  const amount_cents = amount === undefined ? due.amount_cents : centsOf(amount);
  const next = { ...due, ...changes, ...target, recipients, amount_cents };
  if (next.status === 'active' && next.send_date === null) throw sendDateRefusal();
  await tx.put('due', {
    ...next,
    ...datesOf(next, due),
    edits: recordEdits(tx, due, { title, description, recipient_rule: target.recipient_rule }),
  });
  tx.after(issueInvoicesEffect(tx, id));
});

/** Throws Refusal('forbidden') for whoever takes an account of their own off the due. */
const assertStillBilled = async (tx: Tx, before: readonly Payer[], after: readonly Payer[]): Promise<void> => {
  const isBilled = (user_id: string, account_id?: string) =>
    after.some(
      (payer) => payer.user_id === user_id && (payer.account === undefined || payer.account.id === account_id),
    );
  for (const { user_id, account: known } of before) {
    if (isBilled(user_id, known?.id)) continue;
    const user = await tx.get('user', user_id);
    const account = known ?? (user && (await openAccountOf(tx, user)));
    const isOwn = account ? isHolder(tx.actor, account) : user_id === tx.actor.id;
    const holder_ids = account?.holder_ids ?? [tx.actor.id];
    if (isOwn && !holder_ids.some((id) => isBilled(id, account?.id))) await assertNotOwn(tx, { holder_ids });
  }
};

const issueInvoicesEffect = (tx: Tx, id: string): Effect<'issueInvoices'> => ({
  kind: 'issueInvoices',
  key: outboxKeys.issueInvoices(id, tx.now),
  payload: { id },
});

const sendDateRefusal = () =>
  new Refusal('invalid', SEND_DATE_MISSING, [{ path: 'send_date', msg: SEND_DATE_MISSING }]);

/** Throws Refusal. A list names active people; a rule may leave out those who are not active yet. */
const checkTarget = async (tx: Tx, due: Ruled, target: Ruled, given: Choice): Promise<void> => {
  const isListed = ruleOf(target) === 'listed';
  if (isListed && target.recipients.length === 0) throw recipientRefusal();
  const recipients = addedIds(due.recipients, given.recipients);
  const named = [...recipients, ...addedIds(due.excluded ?? [], given.excluded)];
  if (named.length === 0) return;
  const users = new Map((await tx.list('user', 'hoa_id', tx.actor.hoa_id)).map((user) => [user.id, user]));
  const found = named.map((id) => users.get(id));
  if (found.some((user) => !user || user.deleted_at)) throw new Refusal('not_found', USER_NOT_FOUND);
  const canBill = (id: string) => canReceive(users.get(id)!);
  if (isListed && !recipients.every(canBill)) throw new Refusal('invalid', 'Dues can only be sent to active users.');
};

const recipientRefusal = () =>
  new Refusal('invalid', RECIPIENT_MISSING, [{ path: 'recipients', msg: RECIPIENT_MISSING }]);

export const mutators = { createDue, updateDue };
