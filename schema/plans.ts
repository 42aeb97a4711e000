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

/** Features that only some plans include, as their cards say it. Names are stored. */
const PLAN_FEATURES = {
  advanced_reporting: 'Advanced reporting',
  custom_branding: 'Custom branding',
  automations: 'Automations',
  advanced_analytics: 'Advanced analytics',
  api_access: 'API access',
  custom_integrations: 'Custom integrations',
} as const;
export type PlanFeature = keyof typeof PLAN_FEATURES;

/** `plan` is null for associations that never ordered one; `kept_features` are theirs whatever the plan. Devices of an earlier
 * release have neither. */
type WithPlan = { plan?: PlanName | null; kept_features?: readonly PlanFeature[] | null };

/** The free plan, for testing, and associations without a plan have everything. */
export const hasFeature = ({ plan, kept_features }: WithPlan, feature: PlanFeature): boolean =>
  !plan ||
  plan === 'free' ||
  PLANS[plan].features.includes(PLAN_FEATURES[feature]) ||
  (kept_features ?? []).includes(feature);

/** The smallest plan that includes it. */
const planWith = (feature: PlanFeature): Plan =>
  PLANS_FOR_SALE.find(({ features }) => features.includes(PLAN_FEATURES[feature])) ?? PLANS.pro;

/** "Your plan does not include API access. It comes with the Pro plan." */
export const notIncluded = (feature: PlanFeature): string =>
  `Your plan does not include ${lowerFirst(PLAN_FEATURES[feature])}. It comes with the ${planWith(feature).display_name} plan.`;

const lowerFirst = (text: string) => (/^[A-Z]{2}/.test(text) ? text : text[0]!.toLowerCase() + text.slice(1));

export const PLANS_FOR_SALE: readonly Plan[] = [PLANS.starter, PLANS.growth, PLANS.pro];

/** The name of a plan for sale as people read it; null for any other. */
export const planForSale = (named: string | null): string | null =>
  PLANS_FOR_SALE.find(({ name }) => name === named)?.display_name ?? null;
