import { noteUnsentNotice } from '../../sync/violations.ts';
import { sendMails } from '../services/email.ts';
import { PermanentFailure } from '../services/errors.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';

/** Tells a resident of a violation issued to them, unless it has ended or they have left. */
export const mailViolation: Job<'mailViolation'> = async (deps, { id }, { id: row_id, hoa_id }) => {
  const { violationMail } = await import('../emails/violation.tsx');
  const mail = await violationMail(deps, hoa_id, id);
  if (!mail) return transactAsSystem(deps, hoa_id, (tx) => noteUnsentNotice(tx, id));
  const [result] = await sendMails(deps.config, [mail], row_id);
  if (result?.reason !== undefined) throw new PermanentFailure(result.reason);
};
