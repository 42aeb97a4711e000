export const ONLINE_METHODS = ['card', 'us_bank_account'] as const;
export const CHECKOUT_STATUSES = ['open', 'complete', 'expired'] as const;
export type OnlineMethod = (typeof ONLINE_METHODS)[number];

/** Stripe's minimum for USD, in cents. */
export const ONLINE_MINIMUM = 50;
export const AMOUNT_TOO_SMALL = 'Amounts below $0.50 cannot be paid online. Please contact the board.';
