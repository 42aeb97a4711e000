import type { MeetingBooks } from './books.ts';
import { correctionsIn, type MinutesCorrection } from './corrections.ts';
import { outWarnings } from './desks.ts';
import { doubtfulTimes } from './doubtful-times.ts';
import { closingLines } from './minutes-closing.ts';
import { type HeadContext, headLines } from './minutes-head.ts';
import { type MinutesSection, type SectionsContext, sectionsOf } from './minutes-sections.ts';
import { belongsTo, clockInWords, type MinutesForm } from './minutes-words.ts';
import { kindInFull } from './notice-text.ts';

/** What the rows of a meeting do not say themselves. */
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
  ...doubtfulTimes(books, time_zone),
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
