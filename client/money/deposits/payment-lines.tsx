import { Link } from 'wouter';
import type { Payment } from '../../../schema/tables/invoices.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { formatDate, formatLabel, formatMoney } from '../../ui/format.ts';

/** Recorded payments: who paid, how, when and what. */
export const PaymentLines = ({ payments }: { payments: readonly Payment[] }) => {
  const people = usePeople();
  return (
    <ul>
      {payments.map((payment) => (
        <li key={payment.id} className="num flex flex-wrap items-baseline gap-x-4 border-line border-t px-4 py-2">
          <Link
            href={paths.account(payment.account_id ?? '')}
            className="min-w-0 flex-1 text-ink [overflow-wrap:anywhere] hover:underline max-md:basis-3/5"
          >
            {payment.payer_name ?? people.name(payment.user_id)}
          </Link>
          <span className="text-ink-3 max-md:order-1">
            {[formatLabel(payment.method ?? 'other'), payment.reference].filter(Boolean).join(' ')}
          </span>
          <span className="text-ink-3 max-md:order-1 max-md:basis-1/3 max-md:text-right max-md:grow">
            {formatDate(payment.received_on ?? payment.created_at)}
          </span>
          <span className="min-w-20 text-right font-[560]">{formatMoney(payment.amount_cents)}</span>
        </li>
      ))}
    </ul>
  );
};
