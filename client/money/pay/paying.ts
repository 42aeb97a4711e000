import { useEffect, useState } from 'react';
import type { PayInput } from '../../../schema/pay-inputs.ts';
import { ONLINE_MINIMUM, type OnlineMethod } from '../../../schema/paying.ts';
import type { Payment } from '../../../schema/tables/invoices.ts';
import { api, messageOf } from '../../device/api.ts';
import { isOnline } from '../../device/http.ts';
import { useOnline, useRows } from '../../device/store.ts';
import { useRedirect } from '../../forms/submit.ts';
import { formatMoney } from '../../ui/format.ts';
import type { AccountBooks } from '../accounts.ts';
import { isPaymentPending, noteBegun, onlinePayments, readBegun } from './begun.ts';

export const STOPPED = 'Your HOA cannot take online payments yet. Please contact the board.';
export const NEEDS_CONNECTION = 'You need a connection to pay.';
const FAILED = 'Failed to create payment session. Please try again.';

export type QuotedMethod = { method: OnlineMethod; feeCents: number; totalCents: number; days: number };
type Quote = { amountCents: number; methods: QuotedMethod[] };

/** Known before the server has quoted. */
const UNQUOTED: readonly QuotedMethod[] = (['card', 'us_bank_account'] as const).map((method) => ({
  method,
  feeCents: 0,
  totalCents: 0,
  days: method === 'card' ? 0 : 5,
}));

/** The sum due now less payments on their way. */
export const toPayOf = ({ fold, on_its_way_cents }: Pick<AccountBooks, 'fold' | 'on_its_way_cents'>): number =>
  Math.max(0, fold.due_now_cents - on_its_way_cents);

const TYPING_MS = 250;

/** The costs of paying `cents` into an account, by each method. `isQuoted` is false until the server has said so; `failure` is its
 * sentence where it takes no payment. */
export const useQuote = (account_id: string, cents: number) => {
  const online = useOnline();
  const [{ quote, failure }, set] = useState<{ quote?: Quote; failure?: string }>({});
  const wanted = online && cents >= ONLINE_MINIMUM;
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    const ask = () =>
      api<Quote>(`/api/accounts/${account_id}/quote?amount=${(cents / 100).toFixed(2)}`).then(
        (answer) => current && set({ quote: answer }),
        (error) => current && set((last) => ({ ...last, failure: messageOf(error, '') })),
      );
    const timer = setTimeout(ask, TYPING_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [account_id, cents, wanted]);
  const methods = (quote?.methods ?? UNQUOTED).map((one) => ({ ...one, totalCents: cents + one.feeCents }));
  return { methods, isQuoted: quote !== undefined, failure: failure || null };
};

/** "arrives right away", or "arrives in about 4 business days". */
export const speedOf = ({ days }: Pick<QuotedMethod, 'days'>): string =>
  days === 0 ? 'arrives right away' : `arrives in about ${days} business ${days === 1 ? 'day' : 'days'}`;

/** "$462.00 with a $2.00 online fee", "No fee". */
export const costOf = ({ feeCents, totalCents }: QuotedMethod): string =>
  feeCents > 0 ? `${formatMoney(totalCents)} with a ${formatMoney(feeCents)} online fee` : 'No fee';

export const METHOD_NAMES: Record<OnlineMethod, string> = { card: 'Card', us_bank_account: 'Bank transfer' };

/** The method that was used last for the account, or is chosen now. */
export const useMethod = (account_id: string) => {
  const payments = useRows('payment').by('account_id', account_id);
  const [chosen, choose] = useState<OnlineMethod | null>(null);
  return { method: chosen ?? lastMethod(payments), choose };
};

const lastMethod = (payments: readonly Payment[]): OnlineMethod =>
  onlinePayments(payments).find(({ method }) => method === 'us_bank_account' || method === 'card')?.method ===
  'us_bank_account'
    ? 'us_bank_account'
    : 'card';

export const usePay = (account_id: string) => {
  const payments = useRows('payment').by('account_id', account_id);
  const { redirect, fail, ...state } = useRedirect((error) => messageOf(error, FAILED));
  const pay = (body: PayInput) => {
    if (!isOnline()) return fail(NEEDS_CONNECTION);
    noteBegun(account_id, payments);
    return redirect(() => startPayment(account_id, body));
  };
  return { ...state, pay };
};

const startPayment = async (account_id: string, body: PayInput): Promise<string> => {
  const options = { method: 'POST', body };
  return (await api<{ checkout_url: string }>(`/api/accounts/${account_id}/pay`, options)).checkout_url;
};

export const PROCESSING = 'Your payment is being processed.';

export const useIsPaymentPending = (account_id: string | null): boolean =>
  isPaymentPending(readBegun(), account_id, useRows('payment').by('account_id', account_id), Date.now());
