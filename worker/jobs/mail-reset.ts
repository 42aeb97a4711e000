import { isExpired, linkToken, storeLinks } from '../auth/links.ts';
import { sendMails } from '../services/email.ts';
import { Expired, LINK_EXPIRED, PermanentFailure } from '../services/errors.ts';
import type { Job } from './job.ts';
import { readLinkRecipients } from './linked.ts';

/** Mails a link for a new password to an active user who asked for one at `at`; earlier links end. */
export const mailReset: Job<'mailReset'> = async (deps, { id, at }, { id: row_id, hoa_id }) => {
  const [user] = await readLinkRecipients(deps, { purpose: 'reset', hoa_id, at }, [id]);
  if (!user) return;
  if (isExpired(deps, 'reset', at)) throw new Expired(LINK_EXPIRED);
  const token = await linkToken(deps, 'reset', id, at);
  await storeLinks(deps, { purpose: 'reset', hoa_id, at }, [{ user_id: id, token }]);
  const { resetMail } = await import('../emails/reset.tsx');
  const mail = await resetMail(user.hoa, `${deps.config.publicUrl}/reset-password?token=${token}`);
  const [result] = await sendMails(deps.config, [{ ...mail, to: user.email }], row_id);
  if (result?.reason !== undefined) throw new PermanentFailure(result.reason);
};
