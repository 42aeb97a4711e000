import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { centsOf } from '../../../schema/dues.ts';
import type { Pin } from '../../../schema/ledger.ts';
import { paymentInput } from '../../../schema/postings.ts';
import type { Payment } from '../../../schema/tables/invoices.ts';
import { toNumber } from '../../forms/numbers.ts';

/** `amount` (dollars) stays as typed. `pins` are the chosen charges with what is open of them. */
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
  pins: Pin[];
  others: OtherPart[];
};

export type OtherPart = { account_id: string; amount: string };

export const NO_PAYMENT: PaymentValues = {
  account_id: '',
  amount: '',
  method: 'check',
  received_on: '',
  reference: '',
  payer_name: '',
  memo: '',
  note: '',
  deposit_id: '',
  pins: [],
  others: [],
};

export const valuesOf = (payment: Payment): PaymentValues => ({
  account_id: payment.account_id ?? '',
  amount: (payment.amount_cents / 100).toFixed(2),
  method: payment.method ?? 'other',
  received_on: payment.received_on ?? '',
  reference: payment.reference ?? '',
  payer_name: payment.payer_name ?? '',
  memo: payment.memo ?? '',
  note: payment.note ?? '',
  deposit_id: payment.deposit_id ?? '',
  pins: [],
  others: [],
});

/** The payments that one check comes to, an account each: they share all but the amount. */
export const partsOf = (values: PaymentValues): PaymentValues[] => [
  { ...values, others: [] },
  ...values.others.map((one) => ({ ...values, ...one, pins: [], others: [] })),
];

export const paymentArgs = ({ amount, deposit_id, pins, others: _, ...values }: PaymentValues, id: string) => ({
  ...values,
  id,
  amount: toNumber(amount),
  deposit_id: deposit_id || null,
  pins: pinned(pins, centsOf(toNumber(amount))).map(({ debit_id, amount_cents }) => ({
    debit_id,
    amount: amount_cents / 100,
  })),
});

/** The chosen charges, as far as the money reaches. */
export const pinned = (pins: readonly Pin[], cents: number): Pin[] => {
  let left = cents;
  return pins.flatMap(({ debit_id, amount_cents }) => {
    const part = Math.min(amount_cents, left);
    left -= part;
    return part > 0 ? [{ debit_id, amount_cents: part }] : [];
  });
};

const PREVIEW_ID = '00000000-0000-7000-8000-000000000000';

const typed = z.transform((values: PaymentValues) => paymentArgs(values, PREVIEW_ID));
const input = z.pipe(typed, paymentInput as never) as unknown as typeof paymentInput;
const resolveFirst = zodResolver(input, undefined, { raw: true }) as unknown as Resolver<PaymentValues>;

/** Checks the text by the rules of the mutator's input, and keeps it as typed. */
export const paymentResolver: Resolver<PaymentValues> = async (values, context, options) => {
  const result = await resolveFirst(values, context, options);
  const others = values.others.map((_, at) => otherErrors(values, at));
  if (others.every((one) => one === undefined)) return result;
  return { values: {}, errors: { ...result.errors, others } } as Awaited<ReturnType<Resolver<PaymentValues>>>;
};

const TWICE = 'This account is already chosen.';

/** The errors of one part of `others`; undefined where nothing is wrong. */
const otherErrors = (values: PaymentValues, at: number) => {
  const parts = partsOf(values);
  const { account_id, ...part } = parts[at + 1]!;
  const issues = paymentInput.safeParse(paymentArgs({ account_id, ...part }, PREVIEW_ID)).error?.issues ?? [];
  const isTwice = account_id !== '' && parts.slice(0, at + 1).some((one) => one.account_id === account_id);
  const own = issues.filter(({ path }) => path[0] === 'account_id' || path[0] === 'amount');
  const errors = own.map(({ path, message }) => [path[0], { type: 'custom', message }]);
  if (isTwice) errors.push(['account_id', { type: 'custom', message: TWICE }]);
  return errors.length > 0 ? Object.fromEntries(errors) : undefined;
};
