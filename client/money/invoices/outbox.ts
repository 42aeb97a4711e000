import type { OutboxLabels } from '../../outbox-label.ts';

export const labels = {
  setInvoiceStatus: { title: () => 'Set Invoice Status' },
} satisfies OutboxLabels;
