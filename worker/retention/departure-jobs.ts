import { Refusal } from '../../sync/tx.ts';
import { cancelSubscription } from '../billing/cancel.ts';
import type { Job } from '../jobs/job.ts';
import { queryOne } from '../queries/query.ts';
import { sendMails } from '../services/email.ts';
import { PermanentFailure } from '../services/errors.ts';

export const endSubscription: Job<'endSubscription'> = async (deps, { at }, { hoa_id }) => {
  const sql = 'SELECT 1 FROM hoas WHERE id = ? AND leaving_at = ?';
  if (!(await queryOne(deps.db, sql, [hoa_id, at]))) return;
  await cancelSubscription(deps, hoa_id, 'The association leaves Porchlight').catch((error) => {
    // Free plans have no subscription at Stripe, and others may have been canceled before.
    if (!(error instanceof Refusal) || !['not_found', 'conflict'].includes(error.code)) throw error;
  });
};

export const mailCertificate: Job<'mailCertificate'> = async ({ config }, { to, certificate }, { id }) => {
  const { certificateMail } = await import('../emails/certificate.tsx');
  const mail = await certificateMail(config, certificate);
  const results = await sendMails(
    config,
    to.map((email) => ({ ...mail, to: email })),
    id,
  );
  const refused = results.find(({ reason }) => reason !== undefined);
  if (refused?.reason !== undefined) throw new PermanentFailure(refused.reason);
};
