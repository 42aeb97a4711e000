import { requireSent, sendMails } from '../services/email.ts';
import { Expired } from '../services/errors.ts';
import { codeOf, isCodeExpired, isVerified } from '../signup/code.ts';
import { signupById } from '../signup/signups.ts';
import type { Job } from './job.ts';

export const mailSignupCode: Job<'mailSignupCode'> = async (deps, { id, at }, { id: row_id, hoa_id }) => {
  const signup = await signupById(deps, hoa_id, id);
  if (!signup || isVerified(signup) || signup.verification_sent_at !== at) return;
  if (isCodeExpired(deps, at)) throw new Expired('The code expired before the mail service was available');
  const { signupCodeMail } = await import('../emails/signup-code.tsx');
  const mail = await signupCodeMail(codeOf(deps.config, signup));
  requireSent(await sendMails(deps.config, [{ ...mail, to: signup.email }], row_id));
};
