import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import * as z from 'zod';
import { addDays } from '../../schema/dates.ts';
import { type Due, dueInput, dueUpdate, OFFSET } from '../../schema/dues.ts';
import { conflictsOf } from '../../sync/dues.ts';
import { versionsOf } from '../../sync/edits.ts';
import { useEditedForm } from '../forms/edited-form.ts';
import { useHoaToday } from '../invoices/today.ts';

/** What the form holds; amount (dollars) and offset (days) as they are typed. A new due is active. */
export type Values = Pick<Due, 'title' | 'frequency' | 'recipients' | 'reason' | 'status'> & {
  amount: string;
  send_date: string;
  due_date_offset: string;
  description: string;
};

export const EMPTY: Values = {
  title: '',
  amount: '',
  frequency: 'one_time',
  reason: 'dues',
  send_date: '',
  due_date_offset: String(OFFSET.usual),
  description: '',
  recipients: [],
  status: 'active',
};

/** The form's part of a due. */
export const valuesOf = (due: Due): Values => ({
  title: due.title,
  amount: (due.amount_cents / 100).toFixed(2),
  frequency: due.frequency,
  reason: due.reason,
  send_date: due.send_date ?? '',
  due_date_offset: String(due.due_date_offset),
  description: due.description ?? '',
  recipients: due.recipients,
  status: due.status,
});

/** What createDue and updateDue take of these values or changes: numbers where the form holds text. */
export const argsOf = <Some extends { amount?: string; due_date_offset?: string }>({
  amount,
  due_date_offset,
  ...rest
}: Some) => ({
  ...rest,
  ...(amount !== undefined && { amount: numberOf(amount) }),
  ...(due_date_offset !== undefined && { due_date_offset: numberOf(due_date_offset) }),
});

/** NaN for what is no number, blank included. */
export const numberOf = (text: unknown): number => (String(text).trim() === '' ? Number.NaN : Number(text));

const TOO_EARLY = 'The send date cannot be earlier than yesterday.';
const { shape } = dueInput;
const { status } = dueUpdate.shape;

/** The earliest day that may be chosen: yesterday. */
export const earliest = (today: string) => addDays(today, -1);

/** What the form accepts. A send date that stands already (`kept`) may be past; without one a due is inactive. */
export const formInput = (today: () => string, kept: string) =>
  z
    .object({
      title: shape.title,
      amount: z.preprocess(numberOf, shape.amount),
      frequency: shape.frequency,
      reason: shape.reason.unwrap(),
      send_date: z.union([z.literal(''), shape.send_date]),
      due_date_offset: z.preprocess(numberOf, shape.due_date_offset.unwrap()),
      description: shape.description,
      recipients: shape.recipients,
      status: status.unwrap(),
    })
    .refine((due) => due.send_date !== '' || due.status === 'inactive', {
      error: 'Please select a send date.',
      path: ['send_date'],
      when: () => true,
    })
    .refine((due) => due.send_date === '' || due.send_date === kept || due.send_date >= earliest(today()), {
      error: TOO_EARLY,
      path: ['send_date'],
      when: () => true,
    });

/** The due's form over its values, with its draft. */
export const useDraftedForm = (key: string, values: Values, due?: Due) => {
  const [kept] = useState(values.send_date);
  return useEditedForm<Values>(
    key,
    values,
    useResolver(kept),
    due && {
      versions: versionsOf(due, CHECKED),
      conflicts: (changes) => conflictsOf(due, argsOf(changes)),
    },
  );
};
const CHECKED = ['title', 'description'];

/** Judges what is typed but hands it on as it was typed: `argsOf` makes numbers of it. */
const useResolver = (kept: string): Resolver<Values> => {
  const today = useHoaToday();
  return useMemo(() => {
    const input = formInput(() => today, kept);
    return zodResolver(input, undefined, { raw: true }) as unknown as Resolver<Values>;
  }, [today, kept]);
};
