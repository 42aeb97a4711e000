import type { InStatement } from '@libsql/client';
import type { OperatorAlert, OperatorAlertKind } from '../../schema/outbox.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { queueJobs } from '../../sync/server/queue.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Config, Deps } from '../deps.ts';
import { sendMails } from './email.ts';
import { PermanentFailure } from './errors.ts';
import { logError } from './log.ts';

/** Stands where other outbox rows name their HOA. */
const OPERATOR = 'operator';
const PAUSE_MS = 60 * 60 * 1000;

/** Mails the operator that something needs a person, at most once an hour for each kind; without the outbox where nothing
 * can be saved. `details` are sentences of our own with ids and numbers, without names. Does nothing where no
 * OPERATOR_EMAIL is set, and never throws. */
export const alertOperator = async (deps: Deps, kind: OperatorAlertKind, details: readonly string[]): Promise<void> => {
  if (!deps.config.operatorEmail) return;
  const now = deps.now();
  const alert = { alert: kind, details, at: now.toISOString() };
  try {
    const { db } = deps;
    const [claimed] = await batch(db, statements(alert, now), 'write').catch((error) => {
      return isFirstInHour(deps, alert) ? mailAtOnce(deps, alert, error) : [];
    });
    if (claimed?.rowsAffected) await deps.drainLater(OPERATOR, now);
  } catch (error) {
    logError(deps, 'operator not alerted', error, { alert: kind });
  }
};

const mailAtOnce = async ({ config }: Deps, alert: OperatorAlert, error: unknown): Promise<[]> => {
  const details = [...alert.details, `This could not be queued: ${String(error).slice(0, 200)}.`];
  await sendOperatorMail(config, { ...alert, details }, outboxKeys.mailOperator(alert.alert, alert.at));
  return [];
};

/** The newest alert of each kind, in this isolate. */
const mailed = new WeakMap<Config, Map<OperatorAlertKind, number>>();

const isFirstInHour = ({ config }: Deps, { alert, at }: OperatorAlert): boolean => {
  const times = mailed.get(config) ?? new Map<OperatorAlertKind, number>();
  const time = Date.parse(at);
  const isFirst = time - (times.get(alert) ?? Number.NEGATIVE_INFINITY) >= PAUSE_MS;
  if (isFirst) mailed.set(config, times.set(alert, time));
  return isFirst;
};

/** Throws RetryLater, MailsRefused, PermanentFailure. */
export const sendOperatorMail = async (config: Config, alert: OperatorAlert, key: string): Promise<void> => {
  if (!config.operatorEmail) return;
  const { operatorMail } = await import('../emails/operator.tsx');
  const mail = { ...(await operatorMail(config, alert)), to: config.operatorEmail };
  const [result] = await sendMails(config, [mail], key);
  if (result?.reason !== undefined) throw new PermanentFailure(result.reason);
};

/** The mail is queued only where the first statement has changed a row. */
const statements = (alert: OperatorAlert, now: Date): InStatement[] => {
  const { alert: kind, at } = alert;
  const key = outboxKeys.mailOperator(kind, at);
  return [
    {
      sql: `INSERT INTO operator_mails (kind, sent_at) VALUES (?, ?)
        ON CONFLICT (kind) DO UPDATE SET sent_at = excluded.sent_at WHERE sent_at <= ?`,
      args: [kind, at, new Date(now.getTime() - PAUSE_MS).toISOString()],
    },
    queueJobs([{ hoa_id: OPERATOR, kind: 'mailOperator', key, payload: alert }], at, 'changes() > 0'),
  ];
};
