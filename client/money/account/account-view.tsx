import { ScrollText } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { canRecord } from '../../../sync/accounts/entity.ts';
import { useUser } from '../../device/session.ts';
import { useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format.ts';
import { useLast } from '../../ui/frozen.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { NextMonths } from '../dues/next-months.tsx';
import { WaiveFees } from '../fees/waive-fees.tsx';
import { PlanCards, ProposePlan } from '../plans/plan-cards.tsx';
import { PostingDialog, type PostingKind } from '../record/posting-dialog.tsx';
import { ReminderList } from '../reminders/list.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { EntryList } from './entry-list.tsx';
import { holdersOf, titleOfAccount, useBooks } from './model.ts';
import { OpenCharges } from './open-charges.tsx';
import { ResidentAccount } from './resident-account.tsx';
import { Summary } from './summary.tsx';
import { WhyChanged } from './why-changed.tsx';

/** One account with its figures, what is open, and everything that was ever posted on it. */
export const AccountView = ({ account, title }: { account: Account; title?: string }) => {
  const today = useHoaToday();
  const books = useBooks(account.id, today);
  const people = usePeople();
  const board = canRecord(useUser());
  const isHere = useStored('entry').isComplete;
  const heading = title ?? titleOfAccount(people, account);
  const Books = board ? BoardAccount : ResidentAccount;
  return (
    <>
      <PageHeader
        title={heading}
        documentTitle={`Account: ${heading}`}
        subtitle={
          <Subtitle account={account} heading={heading} home={title && people.address(account)} today={today} />
        }
        actions={
          <>
            {board && <BoardActions account={account} />}
            {board && isHere && <ProposePlan account={account} books={books} today={today} />}
            <LinkButton icon={ScrollText} href={paths.accountStatement(account.id)}>
              Statement
            </LinkButton>
          </>
        }
      />
      {isHere ? <Books account={account} books={books} today={today} /> : <SkeletonRows rows={5} />}
    </>
  );
};

type SubtitleProps = { account: Account; heading: string; home: string | undefined; today: string };

const Subtitle = ({ account, heading, home, today }: SubtitleProps) => {
  const holders = holdersOf(usePeople(), account);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {holders !== heading && <span>{holders}</span>}
      {home !== undefined && <span>{home}</span>}
      {account.status === 'closed' && <Badge>Closed on {formatDate(account.closed_on ?? today)}</Badge>}
    </span>
  );
};

const BoardAccount = ({ account, books, today }: ComponentProps<typeof ResidentAccount>) => (
  <>
    <Summary books={books} today={today} />
    <OpenCharges books={books} today={today} actions={<WaiveFees account={account} books={books} />} />
    <PlanCards books={books} today={today} board />
    <NextMonths account={account} books={books} today={today} />
    <ReminderList account={account} board />
    <EntryList books={books} />
    <p className="print:hidden">
      <WhyChanged books={books} today={today} />
    </p>
    <EntryDialog account={account} books={books} />
  </>
);

const BoardActions = ({ account: { id, status } }: { account: Account }) => {
  const [posting, setPosting] = useState<PostingKind | null>(null);
  const kind = useLast(posting) ?? 'charge';
  return (
    <>
      <LinkButton variant="primary" href={paths.recordPaymentOf(id)}>
        Record Payment
      </LinkButton>
      {status === 'open' && (
        <>
          <Button onClick={() => setPosting('charge')}>Charge</Button>
          <Button onClick={() => setPosting('credit')}>Credit</Button>
        </>
      )}
      <PostingDialog account_id={id} kind={kind} open={posting !== null} onClose={() => setPosting(null)} />
    </>
  );
};
