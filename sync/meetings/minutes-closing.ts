import type { MeetingBooks, Session } from './books.ts';
import { isExecutiveAction, isExecutiveMotion } from './executive.ts';
import { ofKind } from './heads.ts';
import { actionLines, type SectionsContext } from './minutes-sections.ts';
import { belongsTo, clockInWords, type MinutesForm, sentence } from './minutes-words.ts';

/** Recesses, the executive session as residents read it, action items of no item, and the adjournment. */
export const closingLines = (
  books: MeetingBooks,
  context: SectionsContext,
  session: Session,
  form: MinutesForm,
): string[] => {
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

/** What was written for residents of executive motions. */
const summariesOf = (books: MeetingBooks): string[] =>
  books.motions
    .filter((motion) => isExecutiveMotion(books, motion))
    .flatMap(({ public_summary }) => (public_summary?.trim() ? [sentence(public_summary.trim())] : []));
