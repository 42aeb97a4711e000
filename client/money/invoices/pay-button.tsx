import { useId } from 'react';
import type { Invoice } from '../../../schema/tables/invoices.ts';
import { remainingOf } from '../../../sync/invoices/entity.ts';
import { api, messageOf } from '../../device/api.ts';
import { isOnline } from '../../device/http.ts';
import { useOnline, useRows } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useRedirect } from '../../forms/submit.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/format.ts';
import { noteBegun } from '../pay/begun.ts';

const FAILED = 'Failed to create payment session. Please try again.';
const BUSY = 'Opening checkout…';

export const PayButton = ({ invoice, children }: { invoice: Invoice; children: string }) => {
  const { pay, busy, failure, dismiss } = usePay(invoice);
  const online = useOnline();
  const hint = useId();
  return (
    <div className="mt-3.5 grid gap-2">
      <ErrorAlert message={failure} onClose={dismiss} />
      <Button variant="primary" size="large" busy={busy} onClick={pay} aria-describedby={hint}>
        {busy ? BUSY : children}
      </Button>
      <p id={hint} className="print:hidden text-center text-ink-3 text-sm">
        {online
          ? 'You’ll pay on our payment provider’s secure page.'
          : 'You are offline. You need a connection to pay.'}
      </p>
    </div>
  );
};

type CompactPayProps = { invoice: Invoice; variant: ButtonVariant };

/** In a row of invoices; a failure stands below the row. */
export const CompactPay = ({ invoice, variant }: CompactPayProps) => {
  const { title } = invoice;
  const { pay, busy, failure, dismiss } = usePay(invoice);
  return (
    <>
      <Button
        variant={variant}
        busy={busy}
        onClick={pay}
        aria-label={busy ? BUSY : `Pay ${formatMoney(remainingOf(invoice))} for ${title}`}
      >
        {busy ? BUSY : 'Pay'}
      </Button>
      {failure && (
        <div className="basis-full">
          <ErrorAlert message={failure} onClose={dismiss} />
        </div>
      )}
    </>
  );
};

const usePay = ({ id, account_id }: Invoice) => {
  const payments = useRows('payment').by('account_id', account_id);
  const { redirect, busy, failure, fail, dismiss } = useRedirect((error) => messageOf(error, FAILED));
  const pay = () => {
    if (!isOnline()) return fail(FAILED);
    noteBegun(account_id, payments);
    return redirect(() => createCheckout(id));
  };
  return { pay, busy, failure, dismiss };
};

const createCheckout = async (invoice_id: string): Promise<string> => {
  const { checkout_url } = await api<{ checkout_url: string }>(`/api/invoices/${invoice_id}/pay`, { method: 'POST' });
  return checkout_url;
};
