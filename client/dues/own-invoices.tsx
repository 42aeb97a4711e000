import { ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { Due } from '../../schema/dues.ts';
import { useMyInvoices } from '../invoices/mine.ts';
import { InvoiceBadge } from '../invoices/status.tsx';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { formatDate, formatMoney } from '../ui/format.ts';
import { EmptyState } from '../ui/list.tsx';

/** The invoices of a due that the user got, newest first. */
export const OwnInvoices = ({ due }: { due: Due }) => {
  const mine = useMyInvoices();
  const invoices = useMemo(
    () => mine.filter(({ due_id }) => due_id === due.id).sort((a, b) => (a.period < b.period ? 1 : -1)),
    [mine, due.id],
  );
  if (invoices.length === 0)
    return <EmptyState icon={ReceiptText} title="No invoices yet" hint="They stand here once they are sent." />;
  return (
    <Card title="Your invoices" flush>
      <ul className="pt-1.5 pb-1.5">
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <Link href={paths.invoice(invoice.id)} className={ROW}>
              <span className="num min-w-0 flex-1">
                {formatDate(invoice.period)}
                <span className="block text-ink-3 text-sm">due {formatDate(invoice.due_date)}</span>
              </span>
              <InvoiceBadge invoice={invoice} />
              <span className="num w-24 text-right font-[560]">{formatMoney(invoice.amount_cents)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
};

const ROW = 'flex min-h-11.5 items-center gap-3 px-4 py-1.5 -outline-offset-2 hover:bg-sunk/60';
