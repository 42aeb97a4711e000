import type { PlanMail } from '../../schema/outbox.ts';
import { MAILS_PER_CALL } from '../../sync/chunks.ts';
import type { Deps } from '../deps.ts';
import { isActive, queryAll } from '../queries/query.ts';
import { requireSent, sendMails } from '../services/email.ts';
import { Expired } from '../services/errors.ts';
import type { Job } from './job.ts';

export const mailPlan: Job<'mailPlan'> = async (deps, payload, { id, hoa_id }) => {
  if (isPast(deps, payload)) throw new Expired('The trial had ended before the mail could go out');
  const people = await readSuperadmins(deps, hoa_id);
  if (people.length === 0) return;
  const { planMail } = await import('../emails/plan.tsx');
  const mail = await planMail(deps.config, people[0]!.hoa, payload);
  const results = await sendMails(
    deps.config,
    people.map(({ email }) => ({ ...mail, to: email })),
    id,
  );
  requireSent(results);
};

const isPast = ({ now }: Deps, { mail, facts }: PlanMail): boolean =>
  mail === 'trial-ending' && facts.trial_end !== null && Date.parse(facts.trial_end) <= now().getTime();

const readSuperadmins = async ({ db }: Deps, hoa_id: string): Promise<{ email: string; hoa: string }[]> => {
  const sql = `SELECT u.email, h.name AS hoa FROM users u JOIN hoas h ON h.id = u.hoa_id
    WHERE u.hoa_id = ? AND u.role = 'superadmin' AND ${isActive('u')} ORDER BY u.id LIMIT ?`;
  return queryAll<{ email: string; hoa: string }>(db, sql, [hoa_id, MAILS_PER_CALL]);
};
