import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { ONLINE_MINIMUM } from '../../../schema/paying.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import { useOnline } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { useEver } from '../../ui/frozen.ts';
import { lazyPart } from '../../ui/on-demand.ts';
import type { AccountBooks } from '../accounts.ts';
import { usePaymentsStopped } from '../payouts/payments-stopped.ts';
import { PayMethods } from './pay-methods.tsx';
import {
  NEEDS_CONNECTION,
  PROCESSING,
  STOPPED,
  toPayOf,
  useIsPaymentPending,
  useMethod,
  usePay,
  useQuote,
} from './paying.ts';

const PayDialog = lazyPart(() => import('./pay-dialog.tsx'));

type Props = { account: Account; books: AccountBooks; today: string; home?: string };

export const PayPart = ({ account, books, today, home }: Props) => {
  const [choosing, setChoosing] = useState(false);
  const everChose = useEver(choosing);
  const stopped = usePaymentsStopped();
  const to_pay = toPayOf(books);
  const isProcessed = useIsPaymentPending(account.id);
  if (isProcessed) return <Sentence>{PROCESSING}</Sentence>;
  if (stopped) return to_pay > 0 && <Sentence>{STOPPED}</Sentence>;
  return (
    <div className="grid w-full gap-2 md:max-w-sm md:justify-self-end">
      {books.fold.due_now_cents > 0 && to_pay === 0 && (
        <Sentence>
          A payment of {formatMoney(books.on_its_way_cents)} is on its way. It can take up to five business days.
        </Sentence>
      )}
      {to_pay > 0 && to_pay < ONLINE_MINIMUM && (
        <Sentence>Amounts below $0.50 cannot be paid online. Please contact the board.</Sentence>
      )}
      {to_pay >= ONLINE_MINIMUM && <PayAll account={account} cents={to_pay} home={home} />}
      <Button
        variant="ghost"
        onClick={() => setChoosing(true)}
        className={clsx('justify-self-center', to_pay === 0 && 'md:justify-self-end')}
      >
        Pay Another Amount
      </Button>
      {everChose && (
        <PayDialog account={account} books={books} today={today} open={choosing} onClose={() => setChoosing(false)} />
      )}
    </div>
  );
};

const Sentence = ({ children }: { children: ReactNode }) => (
  <p className="num rounded-md bg-ochre-soft px-3 py-2 text-ochre">{children}</p>
);

const PayAll = ({ account, cents, home }: { account: Account; cents: number; home: string | undefined }) => {
  const online = useOnline();
  const { method, choose } = useMethod(account.id);
  const { methods, isQuoted, failure: closed } = useQuote(account.id, cents);
  const { pay, busy, failure, dismiss } = usePay(account.id);
  if (closed) return <Sentence>{closed}</Sentence>;
  const { totalCents } = methods.find((one) => one.method === method) ?? { totalCents: cents };
  return (
    <>
      <ErrorAlert message={failure} onClose={dismiss} />
      <PayMethods
        name={`method-${account.id}`}
        methods={methods}
        isQuoted={isQuoted}
        method={method}
        onChoose={choose}
      />
      <Button
        variant="primary"
        size="large"
        busy={busy}
        disabled={!online}
        onClick={() => void pay({ all_due: true, method })}
        className="w-full"
        {...(home && !busy && { 'aria-label': `Pay ${formatMoney(totalCents)} for ${home}` })}
      >
        {busy ? 'Opening Checkout…' : `Pay ${formatMoney(totalCents)}`}
      </Button>
      {!online && <p className="text-center text-ink-2 text-sm">{NEEDS_CONNECTION}</p>}
    </>
  );
};
