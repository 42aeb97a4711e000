import { CATEGORIES, type Category } from './ledger.ts';

export const APPLICATION_ORDERS = [
  'assessments_first',
  'interest_first',
  'assessments_costs_fines',
  'oldest_first',
  'own',
] as const;
export type ApplicationOrder = (typeof APPLICATION_ORDERS)[number];

/** In which order money pays what is owed. With `directed` whoever pays may choose charges. `steps` is that of `own`; each
 * category stands in exactly one step. */
export type ApplicationSettings = {
  order: ApplicationOrder;
  directed: boolean;
  steps?: readonly (readonly Category[])[];
};

/** Until the board saves a policy. */
export const DEFAULT_APPLICATION: ApplicationSettings = { order: 'assessments_first', directed: true };

/** Within one step the earliest due date comes first. */
export const STEPS_OF: Record<Exclude<ApplicationOrder, 'own'>, readonly (readonly Category[])[]> = {
  assessments_first: [
    ['assessment', 'special_assessment'],
    ['collection_cost', 'attorney_fee'],
    ['returned_payment_fee', 'late_fee'],
    ['interest'],
    ['fine'],
    ['other'],
  ],
  interest_first: [
    ['interest'],
    ['late_fee'],
    ['returned_payment_fee', 'collection_cost', 'attorney_fee'],
    ['assessment', 'special_assessment'],
    ['fine'],
    ['other'],
  ],
  assessments_costs_fines: [
    ['assessment', 'special_assessment'],
    ['collection_cost', 'attorney_fee'],
    ['fine'],
    ['returned_payment_fee', 'late_fee', 'interest', 'other'],
  ],
  oldest_first: [CATEGORIES],
};
