import { ScrollText } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { Account } from '../../schema/tables/accounts.ts';
import { paths } from '../paths.ts';
import { PlanCards } from '../plans/plan-cards.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { useEver } from '../ui/frozen.ts';
import { BalanceCard } from './balance-card.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { EntryList } from './entry-list.tsx';
import type { AccountBooks } from './model.ts';
import { NextMonths } from './next-months.tsx';
import { OpenCharges } from './open-charges.tsx';

const ChangeDialog = lazy(() => import('./change-dialog.tsx'));

type Props = { account: Account; books: AccountBooks; today: string };

/** An account as its holder sees it: what is due and how to pay it, what comes, and what was posted last. */
export const ResidentAccount = (props: Props) => (
  <>
    <BalanceCard {...props} />
    <OpenCharges {...props} />
    <PlanCards books={props.books} today={props.today} board={false} />
    <NextMonths {...props} />
    <EntryList books={props.books} shown={LAST_ENTRIES} />
    <AccountLinks {...props} />
    <EntryDialog account={props.account} books={props.books} />
  </>
);

const LAST_ENTRIES = 6;

const AccountLinks = ({ account, books, today }: Props) => {
  const [comparing, setComparing] = useState(false);
  const everCompared = useEver(comparing);
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <LinkButton icon={ScrollText} href={paths.accountStatement(account.id)}>
        Statement
      </LinkButton>
      <Button onClick={() => setComparing(true)}>Why did it change?</Button>
      <Link href={paths.rules()} className="px-2 py-2.5 text-pine-text hover:underline">
        How payments are applied
      </Link>
      {everCompared && (
        <Suspense>
          <ChangeDialog books={books} today={today} open={comparing} onClose={() => setComparing(false)} />
        </Suspense>
      )}
    </div>
  );
};
