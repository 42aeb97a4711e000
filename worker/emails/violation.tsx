import type { Violation } from '../../schema/violations.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import type { Mail } from '../services/email.ts';
import { ButtonLink, Fact, MailFrame, previewOf, RichText, renderBodies, subjectOf } from './frame.tsx';

type ViolationMailData = Pick<Violation, 'title' | 'message' | 'category' | 'due_date'> & {
  hoa: string;
  email: string;
};

export const violationMail = async ({ db, config }: Deps, hoa_id: string, id: string): Promise<Mail | undefined> => {
  const sql = `SELECT v.title, v.message, v.category, v.due_date, u.email, h.name AS hoa
    FROM violations v JOIN hoas h ON h.id = v.hoa_id JOIN users u ON u.hoa_id = v.hoa_id AND u.id = v.user_id
    WHERE v.id = ? AND v.hoa_id = ? AND v.resolution IS NULL AND u.status = 'active' AND u.deleted_at IS NULL`;
  const [result] = await batch(db, [{ sql, args: [id, hoa_id] }], 'read');
  const words = result?.rows[0] as unknown as ViolationMailData | undefined;
  if (!words) return undefined;
  const bodies = await renderBodies(<ViolationMail {...words} href={`${config.publicUrl}/compliance/${id}`} />);
  return { to: words.email, subject: subjectOf(`Violation notice: ${words.title}`), ...bodies };
};

const ViolationMail = ({ title, message, category, due_date, hoa, href }: ViolationMailData & { href: string }) => (
  <MailFrame hoa={hoa} kind="Violation notice" title={title} preview={previewOf(message)}>
    <RichText html={message} />
    <Fact name="Category">{category}</Fact>
    <Fact name="Due date">{longDate(due_date)}</Fact>
    <ButtonLink href={href}>Open in Porchlight</ButtonLink>
  </MailFrame>
);

const longDate = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
