import { useEffect, useEffectEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { changesOf } from '../../forms/changes.ts';
import { DraftNote, useDraft } from '../../ui/draft.tsx';
import type { PaymentValues } from './payment-form.ts';

type Props = {
  form: UseFormReturn<PaymentValues>;
  /** The values that the form began with. */
  start: PaymentValues;
  /** The account that was asked for, and the payment that is corrected. */
  account_id: string;
  corrects: string | undefined;
};

/** Keeps what is typed of a payment on this device until it is recorded. A component of its own, so that a keystroke paints
 * no more than its note. */
export const PaymentDraft = ({ form, start, account_id, corrects }: Props) => {
  const draft = useDraft<PaymentValues | null>(`payment/${corrects ?? account_id}`, null);
  const restore = useEffectEvent(() => {
    for (const [name, value] of Object.entries(draft.value ?? {}))
      form.setValue(name as keyof PaymentValues, value, { shouldDirty: true });
  });
  useEffect(() => restore(), []);
  const keep = useEffectEvent((now: PaymentValues) => {
    const isAmountTyped = now.amount !== '' && form.getFieldState('amount').isDirty;
    const isTyped = corrects ? Object.keys(changesOf(start, now)).length > 0 : isAmountTyped || isBegun(start, now);
    if (isTyped) draft.set({ ...now });
    else if (draft.kept) draft.discard();
  });
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }), [form]);
  return <DraftNote kept={draft.kept} onDiscard={() => form.reset(start)} />;
};

/** Method, date and deposit stay from one payment to the next, and are no beginning. */
const isBegun = (start: PaymentValues, now: PaymentValues): boolean =>
  TYPED.some((name) => now[name] !== '' && now[name] !== start[name]);
const TYPED = ['account_id', 'reference', 'payer_name', 'memo', 'note'] as const;
