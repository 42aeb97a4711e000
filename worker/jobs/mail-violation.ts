import { noteUnsentNotice } from '../../sync/violations/entity.ts';
import type { Deps } from '../deps.ts';
import type { ViolationMailData } from '../emails/violation.tsx';
import { queryOne } from '../queries/query.ts';
import { sendDailyMails } from '../services/daily-mails.ts';
import { PermanentFailure } from '../services/errors.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';

export const mailViolation: Job<'mailViolation'> = async (deps, { id }, { id: row_id, hoa_id }) => {
  const violation = await readOpenViolation(deps, hoa_id, id);
  if (!violation) return transactAsSystem(deps, hoa_id, (tx) => noteUnsentNotice(tx, id), { action: 'withholdNotice' });
  const { violationMail } = await import('../emails/violation.tsx');
  const [result] = await sendDailyMails(deps, hoa_id, 'mails', [await violationMail(deps.config, violation)], row_id);
  if (result?.reason !== undefined) throw new PermanentFailure(result.reason);
};

const readOpenViolation = async ({ db }: Deps, hoa_id: string, id: string): Promise<ViolationMailData | undefined> => {
  const sql = `SELECT v.id, v.title, v.message, v.category, v.due_date, u.email, h.name AS hoa
    FROM violations v JOIN hoas h ON h.id = v.hoa_id JOIN users u ON u.hoa_id = v.hoa_id AND u.id = v.user_id
    WHERE v.id = ? AND v.hoa_id = ? AND v.resolution IS NULL AND u.status = 'active' AND u.deleted_at IS NULL`;
  return queryOne<ViolationMailData>(db, sql, [id, hoa_id]);
};
