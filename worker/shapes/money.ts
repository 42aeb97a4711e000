import * as z from 'zod';
import { DUE_FREQUENCIES, DUE_REASONS, DUE_STATUSES, RECIPIENT_RULES } from '../../schema/dues.ts';
import { INVOICE_STATUSES, PAYMENT_KINDS, PAYMENT_METHODS, PAYMENT_STATUSES } from '../../schema/invoices.ts';
import { CATEGORIES, FUNDS } from '../../schema/ledger.ts';
import { cents, contact, day, id, instant, named, record } from './parts.ts';

export const due = record('Due', {
  _id: id,
  title: z.string(),
  frequency: z.enum(DUE_FREQUENCIES),
  recipients: z.array(id).describe('The people billed now. Residents get only their own id'),
  recipient_rule: z
    .enum(RECIPIENT_RULES)
    .optional()
    .describe(
      'every_home: one bill for each home; except: as every_home, without excluded; listed: recipients. For the board alone',
    ),
  excluded: z.array(id).optional().describe('People that except does not bill. For the board alone'),
  send_date: day.nullable(),
  due_date: day.nullable(),
  due_date_offset: z.int().describe('Days'),
  amount: z.number().describe('Dollars'),
  reason: z.enum(DUE_REASONS),
  fund: z.enum(FUNDS),
  category: z.enum(CATEGORIES).nullable().describe('Of its charges; null: assessment for dues, other for other'),
  description: z.string().nullable(),
  status: z.enum(DUE_STATUSES),
  created_by: named,
  createdAt: instant,
});
export type DueBody = z.infer<typeof due>;

export const invoice = record('Invoice', {
  _id: id,
  dues_id: z.strictObject({ _id: id, title: z.string(), description: z.string().nullable() }),
  amountCents: cents,
  paidCents: cents.describe('What is paid of it, by money or credit'),
  remainingCents: cents.describe('What is still to be paid'),
  status: z.enum(INVOICE_STATUSES),
  sent: instant,
  due_date: day,
  paid_at: instant.nullable(),
  canceled_at: instant.nullable(),
  recipient_id: contact.optional().describe('For the board alone'),
});
export type InvoiceBody = z.infer<typeof invoice>;

export const payment = record('Payment', {
  _id: id,
  invoice_id: id.nullable(),
  user_id: contact,
  kind: z.enum(PAYMENT_KINDS),
  amountCents: cents.describe('Cents, without the online fee; negative for a refund'),
  onlineFeeCents: cents.describe('What the payer paid on top for paying online'),
  processorFeeCents: cents.nullish().describe('What the payment service took; for the board alone'),
  status: z.enum(PAYMENT_STATUSES),
  method: z.enum(PAYMENT_METHODS).nullable(),
  settled_at: instant.nullable(),
  createdAt: instant,
});
export type PaymentBody = z.infer<typeof payment>;
