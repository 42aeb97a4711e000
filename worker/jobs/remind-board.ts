import { addDays, laterOf } from '../../schema/dates.ts';
import type { NotificationEvent } from '../../schema/notifications.ts';
import type { Effect } from '../../schema/outbox.ts';
import { MOST_DAYS_UNANSWERED } from '../../schema/requests.ts';
import type { NotifiedEntity } from '../../schema/tables/notifications.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { SYSTEM } from '../../sync/server/tx.ts';
import type { Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { type Automated, eachUnanswered, readAutomated, readOverdue } from '../queries/waiting.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';
import { REMIND_HOUR, waitForDay } from './wait-for-day.ts';

/** Days on which it did not run are caught up by the next one. The key of a reminder names the spell of waiting or the due date, so
 * that none goes out twice: not by a second run, nor after the days or the time zone were changed. */
export const remindBoard: Job<'remindBoard'> = async (deps, { day }, { hoa_id }) => {
  const hoa = await readAutomated(deps, hoa_id);
  if (!hoa) return;
  waitForDay(deps, hoa, day, REMIND_HOUR);
  const found = [...(await lateAnswers(deps, hoa, day)), ...(await lateViolations(deps, hoa, day))];
  if (found.length === 0) return;
  const at = deps.now().toISOString();
  const notifyAll = async (tx: Tx) => {
    for (const one of found) tx.after(noticeOf(one, at));
  };
  await transactAsSystem(deps, hoa_id, notifyAll, { action: null });
};

/** Nobody is reminded of what came due longer ago: the outbox forgets its key after 400 days. */
const CATCH_UP_DAYS = MOST_DAYS_UNANSWERED;

type Found = { event: NotificationEvent; entity: NotifiedEntity; id: string; item: string };

const lateAnswers = async (deps: Deps, hoa: Automated, day: string): Promise<Found[]> => {
  const { remind_unanswered_days: days, remind_unanswered_from: from } = hoa;
  if (days === null || from === null) return [];
  const last = addDays(day, -days);
  const first = laterOf(from, addDays(last, -CATCH_UP_DAYS));
  const found: Found[] = [];
  await eachUnanswered(deps, hoa.id, ({ request: { id }, since }) => {
    const began = todayOf(hoa, since);
    if (began >= first && began <= last) found.push({ event: 'unanswered', entity: 'request', id, item: since });
  });
  return found;
};

const lateViolations = async (deps: Deps, hoa: Automated, day: string): Promise<Found[]> => {
  if (!hoa.remind_overdue || hoa.remind_overdue_from === null) return [];
  const from = laterOf(hoa.remind_overdue_from, addDays(day, -CATCH_UP_DAYS));
  const overdue = await readOverdue(deps, hoa.id, { from, before: day });
  return overdue.map(({ id, due_date }) => ({ event: 'overdue', entity: 'violation', id, item: due_date }));
};

const noticeOf = ({ event, entity, id, item }: Found, at: string): Effect<'notify'> => ({
  kind: 'notify',
  key: outboxKeys.notify(event, id, item),
  payload: { event, entity, ids: [id], item, by: SYSTEM, at },
});
