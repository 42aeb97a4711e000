import type { RecipientRule } from '../../schema/dues.ts';
import type { ListChange } from '../../schema/edits.ts';
import type { Effect } from '../../schema/outbox.ts';
import type { Due } from '../../schema/tables/dues.ts';
import { addedIds, applyListChange, isChanged } from '../edits.ts';
import { outboxKeys } from '../outbox-keys.ts';
import type { Tx } from '../tx.ts';
import { type Payer, type People, payersOf, type Ruled, recipientsOf, ruleOf } from './recipients.ts';

type Change = readonly string[] | ListChange;
/** The recipients as an input names them. */
export type Choice = {
  recipient_rule?: RecipientRule | undefined;
  recipients?: Change | undefined;
  excluded?: Change | undefined;
};
type Target = Pick<Due, 'recipients' | 'recipient_rule' | 'excluded'>;

/** The recipients of a due once it is changed like this, before a rule finds them. A list without a rule means these people, as of apps and programs
 * from before there were rules, unless it repeats whom the rule reaches. */
export const targetOf = (due: Ruled, { recipient_rule, recipients, excluded }: Choice): Target => {
  const listed = applyListChange(due.recipients, recipients);
  const rule = recipient_rule ?? ruleMeant(due, { recipients: listed, excluded });
  if (rule === 'listed') return { recipients: listed, recipient_rule: null, excluded: null };
  const left_out = rule === 'except' ? applyListChange(due.excluded ?? [], excluded) : null;
  return { recipients: due.recipients, recipient_rule: rule, excluded: left_out };
};

const ruleMeant = (due: Ruled, { recipients, excluded }: { recipients: string[]; excluded: Change | undefined }) => {
  const isAsked = addedIds(due.recipients, recipients).length + addedIds(recipients, due.recipients).length > 0;
  if (isAsked) return 'listed';
  const isExcluding = excluded !== undefined && applyListChange(due.excluded ?? [], excluded).length > 0;
  return isExcluding ? 'except' : ruleOf(due);
};

const readPeople = async (tx: Tx): Promise<People> => {
  const { hoa_id } = tx.actor;
  const [users, accounts] = await Promise.all([
    tx.list('user', 'hoa_id', hoa_id),
    tx.list('account', 'hoa_id', hoa_id),
  ]);
  return { users, accounts };
};

/** The payers of each due. People of lists alone come without their accounts, and need no reading. */
export const findPayers = async (tx: Tx, dues: readonly Ruled[]): Promise<Payer[][]> => {
  if (dues.every((due) => ruleOf(due) === 'listed'))
    return dues.map(({ recipients }) => recipients.map((user_id) => ({ user_id, account: undefined })));
  const people = await readPeople(tx);
  return dues.map((due) => payersOf(due, people));
};

/** A job for when people, their homes or their accounts have changed, so that rules may find other recipients. */
export const followRulesEffect = (tx: Tx): Effect<'followRules'> => ({
  kind: 'followRules',
  key: outboxKeys.followRules(tx.actor.hoa_id, tx.now),
  payload: {},
});

/** Brings the recipients of active dues up to date with their rules, so that people see what they will be billed for. */
export const followRules = async (tx: Tx): Promise<void> => {
  const dues = await tx.list('due', 'hoa_id', tx.actor.hoa_id);
  const ruled = dues.filter((due) => due.status === 'active' && ruleOf(due) !== 'listed');
  if (ruled.length === 0) return;
  const people = await readPeople(tx);
  for (const due of ruled) {
    const next = { ...due, recipients: recipientsOf(due, people) };
    if (isChanged(next, due, ['recipients'])) await tx.put('due', next);
  }
};
