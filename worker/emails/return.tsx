import { moneyInWords } from '../../sync/words.ts';
import type { Config } from '../deps.ts';
import type { Letterhead } from '../queries/letterhead.ts';
import { ButtonLink, Fact, MailFrame, Paragraph, renderBodies } from './frame.tsx';
import { longDate } from './long-date.ts';

/** `open` is what the return opened again, `fee_cents` 0 where there is none. */
export type ReturnNotice = {
  hoa: string;
  letterhead: Letterhead;
  paid_on: string;
  cents: number;
  reason: string;
  open: readonly { title: string; cents: number }[];
  fee_cents: number;
  canPay: boolean;
};

/** The mail to the payer of a payment that was taken back. */
export const returnMail = async ({ publicUrl }: Pick<Config, 'publicUrl'>, notice: ReturnNotice) => {
  const title = 'Your payment was returned';
  const mail = (
    <MailFrame
      hoa={notice.hoa}
      letterhead={notice.letterhead}
      kind="Returned payment"
      title={title}
      preview={`${moneyInWords(notice.cents)}: ${notice.reason}`}
    >
      <Fact name="Payment">{`${moneyInWords(notice.cents)}, paid on ${longDate(notice.paid_on)}`}</Fact>
      <Fact name="Reason">{notice.reason}</Fact>
      {notice.open.map(({ title: charge, cents }) => (
        <Fact key={charge} name="Due again">{`${charge}, ${moneyInWords(cents)}`}</Fact>
      ))}
      {notice.fee_cents > 0 && <Fact name="Returned payment fee">{moneyInWords(notice.fee_cents)}</Fact>}
      <Paragraph>
        {notice.canPay
          ? 'You can pay online in your account or in any other way your association accepts. If you think this is a mistake, ask your bank first, then the board.'
          : 'Please pay in one of the ways your association accepts. If you think this is a mistake, ask your bank first, then the board.'}
      </Paragraph>
      <ButtonLink href={`${publicUrl}/account`}>Open Your Account</ButtonLink>
    </MailFrame>
  );
  return { subject: `${title}: ${moneyInWords(notice.cents)}`, ...(await renderBodies(mail)) };
};
