import { clsx } from 'clsx';
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
import { formatDate, formatMoney } from '../../ui/format.ts';
import { useLast } from '../../ui/frozen.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { type AccountBooks, holdersOf, titleOfAccount, useBooks } from '../accounts.ts';
import { WaiveFees } from '../fees/waive-fees.tsx';
import { type Figure, type FigureName, figuresOf } from '../owed/account-figures.ts';
import { FigureDialog } from '../owed/figure-dialog.tsx';
import { NextMonths } from '../owed/next-months.tsx';
import { PlanCards, ProposePlan } from '../plans/plan-cards.tsx';
import { PostingDialog, type PostingKind } from '../record/posting-dialog.tsx';
import { ReminderList } from '../reminders/list.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { EntryList } from './entry-list.tsx';
import { OpenCharges } from './open-charges.tsx';
import { ResidentAccount } from './resident-account.tsx';
import { WhyChanged } from './why-changed.tsx';

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
            <LinkButton icon={ScrollText} href={paths.accountStatement(account.id)}>
              Statement
            </LinkButton>
            {board && isHere && <ProposePlan account={account} books={books} today={today} />}
            {board && <BoardActions account={account} />}
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
      {status === 'open' && (
        <>
          <Button onClick={() => setPosting('charge')}>Charge</Button>
          <Button onClick={() => setPosting('credit')}>Credit</Button>
        </>
      )}
      <LinkButton variant="primary" href={paths.recordPaymentOf(id)}>
        Record Payment
      </LinkButton>
      <PostingDialog account_id={id} kind={kind} open={posting !== null} onClose={() => setPosting(null)} />
    </>
  );
};

const Summary = ({ books, today }: { books: AccountBooks; today: string }) => {
  const figures = figuresOf(books, today);
  const [opened, setOpened] = useState<FigureName | null>(null);
  const { overdue, coming, credit } = figures;
  const oldest = overdue.parts.map(({ due_on }) => due_on).sort()[0];
  return (
    <section
      aria-label="Balance"
      className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4 rounded-lg border border-line bg-card px-5 py-4 shadow-card print:border-0 print:px-0"
    >
      <div>
        <FigureButton figure={figures.due} large alarm={overdue.cents > 0} onOpen={() => setOpened('due')} />
        {oldest && (
          <p className="num font-[560] text-red">
            {formatMoney(overdue.cents)} of it is overdue, the oldest charge since {formatDate(oldest)}
          </p>
        )}
        {figures.due.cents === 0 && <p className="text-ink-2">Nothing is due.</p>}
        {books.on_its_way_cents > 0 && (
          <p className="num text-ink-2">{formatMoney(books.on_its_way_cents)} on its way</p>
        )}
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <FigureButton figure={coming} onOpen={() => setOpened('coming')} />
        <FigureButton figure={credit} onOpen={() => setOpened('credit')} />
        <FigureButton figure={figures.balance} onOpen={() => setOpened('balance')} />
      </div>
      <FigureDialog
        figure={figures[opened ?? 'due']}
        open={opened !== null}
        books={books}
        onClose={() => setOpened(null)}
      />
    </section>
  );
};

type FigureButtonProps = { figure: Figure; large?: boolean; alarm?: boolean; onOpen: () => void };

const FigureButton = ({ figure: { label, cents }, large = false, alarm = false, onOpen }: FigureButtonProps) => (
  <button type="button" onClick={onOpen} className="group block text-left" aria-haspopup="dialog">
    <span className="block text-ink-3 text-sm">{label}</span>
    <b
      className={clsx(
        'num block font-[640] tracking-[-0.02em] decoration-1 underline-offset-4 group-hover:underline',
        large ? 'text-[2rem] leading-tight' : 'text-xl',
        alarm && 'text-red',
      )}
    >
      {formatMoney(cents)}
    </b>
  </button>
);
