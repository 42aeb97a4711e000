import { INVOICE_NOT_FOUND } from '../../sync/invoices.ts';
import { paths } from '../paths.ts';

/** What the screen of one invoice says of it, and where it leads back to. */
export const GATE = {
  entity: 'invoice',
  name: 'Invoice',
  list: { label: 'Dues', href: paths.dues() },
  back: 'Back to Dues',
  absent: INVOICE_NOT_FOUND,
  failed: 'Failed to load invoice. Please try again.',
} as const;
