import type { FactKind } from '../../schema/facts.ts';
import type { FactInput } from '../../schema/meeting-facts.ts';
import { plainText } from '../../schema/rich-text.ts';
import type { TitleOf } from '../outbox-label.ts';
import { formatDateTime, formatLabel } from '../ui/format.ts';

type GivenFact = Pick<FactInput, 'kind' | 'subject' | 'text' | 'at' | 'desk'> & { data: Record<string, unknown> };

const KINDS: Record<FactKind, string> = {
  called_to_order: 'Call to order',
  adjourned: 'Adjournment',
  recess: 'Recess',
  resumed: 'Resumed',
  executive_started: 'Executive session',
  executive_ended: 'End of the executive session',
  item_started: 'Item',
  recorder_taken: 'Took over the record',
  arrived: 'Check-in',
  left: 'Left',
  guest: 'Guest',
  motion_text: 'Motion wording',
  motion_seconded: 'Second',
  motion_state: 'Voting',
  vote: 'Vote',
  count: 'Count',
  result: 'Result',
  recused: 'Recusal',
  point_of_order: 'Point of order',
  paper_notice: 'Paper notice',
  minutes_correction: 'Correction to the minutes',
  voided: 'Taken back',
  desk_opened: 'Desk opened',
  desk_closed: 'Desk closed',
};

/** The shown content of a fact: the members of its data that are words or numbers. */
const SHOWN = ['name', 'person', 'way', 'choice', 'outcome', 'method', 'label', 'for', 'against', 'abstain', 'nature'];
const MORE = ['state', 'kind', 'desk', 'reason', 'to', 'on', 'mover'];

/** "Check-in: 12 Oak Lane, in person" */
export const factTitle = ({ kind, subject, data = {} }: GivenFact, titleOf: TitleOf): string => {
  const content = [...SHOWN, ...MORE].flatMap((name) => wordsOf(name, data[name]));
  const about = subject && NAMED.includes(kind) ? [titleOf(subject)] : [];
  const words = [...about, ...content].join(', ');
  return words ? `${KINDS[kind] ?? formatLabel(kind)}: ${words}` : (KINDS[kind] ?? formatLabel(kind));
};
const NAMED: readonly FactKind[] = ['arrived', 'left', 'vote', 'recused', 'item_started', 'result', 'count'];
const COUNTED = ['for', 'against', 'abstain'];

const wordsOf = (name: string, value: unknown): string[] => {
  if (typeof value === 'number') return COUNTED.includes(name) ? [`${value} ${name}`] : [String(value)];
  if (typeof value !== 'string' || value === '') return [];
  return [['way', 'choice', 'outcome', 'method', 'state'].includes(name) ? formatLabel(value).toLowerCase() : value];
};

/** One line for each, with its words, time and desk. */
export const factLines = (facts: unknown, titleOf: TitleOf): string[] =>
  (Array.isArray(facts) ? (facts as GivenFact[]) : []).map((fact) => {
    const text = plainText(fact.text ?? '');
    return `${factTitle(fact, titleOf)}${text && `: ${text}`} (${formatDateTime(fact.at)}, ${fact.desk})`;
  });
