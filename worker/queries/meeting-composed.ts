import { MEETING_NOT_FOUND } from '../../sync/meetings/kinds.ts';
import { lateEntries } from '../../sync/meetings/minutes/late-entries.ts';
import { minutesOf } from '../../sync/meetings/minutes/minutes.ts';
import { minutesHtml } from '../../sync/meetings/minutes/minutes-html.ts';
import type { MinutesForm } from '../../sync/meetings/minutes/minutes-words.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { MinutesBody, MotionStateBody } from '../shapes/minutes.ts';
import { type BooksOfMeeting, readBooks } from './meeting-books.ts';
import { factBody, motionBody } from './meeting-facts.ts';
import { textBody } from './meeting-minutes.ts';

/** Throws Refusal. */
export const readMinutes = async (deps: Deps, actor: Actor, id: string, form: MinutesForm): Promise<MinutesBody> => {
  const { books, context, approved } = await findBooks(deps, actor, id);
  const composed = minutesOf(books, context, form);
  const { sections, head, closing, corrections, warnings, ...minutes } = composed;
  return {
    _id: id,
    status: books.meeting.minutes_status,
    ...minutes,
    warnings: [...warnings],
    head: [...head],
    sections: sections.map(({ lines, motions, actions, texts, executive_texts, ...section }) => ({
      ...section,
      lines: [...lines],
      motions: motions.map((motion) => ({ ...motion, lines: [...motion.lines], warnings: [...motion.warnings] })),
      actions: [...actions],
      texts: texts.map(textBody),
      executive_texts: executive_texts.map(textBody),
    })),
    closing: [...closing],
    corrections: [...corrections],
    text: approved?.[`${form}_text`] || minutesHtml(composed),
    late: form === 'board' ? lateEntries(books).map(factBody) : [],
  };
};

/** In the order in which they were made. Throws Refusal. */
export const readMotions = async (deps: Deps, actor: Actor, id: string): Promise<MotionStateBody[]> => {
  const { books } = await findBooks(deps, actor, id);
  return books.motionsInOrder.map((motion) => {
    const state = books.stateOf(motion);
    return {
      motion: motionBody(motion),
      status: state.status,
      words: state.wording?.text ?? null,
      seconded_by: state.seconded_by,
      outcome: state.result?.data.outcome ?? null,
      totals: state.result?.data.totals ?? books.tallyOf(motion).totals,
      warnings: state.warnings.map(({ words }) => words),
    };
  });
};

const findBooks = async (deps: Deps, actor: Actor, id: string): Promise<BooksOfMeeting> => {
  return orNotFound(await readBooks(deps, actor.hoa_id, id), MEETING_NOT_FOUND);
};
