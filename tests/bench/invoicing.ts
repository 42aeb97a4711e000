import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import type { Stack } from '../../local/stack.ts';
import { addDays } from '../../schema/dates.ts';
import { mailsIn } from '../support/inbox.ts';
import { SyncClient, senderWithToken, tokenOf } from './caller.ts';
import type { FigureName } from './figures.ts';
import { type BenchHoa, createHoa } from './fill.ts';
import { note } from './report.ts';

const RECIPIENTS = 400;
const RUNS = 3;
const PATIENCE_MS = 30_000;
/** Polling interval: precise enough, without loading the server. */
const LOOK_EVERY_MS = 25;

/** The recipients of the due, where they are not 400 new people. */
type Recipients = { ground: BenchHoa; issued: FigureName };

/** A due for 400 residents whose day has come, from the push that makes it until each has an invoice, and a mail of it.
 * Throws when somebody got none, or two. */
export const measureInvoicing = async (stack: Stack, db: Client, given?: Recipients): Promise<void> => {
  // Rita is a resident too.
  const ground = given?.ground ?? (await createHoa(db, 'Bench Mews', RECIPIENTS - 1));
  const send = senderWithToken(await tokenOf(db, stack, ground.bea), stack.urls.app);
  const recipients = [ground.rita, ...ground.neighbours].map(({ id }) => id).slice(0, RECIPIENTS);
  const terms = {
    frequency: 'one_time',
    recipients,
    amount: 125,
    send_date: addDays(new Date().toISOString().slice(0, 10), -2),
  };
  const runs: { issued: number; mailed: number }[] = [];
  for (let run = 1; run <= RUNS; run += 1) {
    const [id, title] = [uuidv7(), `Bench dues, run ${run}`];
    const began = performance.now();
    const answer = new SyncClient().push(send, 'createDue', { id, title, ...terms });
    // A rejection is handled where the promise is awaited.
    answer.catch(() => undefined);
    await until(async () => (await invoicesOf(db, id)) === RECIPIENTS);
    const issued = performance.now() - began;
    await until(async () => (await mailsOf(stack, title)).length >= RECIPIENTS);
    runs.push({ issued, mailed: performance.now() - began });
    await answer;
    const mails = await mailsOf(stack, title);
    if (new Set(mails).size !== RECIPIENTS || mails.length !== RECIPIENTS) throw new Error(`${mails.length} mails`);
  }
  const issued = runs.map((run) => run.issued);
  if (given) return note('ledger', 'porchlight', given.issued, issued);
  note('features', 'porchlight', 'invoices', issued);
  note(
    'features',
    'porchlight',
    'invoiceMails',
    runs.map(({ mailed }) => mailed),
  );
};

const until = async (done: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + PATIENCE_MS;
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`Not done after ${PATIENCE_MS / 1000} s`);
    await sleep(LOOK_EVERY_MS);
  }
};

const invoicesOf = async (db: Client, due_id: string): Promise<number> => {
  const sql = 'SELECT count(*) AS n FROM invoices WHERE due_id = ?';
  return Number((await db.execute({ sql, args: [due_id] })).rows[0]?.n);
};

const mailsOf = async (stack: Stack, title: string): Promise<string[]> => {
  const mails = await mailsIn(stack);
  return mails.filter(({ subject }) => subject.includes(title)).flatMap(({ to }) => to);
};
