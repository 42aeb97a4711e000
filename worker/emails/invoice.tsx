import type { Invoice } from '../../schema/tables/invoices.ts';
import { moneyInWords } from '../../sync/words.ts';
import type { Config } from '../deps.ts';
import type { Letterhead } from '../queries/letterhead.ts';
import type { Mail } from '../services/mailer.ts';
import { ButtonLink, Fact, MailFrame, Paragraph, renderBodies, subjectOf } from './frame.tsx';
import { longDate } from './long-date.ts';

export type InvoiceMailData = Pick<Invoice, 'id' | 'title' | 'description' | 'amount_cents' | 'due_date'> & {
  email: string;
  hoa: string;
  home: string | null;
  letterhead: Letterhead;
  /** Paid from the account's credit already. */
  credit_cents: number;
};

export const invoiceMails = async ({ publicUrl }: Pick<Config, 'publicUrl'>, invoices: InvoiceMailData[]) => {
  const rendered = new Map<string, { id: string; html: string; text: string }>();
  const mails: Mail[] = [];
  for (const { id, email, ...words } of invoices) {
    const key = JSON.stringify(words);
    const like = rendered.get(key) ?? {
      id,
      ...(await renderBodies(mailOf({ ...words, href: linkTo(publicUrl, id) }))),
    };
    rendered.set(key, like);
    const [from, to] = [linkTo(publicUrl, like.id), linkTo(publicUrl, id)];
    const [html, text] = [like.html.replaceAll(from, to), like.text.replaceAll(from, to)];
    mails.push({ to: email, subject: subjectOf(`New invoice: ${words.title}`), html, text });
  }
  return mails;
};

const linkTo = (publicUrl: string, id: string) => `${publicUrl}/invoices/${id}`;

type TemplateProps = Omit<InvoiceMailData, 'id' | 'email'> & { href: string };

const mailOf = ({
  title,
  description,
  amount_cents,
  credit_cents,
  due_date,
  hoa,
  home,
  letterhead,
  href,
}: TemplateProps) => (
  <MailFrame
    hoa={hoa}
    letterhead={letterhead}
    kind="New invoice"
    title={title}
    preview={`${moneyInWords(amount_cents)}, due ${longDate(due_date)}`}
  >
    <Fact name="Amount">{moneyInWords(amount_cents)}</Fact>
    <Fact name="Due date">{longDate(due_date)}</Fact>
    {home && <Fact name="Home">{home}</Fact>}
    {credit_cents > 0 && <Paragraph>{`${moneyInWords(credit_cents)} was paid from your credit.`}</Paragraph>}
    {credit_cents > 0 && <Fact name="Amount due">{moneyInWords(amount_cents - credit_cents)}</Fact>}
    {description && <Fact name="Description">{description}</Fact>}
    <ButtonLink href={href}>View Invoice</ButtonLink>
  </MailFrame>
);
