import { useState } from 'react';
import { Link } from 'wouter';
import type { PaymentTrouble } from '../../../sync/dashboard/attention.ts';
import { useRows } from '../../device/store.ts';
import { useTroubledPayments } from '../../money/invoices/troubled.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatCount, formatDate, formatMoney } from '../../ui/format.ts';

const WORDS: Record<PaymentTrouble, { badge: string; text: string }> = {
  noted: { badge: 'Different amount', text: '' },
  failed: { badge: 'Failed', text: 'The payment failed, and the invoice is still unpaid.' },
  slow: { badge: 'Not arrived', text: 'The bank transfer should have arrived by now.' },
  returned: { badge: 'Returned', text: 'The bank has taken the payment back. The charges it paid are unpaid again.' },
  refund_failed: { badge: 'Refund failed', text: 'The payer has not received the money.' },
};

const PAGE = 10;

/** Nothing where no payment is in trouble. */
export const TroubledPayments = ({ now }: { now: Date }) => {
  const found = useTroubledPayments(now);
  const [shown, setShown] = useState(PAGE);
  if (found.length === 0) return null;
  return (
    <Card title="Payments to Review">
      <ul className="grid gap-3">
        {found.slice(0, shown).map((one) => (
          <TroubledPayment key={one.payment.id} {...one} />
        ))}
      </ul>
      {found.length > shown && (
        <Button size="small" className="mt-3" onClick={() => setShown(shown + PAGE)}>
          Show More of {formatCount(found.length)}
        </Button>
      )}
    </Card>
  );
};

const TroubledPayment = ({ payment, trouble }: ReturnType<typeof useTroubledPayments>[number]) => {
  const people = usePeople();
  const invoice = useRows('invoice').get(payment.invoice_id ?? '');
  return (
    <li className="grid gap-0.5 border-line border-t pt-3 first:border-t-0 first:pt-0 [overflow-wrap:anywhere]">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        {invoice && (
          <Link href={paths.invoice(invoice.id)} className="font-[560]">
            {invoice.title}
          </Link>
        )}
        {!invoice && payment.account_id && (
          <Link href={paths.account(payment.account_id)} className="font-[560]">
            Online payment
          </Link>
        )}
        <span className="num">{formatMoney(Math.abs(payment.amount_cents))}</span>
        <Badge tone="bad">{WORDS[trouble].badge}</Badge>
      </span>
      <span className="text-ink-2">
        {people.name(payment.user_id)}, {formatDate(payment.created_at)}: {WORDS[trouble].text || payment.note}
      </span>
    </li>
  );
};
