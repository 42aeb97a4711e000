import type { OutboxLabels } from '../../outbox.ts';

export const labels = {
  setInvoiceStatus: { title: () => 'Set Invoice Status' },
} satisfies OutboxLabels;
