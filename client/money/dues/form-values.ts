import * as z from 'zod/mini';
import { addDays } from '../../../schema/dates.ts';
import { dueInput, dueUpdate, namesRecipients } from '../../../schema/due-inputs.ts';
import { DUE_DATE_OFFSET, type RecipientRule } from '../../../schema/dues.ts';
import type { Category } from '../../../schema/ledger.ts';
import type { Due } from '../../../schema/tables/dues.ts';
import { ruleOf } from '../../../sync/dues/recipients.ts';
import { toNumber } from '../../forms/numbers.ts';

/** `amount` (dollars) and `due_date_offset` (days) stay as typed. */
export type DueValues = Pick<Due, 'title' | 'frequency' | 'recipients' | 'reason' | 'fund' | 'status'> & {
  recipient_rule: RecipientRule;
  excluded: string[];
  amount: string;
  send_date: string;
  due_date_offset: string;
  /** Empty: what the reason says. */
  category: Category | '';
  description: string;
};

const EMPTY_DUE: DueValues = {
  title: '',
  amount: '',
  frequency: 'one_time',
  reason: 'dues',
  fund: 'operating',
  category: '',
  send_date: '',
  due_date_offset: String(DUE_DATE_OFFSET.default),
  description: '',
  recipient_rule: 'every_home',
  recipients: [],
  excluded: [],
  status: 'active',
};

/** A new due, of which a draft may be kept. One from before there were rules names people alone. */
export const newDue = (draft: Partial<Record<keyof DueValues, unknown>>): DueValues =>
  draft.recipients && !draft.recipient_rule ? { ...EMPTY_DUE, recipient_rule: 'listed' } : EMPTY_DUE;

export const valuesOf = (due: Due): DueValues => ({
  title: due.title,
  amount: (due.amount_cents / 100).toFixed(2),
  frequency: due.frequency,
  reason: due.reason,
  fund: due.fund,
  category: due.category ?? '',
  send_date: due.send_date ?? '',
  due_date_offset: String(due.due_date_offset),
  description: due.description ?? '',
  recipient_rule: ruleOf(due),
  recipients: due.recipients,
  excluded: due.excluded ?? [],
  status: due.status,
});

/** Turns form values, or some of them, into arguments of createDue and updateDue. */
export const argsOf = <Some extends { amount?: string; due_date_offset?: string; category?: Category | '' }>({
  amount,
  due_date_offset,
  category,
  ...rest
}: Some) => ({
  ...rest,
  ...(amount !== undefined && { amount: toNumber(amount) }),
  ...(category !== undefined && { category: category || null }),
  ...(due_date_offset !== undefined && { due_date_offset: toNumber(due_date_offset) }),
});

const TOO_EARLY = 'The send date cannot be earlier than yesterday.';
const { shape } = dueInput;
const { status } = dueUpdate.shape;

export const earliestSendDate = (today: string) => addDays(today, -1);

/** A saved send date may lie in the past. Only an inactive due may have none. */
export const dueFormInput = (today: string, savedSendDate: string) =>
  z
    .object({
      title: shape.title,
      amount: z.pipe(z.transform(toNumber), shape.amount),
      frequency: shape.frequency,
      reason: shape.reason.def.innerType,
      fund: shape.fund.def.innerType,
      category: z.union([z.literal(''), shape.category.def.innerType]),
      send_date: z.union([z.literal(''), shape.send_date]),
      due_date_offset: z.pipe(z.transform(toNumber), shape.due_date_offset.def.innerType),
      description: shape.description,
      recipient_rule: shape.recipient_rule.def.innerType,
      recipients: shape.recipients.def.innerType,
      excluded: shape.excluded.def.innerType,
      status: status.def.innerType,
    })
    .check(
      namesRecipients,
      z.refine((due) => due.recipient_rule !== 'except' || (due.excluded ?? []).length > 0, {
        error: 'Please select at least one person to leave out.',
        path: ['excluded'],
        when: () => true,
      }),
      z.refine((due) => due.send_date !== '' || due.status === 'inactive', {
        error: 'Please select a send date.',
        path: ['send_date'],
        when: () => true,
      }),
      z.refine(
        (due) => due.send_date === '' || due.send_date === savedSendDate || due.send_date >= earliestSendDate(today),
        { error: TOO_EARLY, path: ['send_date'], when: () => true },
      ),
    );
