import { noteUnsentNotice } from '../../sync/violations/entity.ts';
import type { Deps } from '../deps.ts';
import type { ViolationMailData } from '../emails/violation.tsx';
import { LETTERHEAD, withLetterhead } from '../queries/letterhead.ts';
import { isActive, queryOne } from '../queries/query.ts';
import { sendDailyMails } from '../services/daily-mails.ts';
import { requireSent } from '../services/email.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';

export const mailViolation: Job<'mailViolation'> = async (deps, { id }, { id: row_id, hoa_id }) => {
  const violation = await readOpenViolation(deps, hoa_id, id);
  if (!violation) return transactAsSystem(deps, hoa_id, (tx) => noteUnsentNotice(tx, id), { action: 'withholdNotice' });
  const { violationMail } = await import('../emails/violation.tsx');
  requireSent(await sendDailyMails(deps, hoa_id, 'mails', [await violationMail(deps.config, violation)], row_id));
};

const readOpenViolation = async (
  { db, config }: Deps,
  hoa_id: string,
  id: string,
): Promise<ViolationMailData | undefined> => {
  const sql = `SELECT v.id, v.title, v.message, v.category, v.due_date, u.email, ${LETTERHEAD}
    FROM violations v JOIN hoas h ON h.id = v.hoa_id JOIN users u ON u.hoa_id = v.hoa_id AND u.id = v.user_id
    WHERE v.id = ? AND v.hoa_id = ? AND v.resolution IS NULL AND ${isActive('u')}`;
  const violation = await queryOne<ViolationMailData>(db, sql, [id, hoa_id]);
  return violation && withLetterhead(config)(violation);
};
