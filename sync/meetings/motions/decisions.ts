import type { DecisionOutcome, RecordAction } from '../../../schema/meetings.ts';
import type { AgendaItem, Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf, Indexed } from '../books.ts';
import { ofKind } from '../facts/heads.ts';
import { canonicalJson } from './canonical-json.ts';

export const NO_RESULT = 'No result has been recorded for this motion.';
export const TWO_RESULTS = 'Two results were recorded. Settle them first.';
export const ANOTHER_APPLIES = 'Another board member must apply this.';

/** The results of a motion that stand, by its own facts and those that void them. More than one waits to be settled;
 * equal ones of two devices are one. */
export const currentResults = (facts: Indexed, motion_id: string): FactOf<'result'>[] =>
  ofKind(facts, 'result').filter(({ subject }) => subject === motion_id);

export const areEqual = (results: readonly FactOf<'result'>[]): boolean => new Set(results.map(figuresOf)).size <= 1;

const figuresOf = ({ data: { outcome, totals, to } }: FactOf<'result'>): string =>
  canonicalJson({ outcome, totals, to: to ?? null });

type Deciding = Pick<Motion, 'on_adopt' | 'on_fail'>;
type Item = Pick<AgendaItem, 'on_adopt' | 'on_fail'>;

/** The effects of a motion on records by its outcome: its own, else those of its items. */
export const plannedActions = (
  motion: Deciding,
  items: readonly Item[],
  outcome: string | null | undefined,
): RecordAction[] => {
  const field = outcome === 'adopted' ? 'on_adopt' : outcome === 'failed' ? 'on_fail' : undefined;
  if (!field) return [];
  return motion[field] ?? items.flatMap((item) => item[field] ?? []);
};

/** The actions with what becomes of one record; null leaves it as it is. */
export const withAction = (
  actions: readonly RecordAction[],
  { entity, id }: Pick<RecordAction, 'entity' | 'id'>,
  status: string | null,
): RecordAction[] => [
  ...actions.filter((one) => one.entity !== entity || one.id !== id),
  ...(status === null ? [] : [{ entity, id, status }]),
];

/** The decision about the action for one of the results; undefined while there is none. */
export const decisionOf = (
  { decisions }: Pick<Motion, 'decisions'>,
  action: RecordAction,
  results: readonly Pick<FactOf<'result'>, 'id'>[],
): DecisionOutcome | undefined => {
  const mine = (decisions ?? []).filter(
    (one) => isAbout(one, action) && results.some(({ id }) => id === one.result_id),
  );
  return mine.find(({ outcome }) => outcome === 'applied') ?? mine.at(-1);
};

const isAbout = (one: DecisionOutcome, { entity, id }: RecordAction) =>
  one.action.entity === entity && one.action.id === id;

/** The decision replaces what came of the same action and result before. */
export const withDecision = (decisions: readonly DecisionOutcome[] | null, decision: DecisionOutcome) => [
  ...(decisions ?? []).filter((one) => one.result_id !== decision.result_id || !isAbout(one, decision.action)),
  decision,
];

/** The values that a record is compared by: its status, and of an invoice what was paid of it. */
export const seenInWords = ({ status, paid_cents }: { status: string; paid_cents?: number | undefined }): string =>
  paid_cents ? `${status}, ${paid_cents} cents paid` : status.replaceAll('_', ' ');
