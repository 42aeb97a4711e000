import type { Job } from '../jobs.ts';
import { sendMails } from '../services/email.ts';
import { Never } from './outcome.ts';

/** Tells a resident of a violation issued to them. */
export const mailViolation: Job = async (deps, { id }, { hoa_id, key }) => {
  const { violationMail } = await import('../emails/violation.tsx');
  const mail = await violationMail(deps, hoa_id, String(id));
  if (!mail) return;
  const [result] = await sendMails(deps.config, [mail], key);
  if (result?.reason !== undefined) throw new Never(result.reason);
};
