import type { Client as Database } from '@libsql/client';
import type { MutatorName } from '../../sync/mutators.ts';
import { mailsIn } from '../support/inbox.ts';
import type { Change } from './client.ts';
import type { FaultyStack } from './stack.ts';
import type { Work } from './work.ts';

export type Losses = { lost: string[]; doubled: string[]; silent: string[] };

const COUNT_SQL: Partial<Record<MutatorName, string>> = {
  createRequest: 'SELECT count(*) AS count FROM requests WHERE title = ?',
  addRequestComment: "SELECT count(*) AS count FROM request_comments WHERE message = '<p>' || ? || '</p>'",
  createAnnouncement: 'SELECT count(*) AS count FROM announcements WHERE title = ?',
};

export const findLosses = async (stack: FaultyStack, works: Work[]): Promise<Losses> => {
  const db = stack.db();
  const verdict: Losses = { lost: [], doubled: [], silent: [] };
  try {
    for (const work of works) {
      for (const change of work.client.changes) await checkChange(db, work, change, verdict);
      for (const [id, times] of work.statuses) await checkStatuses(db, id, times, verdict);
      for (const id of work.paid) await checkPayment(db, id, verdict);
    }
    await checkMails(stack, works, verdict);
  } finally {
    db.close();
  }
  return verdict;
};

export const countOf = (db: Database, { name, mark }: Change): Promise<number> =>
  count(db, COUNT_SQL[name] ?? '', mark);

const count = async (db: Database, sql: string, mark: string): Promise<number> =>
  Number((await db.execute({ sql, args: [mark] })).rows[0]?.count);

const checkChange = async (db: Database, { client }: Work, change: Change, verdict: Losses) => {
  const sql = COUNT_SQL[change.name];
  if (!sql) return;
  const what = `${change.name} ${change.mark}`;
  const found = await count(db, sql, change.mark);
  if (found > 1) verdict.doubled.push(what);
  if (found > 0 || client.isRefused(change)) return;
  const waits = client.store.outbox.some(({ args }) => JSON.stringify(args).includes(change.mark));
  if (!waits) (change.accepted ? verdict.lost : verdict.silent).push(what);
};

const checkStatuses = async (db: Database, id: string, times: number, verdict: Losses) => {
  const sql = 'SELECT json_array_length(history) AS count FROM requests WHERE id = ?';
  const lines = (await count(db, sql, id)) - 1;
  if (lines < times) verdict.lost.push(`${times - lines} of ${times} statuses of ${id}`);
  if (lines > times) verdict.doubled.push(`${lines - times} statuses of ${id}`);
};

const checkPayment = async (db: Database, id: string, verdict: Losses) => {
  const sql = `SELECT count(*) AS count FROM payments
    WHERE invoice_id = ? AND kind = 'charge' AND status = 'succeeded'`;
  const found = await count(db, sql, id);
  if (found === 0) verdict.lost.push(`the payment of ${id}`);
  if (found > 1) verdict.doubled.push(`the payment of ${id}`);
};

const checkMails = async (stack: FaultyStack, works: Work[], verdict: Losses) => {
  const mails = await mailsIn(stack);
  for (const [mark, people] of works.flatMap(({ sendings }) => [...sendings])) {
    const receivers = mails.filter(({ subject }) => subject.includes(mark)).flatMap(({ to }) => to);
    const distinct = new Set(receivers).size;
    if (distinct < people) verdict.lost.push(`${people - distinct} of ${people} mails of ${mark}`);
    if (receivers.length > distinct) verdict.doubled.push(`${receivers.length - distinct} mails of ${mark}`);
  }
};
