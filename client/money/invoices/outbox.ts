import type { OutboxLabels, Verbs } from '../../outbox-label.ts';

export const labels = {
  setInvoiceStatus: { title: () => 'Set Invoice Status' },
} satisfies OutboxLabels;

export const verbs = {
  setInvoiceStatus: 'changed',
} satisfies Verbs;
