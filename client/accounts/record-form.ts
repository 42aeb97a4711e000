import { zodResolver } from '@hookform/resolvers/zod';
import { useMemo } from 'react';
import type { Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { paymentInput } from '../../schema/postings.ts';
import { toNumber } from '../dues/form-model.ts';

/** `amount` (dollars) stays as typed. */
export type PaymentValues = {
  account_id: string;
  amount: string;
  method: string;
  received_on: string;
  reference: string;
  payer_name: string;
  memo: string;
  note: string;
  deposit_id: string;
};

/** What a payment needs, of the text that was typed. */
export const paymentArgs = ({ amount, deposit_id, ...values }: PaymentValues, id: string) => ({
  ...values,
  id,
  amount: toNumber(amount),
  deposit_id: deposit_id || null,
});

const PREVIEW_ID = '00000000-0000-7000-8000-000000000000';

/** Checks the text by the rules of the mutator's input, and keeps it as typed. */
export const usePaymentResolver = (): Resolver<PaymentValues> =>
  useMemo(() => {
    const typed = z.transform((values: PaymentValues) => paymentArgs(values, PREVIEW_ID));
    const input = z.pipe(typed, paymentInput as never) as unknown as typeof paymentInput;
    return zodResolver(input, undefined, { raw: true }) as unknown as Resolver<PaymentValues>;
  }, []);
