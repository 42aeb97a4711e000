import type { Hoa } from '../../schema/tables/hoas.ts';
import type { Request, RequestComment } from '../../schema/tables/requests.ts';
import { unanswered } from '../../sync/dashboard/attention.ts';
import { OPEN_STATUSES } from '../../sync/requests/entity.ts';
import type { Deps } from '../deps.ts';
import { json, queryAll } from './query.ts';

type Reader = Pick<Deps, 'db'>;

export type Automated = Pick<
  Hoa,
  'id' | 'time_zone' | 'remind_unanswered_days' | 'remind_unanswered_from' | 'remind_overdue' | 'remind_overdue_from'
>;

/** The reminders of an association that is not leaving. */
export const readAutomated = async ({ db }: Reader, hoa_id: string): Promise<Automated | undefined> => {
  const sql = `SELECT id, time_zone, remind_unanswered_days, remind_unanswered_from, remind_overdue, remind_overdue_from
    FROM hoas WHERE id = ? AND leaving_at IS NULL`;
  return (await queryAll<Automated>(db, sql, [hoa_id]))[0];
};

type Asked = Pick<Request, 'id' | 'user_id' | 'status' | 'created_at' | 'history'>;
type Comment = Pick<RequestComment, 'request_id' | 'user_id' | 'is_staff' | 'is_public' | 'created_at'>;

const PAGE = 500;

/** The open requests that wait for the board's answer, and since when, as `unanswered` finds them. */
export const eachUnanswered = async (
  { db }: Reader,
  hoa_id: string,
  take: (found: { request: Asked; since: string }) => void,
): Promise<void> => {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: { row: string; comments: string }[] = await queryAll(db, ASKED, [
      hoa_id,
      after,
      JSON.stringify(OPEN_STATUSES),
    ]);
    const requests = rows.map(({ row }) => json<Asked>(row));
    unanswered(
      requests,
      rows.flatMap(({ comments }) => json<Comment[]>(comments)),
    ).forEach(take);
    after = rows.length < PAGE ? undefined : requests.at(-1)?.id;
  }
};

const ASKED = `SELECT json_object('id', r.id, 'user_id', r.user_id, 'status', r.status, 'created_at', r.created_at,
      'history', json(r.history)) AS row,
    (SELECT json_group_array(json_object('request_id', c.request_id, 'user_id', c.user_id, 'is_staff', c.is_staff,
      'is_public', c.is_public, 'created_at', c.created_at))
      FROM request_comments c WHERE c.hoa_id = r.hoa_id AND c.request_id = r.id AND c.is_public) AS comments
  FROM requests r WHERE r.hoa_id = ? AND r.id > ? AND r.status IN (SELECT value FROM json_each(?))
  ORDER BY r.id LIMIT ${PAGE}`;

/** The open violations that were due on `from` or later, and before `before`. */
export const readOverdue = (
  { db }: Reader,
  hoa_id: string,
  { from, before }: { from: string; before: string },
): Promise<{ id: string; due_date: string }[]> => {
  const sql = `SELECT id, due_date FROM violations
    WHERE hoa_id = ? AND status = 'open' AND due_date >= ? AND due_date < ? ORDER BY due_date, id`;
  return queryAll(db, sql, [hoa_id, from, before]);
};
