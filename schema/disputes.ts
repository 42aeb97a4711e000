/** Stripe's words. A warning is an inquiry, which takes no money; `prevented` was settled before it became a dispute. */
export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'prevented',
  'won',
  'lost',
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** The state of paying online. Null before there was an account. */
export type OnlinePayments = 'on' | 'paused' | 'disconnected';
