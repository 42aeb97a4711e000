import type { OutboxLabels, RecordHrefs, Verbs } from '../../outbox-label.ts';
import { paths } from '../../paths.ts';

export const labels = {
  setInvoiceStatus: { title: () => 'Set Invoice Status' },
} satisfies OutboxLabels;

export const hrefs = { invoice: paths.invoice } satisfies RecordHrefs;

export const verbs = {
  setInvoiceStatus: 'changed',
} satisfies Verbs;
