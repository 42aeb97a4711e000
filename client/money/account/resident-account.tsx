import type { Account } from '../../../schema/tables/accounts.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { lazyPart } from '../../ui/on-demand.ts';
import type { AccountBooks } from '../accounts.ts';
import { BalanceCard } from './balance-card.tsx';

const Pending = () => <SkeletonRows rows={3} />;
const AccountDetails = lazyPart(() => import('./account-details.tsx'), Pending);

type Props = { account: Account; books: AccountBooks; today: string };

export const ResidentAccount = (props: Props) => (
  <>
    <BalanceCard {...props} />
    <AccountDetails {...props} />
  </>
);
