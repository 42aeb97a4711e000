import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import type { Stack } from '../../local/stack.ts';
import { mailsIn } from '../support/inbox.ts';
import { type Send, SyncClient, senderWithToken, tokenOf } from './caller.ts';
import { type BenchHoa, createHoa } from './fill.ts';
import { note } from './report.ts';

const RECIPIENTS = 400;
const RUNS = 3;
const PATIENCE_MS = 30_000;
/** Polling interval: precise enough, without loading the server. */
const LOOK_EVERY_MS = 25;

type Site = { stack: Stack; db: Client; ground: BenchHoa; send: Send };

/** An announcement to 400 residents, from the request that sends it until each has one mail and that is on record.
 * Throws when somebody got none, or two. */
export const measureSending = async (stack: Stack, db: Client): Promise<void> => {
  // Rita is a resident too.
  const ground = await createHoa(db, 'Bench Square', RECIPIENTS - 1);
  const send = senderWithToken(await tokenOf(db, stack, ground.bea), stack.urls.app);
  const site = { stack, db, ground, send };
  const runs: number[] = [];
  for (let run = 1; run <= RUNS; run += 1) runs.push(await sendOne(site, `Pool closed, notice ${run}`));
  note('features', 'porchlight', 'sending', runs);
};

/** Milliseconds. */
const sendOne = async (site: Site, title: string): Promise<number> => {
  const id = uuidv7();
  const message = '<p>The pool stays closed until <strong>Thursday</strong>: its pump is being mended.</p>';
  await new SyncClient().push(site.send, 'createAnnouncement', { id, title, message, audience_type: 'residents' });
  const began = performance.now();
  const answer = site.send(`/api/announcements/${id}/send`, {});
  // A rejection is handled where the promise is awaited.
  answer.catch(() => undefined);
  await untilRecorded(site, id);
  await checkMails(site, title);
  const done = performance.now() - began;
  await answer;
  // Checked again, because a duplicate may arrive later.
  await checkMails(site, title);
  return done;
};

const untilRecorded = async ({ db }: Site, id: string): Promise<void> => {
  const sql =
    "SELECT count(*) AS n FROM announcement_recipients, json_each(recipients) r WHERE announcement_recipients.id = ? AND r.value ->> 3 = 'delivered'";
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await db.execute({ sql, args: [id] });
    if (Number(rows[0]?.n) === RECIPIENTS) return;
    if (Date.now() > until) throw new Error(`${rows[0]?.n} of ${RECIPIENTS} mails on record after 30 s`);
    await sleep(LOOK_EVERY_MS);
  }
};

/** Throws unless the inbox holds one mail with that title for every resident. */
const checkMails = async ({ stack, ground }: Site, title: string): Promise<void> => {
  const mails = await mailsIn(stack);
  const got = mails.filter(({ subject }) => subject.includes(title)).flatMap(({ to }) => to);
  const missed = [ground.rita, ...ground.neighbours].filter(({ email }) => !got.includes(email)).length;
  if (missed > 0 || got.length !== RECIPIENTS) throw new Error(`${got.length} mails, ${missed} residents got none`);
};
