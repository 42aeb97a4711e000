import type { FactKind } from '../../../schema/facts.ts';
import type { MeetingFact } from '../../../schema/tables/meetings.ts';
import { labelInWords } from '../../words.ts';
import type { MeetingBooks, Session } from '../books.ts';
import { outWarnings } from '../desks.ts';
import { isExecutiveAction, isExecutiveMotion } from '../executive.ts';
import { isTimeImplausible, TIME_TO_BE_CHECKED } from '../facts/fact-time.ts';
import { headsOf, ofKind } from '../facts/heads.ts';
import { shortTimeInWords } from '../local-time.ts';
import { kindInFull } from '../notice/notice-text.ts';
import { correctionsIn, type MinutesCorrection } from './corrections.ts';
import { type HeadContext, headLines } from './minutes-head.ts';
import { actionLines, type MinutesSection, type SectionsContext, sectionsOf } from './minutes-sections.ts';
import { belongsTo, clockInWords, type MinutesForm, sentence } from './minutes-words.ts';

/** The context that the rows of a meeting do not have. */
export type MinutesContext = HeadContext & SectionsContext & { hoa: string };

export type Minutes = {
  form: MinutesForm;
  /** Not approved yet. */
  isDraft: boolean;
  approved_on: string | null;
  /** The HOA's name. */
  hoa: string;
  title: string;
  /** Desks that are out and times to be checked; for the board alone. */
  warnings: readonly string[];
  head: readonly string[];
  sections: readonly MinutesSection[];
  /** The executive session as residents read it, recesses and the adjournment. */
  closing: readonly string[];
  /** Dated, below the text; one about an executive item stays out of the public form. */
  corrections: readonly MinutesCorrection[];
};

const warningsOf = (books: MeetingBooks, { time_zone }: MinutesContext): string[] => [
  ...outWarnings(books, (at) => clockInWords(time_zone, at)),
  ...implausibleTimes(books, time_zone),
];

/** The minutes that a meeting's rows make, computed anew at each display (MIN-02). Pure; the same on every device. */
export const minutesOf = (books: MeetingBooks, context: MinutesContext, form: MinutesForm = 'board'): Minutes => {
  const { meeting, session } = books;
  return {
    form,
    isDraft: meeting.minutes_approved_on === null,
    approved_on: meeting.minutes_approved_on,
    hoa: context.hoa,
    title: `Minutes of the ${kindInFull(meeting.kind).toLowerCase()}${form === 'executive' ? ', executive session' : ''}`,
    warnings: form === 'board' ? warningsOf(books, context) : [],
    head: headLines(books, context, session, form),
    sections: sectionsOf(books, context, form),
    closing: closingLines(books, context, session, form),
    corrections: correctionsIn(books)
      .filter(({ executive }) => belongsTo(form, executive))
      .map(({ id, on, html, by_name }) => ({ id, on, html, by_name })),
  };
};

const SHOWN = 10;

/** The facts that stand with a time that cannot be right, in a line each: "Time to be checked: Check-in of Ann Lee, Nov 12,
 * 2026, 11:34 PM (Desk 2)". */
const implausibleTimes = (books: MeetingBooks, time_zone: string): string[] => {
  const implausible = headsOf(books).filter((fact) => isTimeImplausible(fact, books.meeting));
  const more = implausible.length - SHOWN;
  const lines = implausible
    .slice(0, SHOWN)
    .map(
      (fact) => `${TIME_TO_BE_CHECKED}: ${nameOf(books, fact)}, ${shortTimeInWords(time_zone, fact.at)} (${fact.desk})`,
    );
  return more > 0 ? [...lines, `${TIME_TO_BE_CHECKED}: ${more} more`] : lines;
};

const nameOf = ({ roll, items, motions }: MeetingBooks, { kind, subject }: MeetingFact): string => {
  const words = WORDS[kind] ?? labelInWords(kind);
  const motion = motions.find(({ id }) => id === subject);
  const of =
    roll.find(({ id }) => id === subject)?.label ??
    items.find(({ id }) => id === subject)?.title ??
    (motion && `Motion ${motion.number}`);
  return of ? `${words} of ${of}` : words;
};

const WORDS: Partial<Record<FactKind, string>> = {
  called_to_order: 'Call to order',
  adjourned: 'Adjournment',
  item_started: 'Start',
  recorder_taken: 'Change of recorder',
  arrived: 'Check-in',
  left: 'Departure',
  motion_text: 'Wording',
  motion_seconded: 'Second',
  motion_state: 'Voting',
  recused: 'Recusal',
  desk_opened: 'Desk opening',
  desk_closed: 'Desk closing',
};

/** Recesses, the executive session as residents read it, action items of no item, and the adjournment. */
const closingLines = (books: MeetingBooks, context: SectionsContext, session: Session, form: MinutesForm): string[] => {
  const { time_zone } = context;
  const clock = (at: string) => clockInWords(time_zone, at);
  const span = ({ from, to }: { from: string; to: string | null }) =>
    `from ${clock(from)}${to ? ` to ${clock(to)}` : ''}`;
  const [ended] = ofKind(books, 'adjourned').slice(-1);
  const summary = books.meeting.exec_summary?.trim();
  const loose = context.actions.filter(
    (action) => action.item_id === null && belongsTo(form, isExecutiveAction(books, action) || action.executive),
  );
  const met = session.executive.map((part, at) =>
    sentence(`The board met in executive session ${span(part)}${summary && at === 0 ? `: ${summary}` : ''}`),
  );
  return [
    ...(form === 'executive' ? [] : session.recesses.map((part) => `Recess ${span(part)}.`)),
    ...met,
    ...(form === 'public' ? summariesOf(books) : []),
    ...actionLines(loose).map((line) => `Action item: ${line}`),
    ...(session.adjourned_at && form !== 'executive'
      ? [`The meeting was adjourned at ${clock(session.adjourned_at)}${ended?.data.to ? `, to ${ended.data.to}` : ''}.`]
      : []),
  ];
};

/** The public summaries of executive motions. */
const summariesOf = (books: MeetingBooks): string[] =>
  books.motionsInOrder
    .filter((motion) => isExecutiveMotion(books, motion))
    .flatMap(({ public_summary }) => (public_summary?.trim() ? [sentence(public_summary.trim())] : []));
