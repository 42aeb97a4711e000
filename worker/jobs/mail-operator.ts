import { sendMails } from '../services/email.ts';
import { PermanentFailure } from '../services/errors.ts';
import type { Job } from './job.ts';

export const mailOperator: Job<'mailOperator'> = async ({ config }, alert, { id }) => {
  if (!config.operatorEmail) return;
  const { operatorMail } = await import('../emails/operator.tsx');
  const mail = { ...(await operatorMail(config, alert)), to: config.operatorEmail };
  const [result] = await sendMails(config, [mail], id);
  if (result?.reason !== undefined) throw new PermanentFailure(result.reason);
};
