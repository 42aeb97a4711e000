import type { InStatement } from '@libsql/client';
import { MAILS_A_DAY, type MailBudget, mailKey } from '../../schema/limits.ts';
import { pauseMails } from '../../sync/failed-jobs/mail-pause.ts';
import { secondsLeft, windowStart } from '../../sync/server/limits.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { transactAsSystem } from '../transact.ts';
import { sendMails } from './email.ts';
import { Postponed } from './errors.ts';
import type { Mail, MailResult } from './mailer.ts';

/** Sends as `sendMails` does and counts the mails among those that the HOA may send that day. Throws Postponed if they
 * do not fit, and the job runs again when the next day begins; besides what `sendMails` throws, and then counts none. */
export const sendDailyMails = async (
  deps: Deps,
  hoa_id: string,
  budget: MailBudget,
  mails: readonly Mail[],
  key: string,
): Promise<MailResult[]> => {
  const now = deps.now();
  const use = { key: mailKey(budget, hoa_id), day: windowStart(now), by: mails.length };
  const [counted] = await batch(deps.db, [countMails(hoa_id, use)], 'write');
  if (!counted?.rowsAffected) throw await postponed(deps, hoa_id, budget, now);
  try {
    return await sendMails(deps.config, mails, key);
  } catch (error) {
    await batch(deps.db, [releaseMails(use)], 'write');
    throw error;
  }
};

type MailUse = { key: string; day: number; by: number };

/** An HOA without a subscription is on the free plan. */
const countMails = (hoa_id: string, use: MailUse): InStatement => ({
  sql: `INSERT INTO rate_limits (key, window_start, count)
    SELECT :key, :day, :by WHERE :by + coalesce((SELECT count FROM rate_limits WHERE key = :key AND window_start = :day), 0)
      <= coalesce((SELECT :limits ->> ('$.' || plan || '.' || iif(status = 'trialing', 'trial', 'paid'))
        FROM subscriptions WHERE hoa_id = :hoa), :free)
    ON CONFLICT (key, window_start) DO UPDATE SET count = count + excluded.count`,
  args: { ...use, hoa: hoa_id, limits: JSON.stringify(MAILS_A_DAY), free: MAILS_A_DAY.free.paid },
});

const releaseMails = ({ key, day, by }: MailUse): InStatement => ({
  sql: 'UPDATE rate_limits SET count = count - ? WHERE key = ? AND window_start = ?',
  args: [by, key, day],
});

/** Everybody on the board learns from the HOA's row that emails wait, and until when. */
const postponed = async (deps: Deps, hoa_id: string, budget: MailBudget, now: Date): Promise<Postponed> => {
  const until = new Date((Math.floor(now.getTime() / 1000) + secondsLeft(now)) * 1000);
  if (budget === 'mails')
    await transactAsSystem(deps, hoa_id, (tx) => pauseMails(tx, until.toISOString()), { action: 'pauseMails' });
  return new Postponed('The day’s emails are used up', until);
};
