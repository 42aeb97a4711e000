import type { Category } from '../../schema/ledger.ts';
import type { Entry, Policy } from '../../schema/tables/ledger.ts';

export type OracleEntry = Pick<Entry, 'id' | 'kind' | 'amount_cents' | 'effective_on' | 'posted_at'> &
  Partial<Pick<Entry, 'category' | 'due_on' | 'source_id' | 'pins'>>;

export type OraclePlan = {
  id: string;
  covers: string[];
  instalments: { due_on: string; cents: number }[];
  status: 'active' | 'finished' | 'broken' | 'canceled';
  starts_on: string;
  ended_on: string | null;
  ended_at: string | null;
  made_at: string;
};

export type OracleRules = {
  policies: readonly Pick<Policy, 'id' | 'kind' | 'starts_on' | 'settings' | 'made_at'>[];
  plans: readonly OraclePlan[];
  as_of: string;
  known_at?: string;
};

export type Order = { directed: boolean; steps: Category[][] };

export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** ALLO-02. */
export const RANKS = { debit: 0, planEnds: 1, planBegins: 2, credit: 3, taken: 4, reversal: 5 };
export const groupOf = ({ kind, amount_cents }: OracleEntry): 'debit' | 'credit' | 'taken' | 'reversal' => {
  if (kind === 'reversal') return 'reversal';
  if (kind === 'return' || kind === 'refund') return 'taken';
  return amount_cents > 0 ? 'debit' : 'credit';
};

/** ALLO-02: an entry and its reversal effective the same day are both left out. */
export const pairsOfOneDay = (entries: readonly OracleEntry[]): Set<string> => {
  const left = new Set<string>();
  for (const reversal of entries) {
    if (reversal.kind !== 'reversal') continue;
    const source = entries.find(({ id }) => id === reversal.source_id);
    if (source?.effective_on !== reversal.effective_on) continue;
    left.add(source.id).add(reversal.id);
  }
  return left;
};

/** Table 3. */
const DUES: Category[] = ['assessment', 'special_assessment'];
const COSTS: Category[] = ['collection_cost', 'attorney_fee'];
const TABLE_3: Record<string, Category[][]> = {
  assessments_first: [DUES, COSTS, ['returned_payment_fee', 'late_fee'], ['interest'], ['fine'], ['other']],
  interest_first: [['interest'], ['late_fee'], ['returned_payment_fee', ...COSTS], DUES, ['fine'], ['other']],
  assessments_costs_fines: [DUES, COSTS, ['fine'], ['returned_payment_fee', 'late_fee', 'interest', 'other']],
  oldest_first: [[...DUES, ...COSTS, 'returned_payment_fee', 'late_fee', 'interest', 'fine', 'other']],
};

export const orderInForce = ({ policies }: OracleRules, day: string, isKnown: (at: string) => boolean): Order => {
  const [policy] = policies
    .filter(({ kind, starts_on, made_at }) => kind === 'application' && starts_on <= day && isKnown(made_at))
    .toSorted((a, b) => compare(b.starts_on, a.starts_on) || compare(b.made_at, a.made_at));
  const settings = (policy?.settings ?? { order: 'assessments_first', directed: true }) as unknown as {
    order: string;
    directed: boolean;
    steps?: Category[][];
  };
  return { directed: settings.directed, steps: TABLE_3[settings.order] ?? settings.steps ?? [] };
};

/** The categories by table 1: fees and interest have their own, what was taken over or moved is an assessment where it has none. */
export const categoryOf = ({ kind, category }: OracleEntry): Category => {
  if (category) return category;
  if (kind === 'late_fee' || kind === 'interest') return kind;
  return kind === 'opening' || kind === 'transfer' ? 'assessment' : 'other';
};
