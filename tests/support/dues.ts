import type { Client } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { beforeEach, expect } from 'vitest';
import { searchTextOf } from '../../sync/server/tables.ts';
import type { Deps } from '../../worker/deps.ts';
import { runSchedule } from '../../worker/five-minutes.ts';
import { issueInvoices } from '../../worker/jobs/issue-invoices.ts';
import { createContext, type Person, type TestContext, withClock } from './fixtures.ts';
import { ownDatabase } from './own-database.ts';

/** The answer for a due that is absent or hidden. */
export const NOT_FOUND = 'Due not found or you do not have permission to view it';
export const FORBIDDEN = { ok: false, code: 'forbidden', message: 'You do not have permission to do this' };

/** A due's fields as its form sends them. Its day has not come. */
export const terms = (recipients: readonly { id: string }[], over: object = {}) => ({
  title: 'Dues',
  frequency: 'monthly',
  recipients: recipients.map(({ id }) => id),
  send_date: '2099-01-31',
  due_date: '2099-02-07',
  amount: 125.5,
  reason: 'dues',
  description: 'For the garden.',
  due_date_offset: 7,
  ...over,
});

/** Makes a due over REST. Returns its record. */
export const create = async (person: Person, recipients: readonly { id: string }[], over: object = {}) => {
  const { status, body } = await person.call('POST', '/api/dues', terms(recipients, over));
  expect([status, body.message]).toEqual([201, undefined]);
  return body;
};

export const get = (person: Person, id: string) => person.call('GET', `/api/dues/${id}`);
export const update = (person: Person, id: string, changes: object) => person.call('PUT', `/api/dues/${id}`, changes);
export const list = async (person: Person, query = '') => (await person.call('GET', `/api/dues${query}`)).body;
export const payments = async (person: Person, query = '') =>
  (await person.call('GET', `/api/dues/payments${query}`)).body;

/** The caller's own invoices. */
export const invoices = async (person: Person, query = '') => (await person.call('GET', `/api/invoices${query}`)).body;
export const invoice = (person: Person, id: string) => person.call('GET', `/api/invoices/${id}`);
export const settle = (person: Person, id: string, status: unknown) =>
  person.call('PUT', `/api/invoices/${id}/status`, { status });

/** Issues one due's invoices as the schedule would at an instant (ISO 8601), by default now. */
export const issue = ({ deps }: Pick<TestContext, 'deps'>, due_id: string, at = new Date().toISOString()) =>
  issueInvoices({ ...deps, now: () => new Date(at) }, due_id);

/** A context for each test of the file, on a database in which no due and no job of another test is left. */
export const duesForEach = (): TrackedContext => {
  const database = ownDatabase();
  const home = {} as TrackedContext;
  beforeEach(async () => {
    await database.db.execute("UPDATE dues SET status = 'inactive'");
    await database.db.execute("UPDATE outbox SET status = 'done' WHERE status = 'pending'");
    Object.assign(home, await createTrackedContext({ db: database.db }));
    return () => home.finishBackgroundWork();
  });
  return home;
};

type TrackedContext = Awaited<ReturnType<typeof createTrackedContext>>;

/** Issues invoices as the schedule would at an instant, without the mails. */
export const issueAt = ({ deps }: Pick<TestContext, 'deps'>, at: string) =>
  issueInvoices({ ...deps, now: () => new Date(at) });

/** A context that can wait for the work left behind by answers (`waitUntil`). */
export const createTrackedContext = async (
  over: Partial<Deps> = {},
): Promise<TestContext & { finishBackgroundWork(): Promise<void> }> => {
  const pending: Promise<unknown>[] = [];
  const ctx = await createContext({ ...over, waitUntil: (work) => void pending.push(work) });
  const finishBackgroundWork = async () => {
    while (pending.length > 0) await pending.pop();
  };
  return { ...ctx, finishBackgroundWork };
};

/** The work that cron starts, at an instant (ISO 8601). */
export const cron = ({ deps }: Pick<TestContext, 'deps'>, at: string) =>
  runSchedule(withClock(deps, () => new Date(at)));

export const setZone = (db: Client, hoa_id: string, zone: string) =>
  db.execute({ sql: 'UPDATE hoas SET time_zone = ? WHERE id = ?', args: [zone, hoa_id] });

/** The periods of a due's invoices and their recipients, straight from the database. */
export const issued = async (db: Client, due_id: string) => {
  const sql = `SELECT period, recipient_id, due_date, amount_cents, status, sent FROM invoices
    WHERE due_id = ? ORDER BY period, recipient_id`;
  return (await db.execute({ sql, args: [due_id] })).rows.map((row) => ({ ...row }));
};
export const periods = async (db: Client, due_id: string) => (await issued(db, due_id)).map(({ period }) => period);

/** Writes an invoice straight into the database: lists need many of them, and no waiting. */
export const storeInvoices = (
  { db, hoa_id }: Pick<TestContext, 'db' | 'hoa_id'>,
  due_id: string,
  rows: readonly { recipient_id: string; due_date: string; [column: string]: unknown }[],
) =>
  db.batch(
    rows.map((row, at) => {
      const full: Record<string, unknown> = {
        id: uuidv7(),
        hoa_id,
        due_id,
        period: new Date(Date.UTC(2001, 0, at + 1)).toISOString().slice(0, 10),
        title: 'Dues',
        amount_cents: 12_550,
        status: 'pending',
        sent: '2030-01-01T00:00:00.000Z',
        ...row,
      };
      full.search_text = searchTextOf('invoice', full);
      const names = Object.keys(full);
      return {
        sql: `INSERT INTO invoices (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
        args: names.map((name) => full[name] as string | number | null),
      };
    }),
    'write',
  );

/** Sends a one-time due to these people. Returns the due and the invoice of the first. */
export const sendDue = async (from: TestContext, to: Person[], over: object = {}) => {
  const due = await create(from.bea, to, { frequency: 'one_time', ...over });
  await issue(from, due._id, '2099-01-31T20:00:00Z');
  const sql = 'SELECT id FROM invoices WHERE due_id = ? AND recipient_id = ?';
  const { rows } = await from.db.execute({ sql, args: [due._id, to[0]?.id ?? ''] });
  return { due, id: String(rows[0]?.id) };
};
