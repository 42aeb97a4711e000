import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { sendDailyMails } from '../services/daily-mails.ts';
import { PermanentFailure, Postponed } from '../services/errors.ts';
import { readEntries } from './entries.ts';
import { type Recipient, readRecipient, stillWanted, take } from './taken.ts';
import { mailTime } from './timing.ts';
import { unsubscribing } from './unsubscribe.ts';

/** One mail with all that waits for the person. The row's id is the idempotency key, and what was taken stays with the
 * row, so that a second run sends nothing twice. */
export const mailNotifications: Job<'mailNotifications'> = async (deps, { id }, row) => {
  const read = await readRecipient(deps, row, id, 'mail');
  if (!read) return;
  const { recipient } = read;
  if (read.taken.length === 0) assertTime(deps, recipient, row.created_at);
  const taken = read.taken.length > 0 ? read.taken : await take(deps, row, id, 'mail');
  const entries = await readEntries(deps, recipient, stillWanted(taken, recipient, 'mail'));
  if (entries.length === 0) return;
  const { notificationMail } = await import('../emails/notification.tsx');
  const { href, headers } = await unsubscribing(
    deps.config,
    recipient,
    entries.map(({ event }) => event),
  );
  const { email, hoa, letterhead } = recipient;
  const mail = await notificationMail(deps.config, { email, hoa, letterhead, entries, unsubscribe: href });
  const [result] = await sendDailyMails(deps, row.hoa_id, 'notifications', [{ ...mail, headers }], row.id);
  const refused = result?.reason;
  deps.metrics.count('notification_mails', { result: refused === undefined ? 'sent' : 'refused' });
  if (refused !== undefined) throw new PermanentFailure(refused);
};

/** Throws Postponed in quiet hours and before the hour of the digest, which may have been chosen since the job was
 * queued. */
const assertTime = (deps: Deps, recipient: Recipient, due: string): void => {
  const until = mailTime(recipient, recipient.time_zone, new Date(due), deps.now());
  if (until > deps.now()) throw new Postponed('Mails to this person wait for a later hour', until);
};
