/** 'overdue' is not stored: it is a pending invoice whose due date has passed. */
export const STORED_INVOICE_STATUSES = ['pending', 'paid', 'canceled'] as const;
export const INVOICE_STATUSES = ['pending', 'paid', 'overdue', 'canceled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export const PAYMENT_KINDS = ['charge', 'outside', 'credit', 'refund'] as const;
export const PAYMENT_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const;
export const PAYMENT_METHODS = ['card', 'us_bank_account', 'check', 'cash', 'transfer', 'other'] as const;
