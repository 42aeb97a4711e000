import type { AgendaItem, Meeting } from '../../schema/tables/meetings.ts';
import type { ActionItem } from '../../schema/tables/minutes.ts';
import { outboxKeys } from '../outbox-keys.ts';
import type { Tx } from '../tx.ts';
import type { Indexed } from './books.ts';
import { executiveSessionsOf, isExecutiveAction, isInSession } from './executive.ts';
import { indexed } from './facts/fact-index.ts';

/** The facts that say what of the meeting is executive beside what is flagged; none where it has had no such session. */
export const sessionFacts = async (
  tx: Tx,
  meeting: Pick<Meeting, 'id' | 'had_executive'> | undefined,
): Promise<Indexed> => indexed(meeting?.had_executive ? await tx.list('meetingFact', 'meeting_id', meeting.id) : []);

/** Once facts have moved an executive session: takes from residents what was made in it, also by devices that had not heard of it. */
export const closeSessions = async (tx: Tx, meeting: Meeting, added: readonly { id: string }[]): Promise<void> => {
  const [facts, items, motions, actions] = await Promise.all([
    tx.list('meetingFact', 'meeting_id', meeting.id),
    tx.list('agendaItem', 'meeting_id', meeting.id),
    tx.list('motion', 'meeting_id', meeting.id),
    tx.list('actionItem', 'meeting_id', meeting.id),
  ]);
  const ids = new Set(added.map(({ id }) => id));
  const before = executiveSessionsOf(indexed(facts.filter(({ id }) => !ids.has(id))));
  const all = indexed(facts);
  const sessions = executiveSessionsOf(all);
  const closed = items.map((item) => {
    const isNew = isInSession(item.created_at, sessions) && !isInSession(item.created_at, before);
    return isNew ? { ...item, executive: true } : item;
  });
  const books = { meeting, ...all, motions, items: closed };
  if (meeting.minutes_document_id && !meeting.minutes_approved_on) publishAgain(tx, meeting);
  await Promise.all([
    ...changed(items, closed).map((item) => tx.put('agendaItem', item)),
    ...changed(
      actions,
      actions.map((action) => ({ ...action, executive: isExecutiveAction(books, action) })),
    ).map((action) => tx.put('actionItem', action)),
  ]);
};

/** The draft that residents have may tell what was said in the session. */
const publishAgain = (tx: Tx, { id }: Meeting): void => {
  const payload = { meeting_id: id, user_id: tx.actor.id };
  tx.after({ kind: 'publishMinutes', key: outboxKeys.publishMinutes(id, tx.now), payload });
};

const changed = <Row extends AgendaItem | ActionItem>(before: readonly Row[], after: readonly Row[]): Row[] =>
  after.filter(({ executive }, n) => executive !== before[n]!.executive);
