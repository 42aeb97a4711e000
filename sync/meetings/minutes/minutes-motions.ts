import type { FactData } from '../../../schema/facts.ts';
import { CHOICES, type Choice } from '../../../schema/meetings.ts';
import { plainText } from '../../../schema/rich-text.ts';
import type { AgendaItem, Motion } from '../../../schema/tables/meetings.ts';
import { labelInWords } from '../../words.ts';
import type { FactOf, MeetingBooks, MotionState } from '../books.ts';
import { isExecutiveMotion } from '../executive.ts';
import { countedVotes } from '../motions/counted-votes.ts';
import { type MinutesForm, sentence } from './minutes-words.ts';

export type MinutesMotion = {
  id: string;
  number: string;
  /** "Motion 3, moved by Ann Lee, seconded by Bo Ray" */
  title: string;
  /** Its final wording, as plain text. */
  words: string;
  executive: boolean;
  /** Amendments, result with counts, names. */
  lines: readonly string[];
  /** Points to check or settle; for the board alone. */
  warnings: readonly string[];
};

/** The motions of an item, in the order in which they were made; withdrawn ones are left out (MIN-01). */
export const motionsOf = (books: MeetingBooks, item: AgendaItem, form: MinutesForm): MinutesMotion[] =>
  books.motionsInOrder
    .filter((motion) => motion.item_id === item.id && (form !== 'public' || !isExecutiveMotion(books, motion)))
    .flatMap((motion) => {
      const state = books.stateOf(motion);
      return state.result?.data.outcome === 'withdrawn' ? [] : [motionLines(books, motion, state, form)];
    });

const motionLines = (books: MeetingBooks, motion: Motion, state: MotionState, form: MinutesForm): MinutesMotion => {
  const { result } = state;
  const decided = result?.data.text_id;
  const wording = state.wordings.find(({ id }) => id === decided) ?? state.wording;
  const second =
    state.seconded_by && books.meeting.rules?.show_seconder !== false ? `, seconded by ${state.seconded_by}` : '';
  return {
    id: motion.id,
    number: motion.number,
    title: `Motion ${motion.number}, moved by ${motion.mover}${second}`,
    words: plainText(wording?.text ?? ''),
    executive: isExecutiveMotion(books, motion),
    lines: [
      ...amendmentLines(state),
      ...adoptedWith(books, motion, form),
      ...(result ? resultLines(books, motion, result, form) : [openLine(state)]),
      ...correctionLines(state),
    ],
    warnings: form === 'public' ? [] : warningsOf(state),
  };
};

const amendmentLines = ({ wordings }: MotionState): string[] =>
  wordings.slice(1).map(({ data: { mover, reason }, text }) => {
    const by = mover ? ` on the motion of ${mover}` : '';
    return sentence(`Amended${by}${reason ? ` (${reason})` : ''} to read: ${plainText(text)}`);
  });

/** The items of a consent agenda; residents read of open ones alone. */
const adoptedWith = (books: MeetingBooks, { item_ids }: Motion, form: MinutesForm): string[] => {
  const ids = new Set(item_ids ?? []);
  const titles = books.items
    .filter(({ id, executive }) => ids.has(id) && !(executive && form === 'public'))
    .map(({ title }) => title);
  return titles.length > 0 ? [`On the consent agenda: ${titles.join('; ')}.`] : [];
};

const openLine = ({ status }: MotionState): string =>
  status === 'contested' ? 'Two results were recorded and must be settled.' : 'No result was recorded.';

const METHOD_WORDS = {
  consent: 'by unanimous consent',
  voice: 'by voice vote',
  count: 'by count',
  roll_call: 'by roll call',
} as const;

const resultLines = (books: MeetingBooks, motion: Motion, result: FactOf<'result'>, form: MinutesForm): string[] => {
  const { data } = result;
  return [
    sentence(resultInWords(data)),
    ...(data.no_quorum_reason ? [sentence(`No quorum was present. Recorded anyway: ${data.no_quorum_reason}`)] : []),
    ...(data.method === 'roll_call' ? nameLines(books, motion, result, form) : []),
  ];
};

/** "Adopted by roll call: 2 for, 1 against, 0 abstaining; 2 of 3 needed" */
export const resultInWords = (data: FactData['result']): string => `${outcomeWords(data)}${countWords(data)}`;

const outcomeWords = ({ outcome, method, to }: FactData['result']): string => {
  if (outcome === 'postponed') return `Postponed${to ? ` to ${to}` : ''}`;
  if (outcome === 'referred') return `Referred${to ? ` to ${to}` : ''}`;
  if (outcome === 'died') return 'Died without a second';
  return `${labelInWords(outcome)} ${METHOD_WORDS[method]}`;
};

const CHOICE_WORDS: Record<Choice, string> = { for: 'for', against: 'against', abstain: 'abstaining' };

/** Weights stand beside votes where they differ. */
const countWords = ({ method, totals, needed, of }: FactData['result']): string => {
  if (method === 'consent' || CHOICES.every((choice) => totals[choice].units === 0)) return '';
  const isWeighted = CHOICES.some((choice) => totals[choice].units !== totals[choice].weight);
  const words = CHOICES.map((choice) => {
    const { units, weight } = totals[choice];
    return `${units} ${CHOICE_WORDS[choice]}${isWeighted ? ` (weight ${weight})` : ''}`;
  });
  return `: ${words.join(', ')}; ${needed} of ${of} needed`;
};

/** VOTE-08: in the published minutes by setting. */
const nameLines = (books: MeetingBooks, motion: Motion, result: FactOf<'result'>, form: MinutesForm): string[] => {
  if (form === 'public' && books.meeting.rules?.names_published === false) return [];
  const votes = countedVotes(books, motion, result);
  return CHOICES.flatMap((choice) => {
    const names = votes.filter((vote) => vote.choice === choice).map(({ unit }) => unit.label);
    return names.length > 0 ? [`${labelInWords(CHOICE_WORDS[choice])}: ${names.join(', ')}.`] : [];
  });
};

/** A result that was put right stays readable. */
const correctionLines = ({ corrected, result }: MotionState): string[] =>
  corrected.map(({ data }) =>
    sentence(
      `Previously recorded as ${data.outcome}${countWords(data)}; corrected: ${result?.data.reason ?? 'see the result'}`,
    ),
  );

const warningsOf = ({ check, warnings, late, notes }: MotionState): string[] => [
  ...(check ? ['Check this result'] : []),
  ...warnings.map(({ words }) => words),
  ...(late.length > 0
    ? [`${late.length === 1 ? '1 vote' : `${late.length} votes`} arrived after closing and did not count`]
    : []),
  ...notes,
];
