import { moneyInWords } from '../../sync/words.ts';
import type { Config } from '../deps.ts';
import type { Letterhead } from '../queries/letterhead.ts';
import type { Mail } from '../services/mailer.ts';
import { ButtonLink, Fact, MailFrame, renderBodies, subjectOf } from './frame.tsx';
import { longDate } from './long-date.ts';

/** `way` is "Payment by check 1042"; `lines` are the charges that it covers. */
export type ReceiptMailData = {
  hoa: string;
  letterhead: Letterhead;
  account_id: string;
  payment_id: string;
  paid_on: string;
  way: string;
  amount_cents: number;
  left_cents: number;
  balance_cents: number;
  lines: readonly { title: string; cents: number }[];
  emails: readonly string[];
};

export const receiptMails = async (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { emails, ...data }: ReceiptMailData,
): Promise<Mail[]> => {
  const href = `${publicUrl}/accounts/${data.account_id}/receipts/${data.payment_id}`;
  const bodies = await renderBodies(<ReceiptMail {...data} href={href} />);
  const subject = subjectOf(`Receipt: ${moneyInWords(data.amount_cents)} on ${longDate(data.paid_on)}`);
  return emails.map((to) => ({ to, subject, ...bodies }));
};

type Props = Omit<ReceiptMailData, 'emails'> & { href: string };

const ReceiptMail = ({
  hoa,
  letterhead,
  paid_on,
  way,
  amount_cents,
  left_cents,
  balance_cents,
  lines,
  href,
}: Props) => (
  <MailFrame
    hoa={hoa}
    letterhead={letterhead}
    kind="Receipt"
    title={`${moneyInWords(amount_cents)} received`}
    preview={`${way}, ${longDate(paid_on)}`}
  >
    <Fact name="Date">{longDate(paid_on)}</Fact>
    <Fact name="Method">{way}</Fact>
    {lines.length > 0 && (
      <Fact name="Applied to">{lines.map(({ title, cents }) => `${title}: ${moneyInWords(cents)}`).join(', ')}</Fact>
    )}
    {left_cents > 0 && <Fact name="Kept as credit">{moneyInWords(left_cents)}</Fact>}
    <Fact name={balance_cents < 0 ? 'Credit after this payment' : 'Balance after this payment'}>
      {moneyInWords(Math.abs(balance_cents))}
    </Fact>
    <ButtonLink href={href}>View Receipt</ButtonLink>
  </MailFrame>
);
