import type { InStatement } from '@libsql/client';
import type { OperatorAlert, OperatorAlertKind } from '../../schema/outbox.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { batch } from '../../sync/server/retry.ts';
import { forHoa } from '../databases.ts';
import type { Deps } from '../deps.ts';
import { logError } from './log.ts';

/** Stands where other outbox rows name their HOA. */
const OPERATOR = 'operator';
const PAUSE_MS = 60 * 60 * 1000;

/** Mails the operator that something needs a person, at most once an hour for each kind. `details` are sentences of our
 * own with ids and numbers, without names. Does nothing where no OPERATOR_EMAIL is set, and never throws. */
export const alertOperator = async (deps: Deps, kind: OperatorAlertKind, details: readonly string[]): Promise<void> => {
  if (!deps.config.operatorEmail) return;
  try {
    const now = deps.now();
    const { db } = forHoa(deps, OPERATOR);
    const [claimed] = await batch(db, statements({ alert: kind, details, at: now.toISOString() }, now), 'write');
    if (claimed?.rowsAffected) await deps.drainLater(OPERATOR, now);
  } catch (error) {
    logError(deps, 'operator not alerted', error, { alert: kind });
  }
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
    {
      sql: `INSERT OR IGNORE INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at)
        SELECT ?, ?, 'mailOperator', ?, ?, ?, ? WHERE changes() > 0`,
      args: [`${OPERATOR}/${key}`, OPERATOR, JSON.stringify(alert), key, at, at],
    },
  ];
};
