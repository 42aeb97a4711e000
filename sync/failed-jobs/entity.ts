import type { Unsaved } from '../../schema/rows.ts';
import type { FailedJob } from '../../schema/tables/failed-jobs.ts';
import type { Descriptors } from '../entity.ts';
import { can } from '../roles.ts';
import type { Actor, Tx } from '../tx.ts';

export const FAILED_JOB_NOT_FOUND = 'This was already resent or dismissed';

export const canManage = (actor: Pick<Actor, 'role'>) => can(actor.role, 'failed_jobs.manage');

export const entities = {
  failedJob: { audiences: [{ audience: 'board' }], view: ({ payload: _, ...job }) => job },
} satisfies Descriptors;

export const list = <Row extends Pick<FailedJob, 'id' | 'failed_at'>>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => (a.failed_at === b.failed_at ? (a.id < b.id ? -1 : 1) : a.failed_at < b.failed_at ? 1 : -1));

export const clearFailedJobs = async (tx: Tx, subject_id: string): Promise<void> => {
  const jobs = await tx.list('failedJob', 'subject_id', subject_id);
  await Promise.all(jobs.map(({ id }) => tx.delete('failedJob', id)));
};

export type NewFailedJob = Omit<Unsaved<FailedJob>, 'failed_at' | 'user_id'>;

/** Skips records that no longer exist or no longer need the work. */
export const recordFailedJobs = async (tx: Tx, failures: readonly NewFailedJob[]): Promise<void> => {
  await Promise.all(
    failures.map(async (failure) => {
      const user_id = await recipientOf(tx, failure);
      if (user_id !== undefined) await tx.put('failedJob', { ...failure, user_id, failed_at: tx.now });
    }),
  );
};

const recipientOf = async (tx: Tx, { kind, subject, subject_id }: NewFailedJob): Promise<string | null | undefined> => {
  if (subject === null || subject_id === null) return null;
  const isWanted = (wanted: boolean, user_id: string | null) => (wanted ? user_id : undefined);
  if (subject === 'user') {
    const user = await tx.get('user', subject_id);
    return user && isWanted(kind !== 'mailInvitations' || (user.status === 'invited' && !user.deleted_at), user.id);
  }
  if (subject === 'invoice') {
    const invoice = await tx.get('invoice', subject_id);
    return invoice && isWanted(invoice.status === 'pending', invoice.recipient_id);
  }
  if (subject === 'payment') return (await tx.get('payment', subject_id))?.user_id;
  if (subject === 'violation') {
    const violation = await tx.get('violation', subject_id);
    return violation && isWanted(violation.resolution === null, violation.user_id);
  }
  return (await tx.get(subject, subject_id)) && null;
};
