import { useId } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { NEEDS_CONNECTION, usePay } from './pay.ts';

/** Leads to the checkout; says so where that needs a connection, and why it failed. */
export const PayButton = ({ invoice_id, children }: { invoice_id: string; children: string }) => {
  const { pay, busy, error, dismiss, online } = usePay(invoice_id);
  const hint = useId();
  return (
    <div className="mt-3.5 grid gap-2">
      {error && (
        <Alert tone="error" onClose={dismiss}>
          {error}
        </Alert>
      )}
      <Button look="go" size="large" busy={busy} onClick={pay} aria-describedby={hint}>
        {busy ? 'Opening checkout...' : children}
      </Button>
      <p id={hint} className="text-center text-ink-3 text-sm">
        {online ? 'You pay on a secure page of our payment provider.' : NEEDS_CONNECTION}
      </p>
    </div>
  );
};
