import type { AgendaItem, MeetingFact, Motion } from '../../schema/tables/meetings.ts';
import type { ActionItem, MinutesText } from '../../schema/tables/minutes.ts';
import type { ExecutiveSession, Indexed, Interval, MeetingBooks } from './books.ts';
import { isTimeImplausible } from './facts/fact-time.ts';
import { factById, historyOf, ofKind } from './facts/heads.ts';
import { intervals } from './meeting-session.ts';

/** In the order of time; `to` is null while one lasts. */
export const executiveSessionsOf = (books: Indexed): readonly ExecutiveSession[] =>
  (books.index.executive ??= executiveSessions(books));

const executiveSessions = (books: Indexed): ExecutiveSession[] => {
  const adjourned_at = ofKind(books, 'adjourned').at(-1)?.at ?? null;
  const begun = ofKind(books, 'executive_started');
  return intervals(books, 'executive_started', 'executive_ended', adjourned_at).found.map((one, n, all) => {
    const next = all[n + 1]?.from;
    const own = begun.filter(({ at }) => at >= one.from && (next === undefined || at < next));
    return { ...one, ids: own.map(({ id }) => id) };
  });
};

/** The session that a device knows to be open; what it records is of that session whatever its clock says. */
export const openSession = (sessions: readonly ExecutiveSession[]): string | null => {
  const last = sessions.at(-1);
  return last?.to === null ? (last.ids[0] ?? null) : null;
};

/** `executive_session_id` is what its device knew when it recorded it. */
type Recorded = { at: string; executive_session_id?: string | null | undefined };

/** True if it belongs to an executive session: by what its device knew, else by its time. A session that this device has not heard of
 * counts, one that was taken back does not. */
const isOfSession = (
  { at, executive_session_id }: Recorded,
  sessions: readonly ExecutiveSession[],
  isTakenBack: (id: string) => boolean,
): boolean => {
  if (isInSession(at, sessions)) return true;
  if (!executive_session_id) return false;
  return sessions.some(({ ids }) => ids.includes(executive_session_id)) || !isTakenBack(executive_session_id);
};

export const isInSession = (at: string, sessions: readonly Interval[]): boolean =>
  sessions.some(({ from, to }) => at >= from && (to === null || at < to));

type Books = Pick<MeetingBooks, 'meeting' | 'items' | 'index'>;

const isRecordedIn = (books: Books, row: Recorded): boolean =>
  isOfSession(row, executiveSessionsOf(books), (id) => factById(books, id) !== undefined);

/** A fact with a time that cannot be right counts as executive where the meeting has such a session, until somebody has checked it. */
export const isExecutiveFact = (books: Books, fact: Recorded & Pick<MeetingFact, 'kind' | 'recorded_at'>): boolean =>
  isRecordedIn(books, fact) || (executiveSessionsOf(books).length > 0 && isTimeImplausible(fact, books.meeting));

/** True by its flag, or if it was heard in an executive session alone. */
export const isExecutiveItem = (books: Books, item: AgendaItem): boolean =>
  books.meeting.executive_only || item.executive || isHeardInSession(books, item.id);

const isHeardInSession = (books: Books, item_id: string): boolean => {
  const starts = ofKind(books, 'item_started').filter(({ subject }) => subject === item_id);
  return starts.length > 0 && starts.every((start) => isExecutiveFact(books, start));
};

/** True by its flag or that of its item, or where it was made, worded or decided in an executive session. */
export const isExecutiveMotion = (books: Books, motion: Motion): boolean => {
  const item = books.items.find(({ id }) => id === motion.item_id);
  if (motion.executive || books.meeting.executive_only || (item && isExecutiveItem(books, item))) return true;
  if (executiveSessionsOf(books).length === 0 && !motion.executive_session_id) return false;
  const own = [...historyOf(books, 'motion_text', motion.id), ...historyOf(books, 'result', motion.id)];
  return isRecordedIn(books, motion) || own.some((fact) => isExecutiveFact(books, fact));
};

/** True by its item, its motion, or if it was made in an executive session; never by a flag of its own. */
export const isExecutiveAction = (
  books: Books & Pick<MeetingBooks, 'motions'>,
  { item_id, motion_id, executive_session_id, created_at }: MadeAction,
): boolean => {
  const item = books.items.find(({ id }) => id === item_id);
  const motion = books.motions.find(({ id }) => id === motion_id);
  return (
    books.meeting.executive_only ||
    (item !== undefined && isExecutiveItem(books, item)) ||
    (motion !== undefined && isExecutiveMotion(books, motion)) ||
    isRecordedIn(books, { at: created_at, executive_session_id })
  );
};

type MadeAction = Pick<ActionItem, 'item_id' | 'motion_id' | 'executive_session_id' | 'created_at'>;

/** The texts of the minutes that were written in an executive session or from one that was. */
export const executiveTexts = (books: Books, texts: readonly MinutesText[]): ReadonlySet<string> => {
  const found = new Set(texts.filter((text) => isRecordedIn(books, text)).map(({ id }) => id));
  if (found.size === 0) return found;
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { id, replaces } of texts) if (replaces.some((one) => found.has(one))) found.add(id);
  }
  return found;
};
