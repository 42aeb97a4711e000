import type { InvoiceStatus } from '../../schema/invoices.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import { statusOf } from '../../sync/invoices.ts';
import { useHoaToday } from '../today.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { formatLabel } from '../ui/format.ts';

const TONES: Record<InvoiceStatus, Tone> = { pending: 'blue', paid: 'ok', overdue: 'bad', canceled: 'neutral' };

export const InvoiceBadge = ({ invoice }: { invoice: Pick<Invoice, 'status' | 'due_date'> }) => {
  const status = statusOf(invoice, useHoaToday());
  return <Badge tone={TONES[status]}>{formatLabel(status)}</Badge>;
};
