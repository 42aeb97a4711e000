import type { Violation } from '../../schema/tables/violations.ts';
import type { Config } from '../deps.ts';
import type { Letterhead } from '../queries/letterhead.ts';
import type { Mail } from '../services/mailer.ts';
import { ButtonLink, Fact, MailFrame, previewOf, RichText, renderBodies, subjectOf } from './frame.tsx';
import { longDate } from './long-date.ts';

export type ViolationMailData = Pick<Violation, 'id' | 'title' | 'message' | 'category' | 'due_date'> & {
  hoa: string;
  letterhead: Letterhead;
  email: string;
};

export const violationMail = async (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  data: ViolationMailData,
): Promise<Mail> => {
  const bodies = await renderBodies(<ViolationMail {...data} href={`${publicUrl}/compliance/${data.id}`} />);
  return { to: data.email, subject: subjectOf(`Violation notice: ${data.title}`), ...bodies };
};

const ViolationMail = ({
  title,
  message,
  category,
  due_date,
  hoa,
  letterhead,
  href,
}: ViolationMailData & { href: string }) => (
  <MailFrame hoa={hoa} letterhead={letterhead} kind="Violation notice" title={title} preview={previewOf(message)}>
    <RichText html={message} />
    <Fact name="Category">{category}</Fact>
    <Fact name="Due date">{longDate(due_date)}</Fact>
    <ButtonLink href={href}>Open in Porchlight</ButtonLink>
  </MailFrame>
);
