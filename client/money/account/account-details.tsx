import { ScrollText } from 'lucide-react';
import { Link } from 'wouter';
import type { Account } from '../../../schema/tables/accounts.ts';
import { useSearchParams } from '../../device/location.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useEver } from '../../ui/frozen.ts';
import { lazyPart } from '../../ui/on-demand.ts';
import type { AccountBooks } from '../accounts.ts';
import { NextMonths } from '../owed/next-months.tsx';
import { EntryList } from './entry-list.tsx';
import { OpenCharges } from './open-charges.tsx';
import { WhatWasPaid } from './what-was-paid.tsx';
import { WhyChanged } from './why-changed.tsx';

const EntryDialog = lazyPart(async () => ({ default: (await import('./entry-dialog.tsx')).EntryDialog }));
const PlanCards = lazyPart(async () => ({ default: (await import('../plans/plan-cards.tsx')).PlanCards }));
const ReminderList = lazyPart(async () => ({ default: (await import('../reminders/list.tsx')).ReminderList }));

type Props = { account: Account; books: AccountBooks; today: string };

const AccountDetails = (props: Props) => (
  <>
    <OpenCharges {...props} />
    {props.books.plans.length > 0 && <PlanCards {...props} board={false} />}
    <NextMonths {...props} />
    <WhatWasPaid {...props} />
    <ReminderList account={props.account} board={false} />
    <EntryList books={props.books} shown={LAST_ENTRIES} />
    <AccountLinks {...props} />
    <OpenedEntry {...props} />
  </>
);

export default AccountDetails;

const LAST_ENTRIES = 6;

/** Its code loads when an entry is opened first. */
const OpenedEntry = ({ account, books }: Props) => {
  const wasOpened = useEver(useSearchParams().has('entry'));
  return wasOpened && <EntryDialog account={account} books={books} />;
};

const AccountLinks = ({ account, books, today }: Props) => (
  <div className="flex flex-wrap items-center gap-2 print:hidden">
    <LinkButton icon={ScrollText} href={paths.accountStatement(account.id)}>
      Statement
    </LinkButton>
    <WhyChanged books={books} today={today} />
    <Link
      href={paths.rules()}
      className="flex min-h-10 items-center px-2 text-pine-text hover:underline touch:min-h-11"
    >
      How payments are applied
    </Link>
  </div>
);
