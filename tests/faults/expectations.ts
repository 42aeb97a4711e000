import type { Client as Database } from '@libsql/client';
import type { MutatorName } from '../../sync/index.ts';
import type { Change } from './client.ts';
import type { FaultyStack } from './stack.ts';
import type { Work } from './work.ts';

/** What became of everything: nothing of these may be left over. */
export type Verdict = { lost: string[]; doubled: string[]; silent: string[] };

/** Where a change shows, by the mark in it. */
const PLACES: Partial<Record<MutatorName, string>> = {
  createRequest: 'SELECT count(*) AS count FROM requests WHERE title = ?',
  addRequestComment: "SELECT count(*) AS count FROM request_comments WHERE message = '<p>' || ? || '</p>'",
  createAnnouncement: 'SELECT count(*) AS count FROM announcements WHERE title = ?',
};

/** Looks for every change, status, payment and mail of the run. */
export const judge = async (stack: FaultyStack, works: Work[]): Promise<Verdict> => {
  const db = stack.db();
  const verdict: Verdict = { lost: [], doubled: [], silent: [] };
  try {
    for (const work of works) {
      for (const change of work.client.changes) await judgeChange(db, work, change, verdict);
      for (const [id, times] of work.statuses) await judgeStatuses(db, id, times, verdict);
      for (const id of work.paid) await judgePayment(db, id, verdict);
    }
    await judgeMails(stack, works, verdict);
  } finally {
    db.close();
  }
  return verdict;
};

/** How often a change shows. */
export const countOf = (db: Database, { name, mark }: Change): Promise<number> => count(db, PLACES[name] ?? '', mark);

const count = async (db: Database, sql: string, mark: string): Promise<number> =>
  Number((await db.execute({ sql, args: [mark] })).rows[0]?.count);

const judgeChange = async (db: Database, { client }: Work, change: Change, verdict: Verdict) => {
  const sql = PLACES[change.name];
  if (!sql) return;
  const what = `${change.name} ${change.mark}`;
  const found = await count(db, sql, change.mark);
  if (found > 1) verdict.doubled.push(what);
  if (found > 0 || client.isRefused(change)) return;
  const waits = client.store.outbox.some(({ args }) => JSON.stringify(args).includes(change.mark));
  if (!waits) (change.accepted ? verdict.lost : verdict.silent).push(what);
};

/** Each status that was set has its line in the history, after the one of the creation. */
const judgeStatuses = async (db: Database, id: string, times: number, verdict: Verdict) => {
  const sql = 'SELECT json_array_length(history) AS count FROM requests WHERE id = ?';
  const lines = (await count(db, sql, id)) - 1;
  if (lines < times) verdict.lost.push(`${times - lines} of ${times} statuses of ${id}`);
  if (lines > times) verdict.doubled.push(`${lines - times} statuses of ${id}`);
};

const judgePayment = async (db: Database, id: string, verdict: Verdict) => {
  const sql = `SELECT count(*) AS count FROM payments
    WHERE invoice_id = ? AND kind = 'charge' AND status = 'succeeded'`;
  const found = await count(db, sql, id);
  if (found === 0) verdict.lost.push(`the payment of ${id}`);
  if (found > 1) verdict.doubled.push(`the payment of ${id}`);
};

type Mail = { to: string[]; subject: string };

/** Everybody an announcement was sent to has one mail of it. */
const judgeMails = async ({ urls }: FaultyStack, works: Work[], verdict: Verdict) => {
  const { data } = (await (await fetch(`${urls.mail}/emails`)).json()) as { data: Mail[] };
  for (const [mark, people] of works.flatMap(({ sendings }) => [...sendings])) {
    const receivers = data.filter(({ subject }) => subject.includes(mark)).flatMap(({ to }) => to);
    const distinct = new Set(receivers).size;
    if (distinct < people) verdict.lost.push(`${people - distinct} of ${people} mails of ${mark}`);
    if (receivers.length > distinct) verdict.doubled.push(`${receivers.length - distinct} mails of ${mark}`);
  }
};
