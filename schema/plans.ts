export const PLAN_NAMES = ['free', 'starter', 'growth', 'pro'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** `price_cents` is per month; `max_units` null means unlimited; a higher `rank` is an upgrade. */
export type Plan = {
  name: PlanName;
  display_name: string;
  price_cents: number;
  max_units: number | null;
  rank: number;
  audience: string;
  features: string[];
};

export const unitsOf = ({ max_units }: Pick<Plan, 'max_units'>): string =>
  max_units === null || max_units === undefined ? 'Unlimited units' : `Up to ${max_units} units`;

export const TRIAL_DAYS = 30;

const STARTER = [
  'Dues collection',
  'Announcements',
  'Maintenance requests',
  'Document storage',
  'Violation tracking',
  'Email support',
];
const GROWTH = [...STARTER, 'Advanced reporting', 'Custom branding', 'Automations'];
const PRO = [...GROWTH, 'Priority support', 'Advanced analytics', 'API access', 'Custom integrations'];

/** The feature texts differ between plans, but no feature is restricted by plan. */
export const PLANS: Record<PlanName, Plan> = {
  free: {
    name: 'free',
    display_name: 'Free',
    price_cents: 0,
    max_units: null,
    rank: 0,
    audience: 'For testing',
    features: STARTER,
  },
  starter: {
    name: 'starter',
    display_name: 'Starter',
    price_cents: 4900,
    max_units: 50,
    rank: 1,
    audience: 'Small HOAs',
    features: STARTER,
  },
  growth: {
    name: 'growth',
    display_name: 'Growth',
    price_cents: 9900,
    max_units: 150,
    rank: 2,
    audience: 'Growing communities',
    features: GROWTH,
  },
  pro: {
    name: 'pro',
    display_name: 'Pro',
    price_cents: 19900,
    max_units: 400,
    rank: 3,
    audience: 'Large HOAs',
    features: PRO,
  },
};
export const COMMON_FEATURES = [
  'Dues collection',
  'Announcements',
  'Maintenance requests',
  'Document storage',
  'Compliance tracking',
  'Resident directory',
  'Address directory',
  'Email support',
];

export const PLANS_FOR_SALE: readonly Plan[] = [PLANS.starter, PLANS.growth, PLANS.pro];

/** The name of a plan for sale as people read it; null for any other. */
export const planForSale = (named: string | null): string | null =>
  PLANS_FOR_SALE.find(({ name }) => name === named)?.display_name ?? null;
