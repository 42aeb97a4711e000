import { lazy, Suspense } from 'react';
import type { Account } from '../../schema/tables/accounts.ts';
import { SkeletonRows } from '../ui/list.tsx';
import { BalanceCard } from './balance-card.tsx';
import type { AccountBooks } from './model.ts';

const AccountDetails = lazy(() => import('./account-details.tsx'));

type Props = { account: Account; books: AccountBooks; today: string };

/** An account as its holder sees it: what is due and how to pay it, what comes, and what was posted last. */
export const ResidentAccount = (props: Props) => (
  <>
    <BalanceCard {...props} />
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <AccountDetails {...props} />
    </Suspense>
  </>
);
