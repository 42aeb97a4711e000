import type { InStatement } from '@libsql/client';
import type { FailedJobSubject } from '../../schema/failed-jobs.ts';
import type { JobKind } from '../../schema/outbox.ts';
import { type NewFailedJob, recordFailedJobs } from '../../sync/failed-jobs/entity.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { derivedId } from '../derived-id.ts';
import { Expired, type FailedId, PermanentFailure, RetryLater } from '../services/errors.ts';
import { transactAsSystem } from '../transact.ts';
import type { OutboxRow } from './job.ts';
import { failMails } from './mail-announcement.ts';

/** Ends a row that is not retried again. The row keeps its payload, and the affected records show the failure to the
 * board. */
export const failJob = async (deps: Deps, row: OutboxRow, error: unknown): Promise<void> => {
  const reason = reasonOf(error);
  if (row.kind === 'mailAnnouncement') await failMails(deps, row.payload, reason);
  const failures = error instanceof Expired || isReportedElsewhere(row) ? [] : failuresOf(row, error, reason);
  const end = failStatement(row, error);
  if (failures.length === 0) await batch(deps.db, [end], 'write');
  else {
    const run = (tx: Tx) => recordFailedJobs(tx, failures);
    await transactAsSystem(deps, row.hoa_id, run, { action: 'reportFailure', statementsBefore: [end] });
  }
};

const reasonOf = (error: unknown): string =>
  error instanceof RetryLater || error instanceof PermanentFailure ? error.message : 'Something went wrong on our side';

/** Announcements and webhooks show the state of each delivery, a user without a reset link or a code can request another, and what a
 * notification is about stands in the app. */
const isReportedElsewhere = ({ kind }: OutboxRow) => QUIET.includes(kind);

const QUIET: readonly JobKind[] = [
  'startAnnouncement',
  'mailAnnouncement',
  'mailReset',
  'mailSignupCode',
  'mailOperator',
  'notify',
  'mailNotifications',
  'pushNotifications',
  'deliverWebhook',
];

const failStatement = ({ id, hoa_id }: OutboxRow, error: unknown): InStatement => ({
  sql: "UPDATE outbox SET status = 'failed', last_error = ? WHERE id = ? AND hoa_id = ?",
  args: [String(error instanceof Error ? error.message : error).slice(0, 500), id, hoa_id],
});

const SUBJECTS: Partial<Record<JobKind, FailedJobSubject>> = {
  mailInvitations: 'user',
  endSessions: 'user',
  eraseTraces: 'user',
  renameFiles: 'user',
  mailInvoices: 'invoice',
  mailViolation: 'violation',
  issueInvoices: 'due',
};

const failuresOf = (row: OutboxRow, error: unknown, reason: string): NewFailedJob[] => {
  const subject = SUBJECTS[row.kind] ?? null;
  const common = { kind: row.kind, subject, created_at: row.created_at };
  const idOf = (about: string) => derivedId(`${row.id}/${about}`);
  if (subject === null) return [{ ...common, id: idOf(''), subject_id: null, reason, payload: row.payload }];
  return failedIds(row, error, reason).map((failed) => ({
    ...common,
    id: idOf(failed.id),
    subject_id: failed.id,
    reason: failed.reason,
    payload: 'ids' in row.payload ? { ...row.payload, ids: [failed.id] } : row.payload,
  }));
};

const failedIds = ({ payload }: OutboxRow, error: unknown, reason: string): readonly FailedId[] => {
  if (error instanceof PermanentFailure && error.failed) return error.failed;
  const ids = 'ids' in payload ? payload.ids : 'id' in payload ? [payload.id] : [];
  return ids.map((id) => ({ id, reason }));
};
