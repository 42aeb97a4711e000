import { type ApplicationSettings, DEFAULT_APPLICATION, STEPS_OF } from '../../schema/application.ts';
import { CATEGORIES, type Category } from '../../schema/ledger.ts';
import type { Debit, FoldEntry, FoldOptions, PaymentOrder } from './types.ts';

export const DEBIT = 0;
export const CREDIT = 1;
export const RETURN = 2;
const REVERSAL = 3;

/** The place of an entry among those of its day. */
export const rankOf = ({ kind, amount_cents }: FoldEntry): number => {
  if (kind === 'reversal') return REVERSAL;
  if (kind === 'return' || kind === 'refund') return RETURN;
  return amount_cents > 0 ? DEBIT : CREDIT;
};

/** The entries that count as of a day, in the order in which they count. */
export const inOrder = <E extends FoldEntry>(entries: readonly E[], { as_of, known_at }: FoldOptions): E[] => {
  const taken: E[] = [];
  for (const entry of entries)
    if (entry.effective_on <= as_of && (known_at === undefined || entry.posted_at <= known_at)) taken.push(entry);
  return taken.sort(byDay);
};

export const byDay = (a: FoldEntry, b: FoldEntry): number => {
  if (a.effective_on !== b.effective_on) return a.effective_on < b.effective_on ? -1 : 1;
  return rankOf(a) - rankOf(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
};

/** The ids of entries and reversals that are effective on the same day, and so are left out. Takes entries in their order. */
export const undoneAtOnce = (entries: readonly FoldEntry[]): ReadonlySet<string> => {
  let undone: Set<string> | undefined;
  for (let at = 0; at < entries.length; at += 1) {
    const source = entries[at]!.kind === 'reversal' && sourceOfSameDay(entries, at);
    if (!source || undone?.has(source.id)) continue;
    undone ??= new Set();
    undone.add(source.id).add(entries[at]!.id);
  }
  return undone ?? NOTHING;
};

const sourceOfSameDay = (entries: readonly FoldEntry[], at: number): FoldEntry | undefined => {
  const { source_id, effective_on, amount_cents } = entries[at]!;
  for (let before = at - 1; before >= 0 && entries[before]!.effective_on === effective_on; before -= 1) {
    const { id, kind } = entries[before]!;
    if (id === source_id)
      return kind !== 'reversal' && entries[before]!.amount_cents === -amount_cents ? entries[before] : undefined;
  }
  return undefined;
};

const NOTHING: ReadonlySet<string> = new Set();

const INDEX = Object.fromEntries(CATEGORIES.map((category, index) => [category, index])) as Record<Category, number>;

/** The category by which a debit takes its place in an order, as an index into CATEGORIES. Of a return, refund or reversal
 * this is the one of what exceeds its source. */
export const categoryOf = ({ kind, category }: FoldEntry): number => {
  if (category != null) return INDEX[category];
  if (kind === 'late_fee' || kind === 'interest') return INDEX[kind];
  return kind === 'opening' || kind === 'transfer' ? INDEX.assessment : INDEX.other;
};

/** Within one step. */
export const byDue = (a: Debit<FoldEntry>, b: Debit<FoldEntry>): number => {
  if (a.due_on !== b.due_on) return a.due_on < b.due_on ? -1 : 1;
  if (a.entry.effective_on !== b.entry.effective_on) return a.entry.effective_on < b.entry.effective_on ? -1 : 1;
  return a.entry.id < b.entry.id ? -1 : 1;
};

/** Answers which order is in force on a day. Of two policies of one day the one made later is. */
export const paymentOrders = ({ policies, known_at }: FoldOptions): ((day: string) => PaymentOrder) => {
  const newest = policies
    .filter(({ kind, made_at }) => kind === 'application' && (known_at === undefined || made_at <= known_at))
    .sort((a, b) => compare(b.starts_on, a.starts_on) || compare(b.made_at, a.made_at) || compare(b.id, a.id))
    .map(({ starts_on, settings }) => ({ starts_on, order: paymentOrder(settings as ApplicationSettings) }));
  if (newest.length === 0) return () => DEFAULT;
  return (day) => newest.find(({ starts_on }) => starts_on <= day)?.order ?? DEFAULT;
};

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** A category that an order of the board's own does not name comes last. */
const paymentOrder = ({ order, directed, steps = [] }: ApplicationSettings): PaymentOrder => {
  const chosen = order === 'own' ? steps : STEPS_OF[order];
  const stepOf = CATEGORIES.map((category) => chosen.findIndex((step) => step.includes(category)));
  return { directed, stepOf: stepOf.map((step) => (step < 0 ? chosen.length : step)) };
};

const DEFAULT = paymentOrder(DEFAULT_APPLICATION);
