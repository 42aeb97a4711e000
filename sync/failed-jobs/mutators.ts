import { failedJobChoice } from '../../schema/failed-jobs.ts';
import type { Effect } from '../../schema/outbox.ts';
import { resendKey } from '../outbox-keys.ts';
import { authorize, find, mutator, type Tx } from '../tx.ts';
import { mutators as users } from '../users/mutators.ts';
import { canManage, FAILED_JOB_NOT_FOUND } from './entity.ts';

const resendFailedJob = mutator(failedJobChoice, async (tx, { id }) => {
  const job = await findFailedJob(tx, id);
  // A new invitation contains a new link, and not every board member may send it.
  if (job.kind === 'mailInvitations' && job.subject_id) return users.resendInvite.run(tx, { id: job.subject_id });
  await tx.delete('failedJob', id);
  tx.after({ kind: job.kind, key: resendKey(id, tx.now), payload: job.payload } as Effect);
});

const dismissFailedJob = mutator(failedJobChoice, async (tx, { id }) => {
  await findFailedJob(tx, id);
  await tx.delete('failedJob', id);
});

const findFailedJob = (tx: Tx, id: string) => {
  authorize(canManage(tx.actor));
  return find(tx, 'failedJob', id, FAILED_JOB_NOT_FOUND);
};

export const mutators = { resendFailedJob, dismissFailedJob };
