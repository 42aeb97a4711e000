import type { FeePreview } from '../../sync/ledger/fees/preview.ts';
import { moneyInWords } from '../../sync/words.ts';
import type { Config } from '../deps.ts';
import type { Letterhead } from '../queries/letterhead.ts';
import { ButtonLink, Fact, MailFrame, Paragraph, renderBodies } from './frame.tsx';
import { longDate } from './long-date.ts';

/** `why` is the rule with its numbers, `authority` where the association's documents have it. */
export type FeeNotice = {
  kind: 'late_fee' | 'interest';
  cents: number;
  charge: string;
  why: string;
  authority: string | null;
};
type FeesNotice = { hoa: string; letterhead: Letterhead; home: string | null; fees: readonly FeeNotice[] };

/** The mail to holders about the fees that a run has posted on their account. */
export const feesMail = async (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { hoa, letterhead, home, fees }: FeesNotice,
) => {
  const title = titleOf(fees);
  const total = moneyInWords(fees.reduce((sum, { cents }) => sum + cents, 0));
  const mail = (
    <MailFrame
      hoa={hoa}
      letterhead={letterhead}
      kind={home ?? 'Your account'}
      title={title}
      preview={`${total} was added to your account`}
    >
      {fees.map(({ cents, charge, why, authority }) => (
        <div key={why}>
          <Fact name="Amount">{moneyInWords(cents)}</Fact>
          <Fact name="For">{charge}</Fact>
          {authority && <Fact name="Authority">{authority}</Fact>}
          <Paragraph>{why}</Paragraph>
        </div>
      ))}
      {fees.length > 1 && <Fact name="Total">{total}</Fact>}
      <Paragraph>
        Think this is a mistake, or want to ask the board to waive it? Open the entry in your account and send a
        question. The board will reply there.
      </Paragraph>
      <ButtonLink href={`${publicUrl}/account`}>Open Your Account</ButtonLink>
    </MailFrame>
  );
  return { subject: `${title}: ${total}`, ...(await renderBodies(mail)) };
};

const titleOf = (fees: readonly FeeNotice[]): string => {
  const kinds = new Set(fees.map(({ kind }) => kind));
  if (kinds.size > 1) return 'Late fees and interest';
  if (kinds.has('interest')) return 'Interest';
  return fees.length > 1 ? 'Late fees' : 'Late fee';
};

const HOMES_LISTED = 20;

type Notice = { hoa: string; from: string; preview: FeePreview; nameOf(account_id: string): string };

/** The mail to the board a week before the first late fee. `from` is the first day on which one can be posted. */
export const feeNoticeMail = async (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { hoa, from, preview, nameOf }: Notice,
) => {
  const title = 'Late fees start in a week';
  const { next, next_cents, next_homes } = preview;
  const mail = (
    <MailFrame hoa={hoa} kind="Late fees" title={title} preview={`Starting ${longDate(from)}`}>
      <Paragraph>
        {`Your late fee rule starts charging fees on ${longDate(from)}. Below is what will be charged in the next 60 days if nothing is paid. A rule you set now applies only to charges due on or after its start date. To exempt an account, turn its late fees off until a date you choose, or waive them later.`}
      </Paragraph>
      <Fact name="Total">{`${moneyInWords(next_cents)} on ${next_homes === 1 ? '1 account' : `${next_homes} accounts`}`}</Fact>
      {next.slice(0, HOMES_LISTED).map(({ account_id, cents, fees }) => (
        <Fact key={account_id} name={nameOf(account_id)}>
          {`${moneyInWords(cents)}, starting ${longDate(fees[0]!.on)}`}
        </Fact>
      ))}
      {next.length > HOMES_LISTED && <Paragraph>{`And ${next.length - HOMES_LISTED} more.`}</Paragraph>}
      <ButtonLink href={`${publicUrl}/accounts`}>Open Accounts</ButtonLink>
    </MailFrame>
  );
  return { subject: title, ...(await renderBodies(mail)) };
};
