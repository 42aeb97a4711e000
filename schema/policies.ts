export const POLICY_KINDS = ['late_fee', 'interest', 'returned_fee', 'application', 'online_fee', 'dunning'] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];

/** Charges that may carry a late fee. A fee never falls on a fee, nor on costs. */
export const LATE_FEE_CATEGORIES = ['assessment', 'special_assessment', 'fine', 'other'] as const;
export const LATE_FEE_AMOUNTS = ['flat', 'percent', 'greater', 'lesser'] as const;

export const DUNNING_STEPS_LIMIT = 10;
