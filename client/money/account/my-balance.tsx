import { CircleDollarSign } from 'lucide-react';
import { Link } from 'wouter';
import type { Account } from '../../../schema/tables/accounts.ts';
import { useStored, useSync } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Badge } from '../../ui/badge.tsx';
import { formatDate } from '../../ui/format.ts';
import { EmptyState, SkeletonRows } from '../../ui/list.tsx';
import { lazyPart } from '../../ui/on-demand.ts';
import { titleOfAccount, useBooks, useMyAccounts } from '../accounts.ts';
import { EntryPathContext, useMyEntryPath } from '../entry-path.ts';
import { type CheckoutReturn, useCheckoutReturn } from '../pay/checkout-return.ts';
import { BalanceCard } from './balance-card.tsx';

const PaymentResult = lazyPart(() => import('../pay/payment-result.tsx'));

/** The sum that the viewer owes on each of their accounts, and the way to pay it. */
const MyBalance = () => {
  const held = useMyAccounts();
  const checkout = useCheckoutReturn();
  const paidOn = checkout.returned?.begun?.account_id;
  // What became of a payment is the first thing to be read.
  const accounts = held.toSorted((a, b) => Number(b.id === paidOn) - Number(a.id === paidOn));
  const entryPath = useMyEntryPath();
  if (accounts.length === 0) return <NoAccount />;
  return (
    <EntryPathContext value={entryPath}>
      {accounts.map((account) => (
        <BalanceOf key={account.id} account={account} isOnly={accounts.length === 1} {...checkout} />
      ))}
    </EntryPathContext>
  );
};

export default MyBalance;

type BalanceOfProps = { account: Account; isOnly: boolean; returned: CheckoutReturn | null; dismiss: () => void };

const BalanceOf = ({ account, isOnly, returned, dismiss }: BalanceOfProps) => {
  const today = useHoaToday();
  const people = usePeople();
  const books = useBooks(account.id, today);
  const isHere = useStored('entry').isComplete;
  if (!isHere) return <SkeletonRows rows={4} />;
  const props = { account, books, today };
  const named = { home: titleOfAccount(people, account), actions: <AccountLink account={account} today={today} /> };
  return (
    <>
      {returned && <PaymentResult {...props} returned={returned} onClose={dismiss} />}
      <BalanceCard {...props} {...(!isOnly && named)} />
    </>
  );
};

const AccountLink = ({ account, today }: { account: Account; today: string }) => (
  <span className="flex flex-wrap items-center gap-x-3">
    {account.status === 'closed' && <Badge>Closed on {formatDate(account.closed_on ?? today)}</Badge>}
    <Link href={paths.account(account.id)} className="py-2.5 text-pine-text hover:underline">
      Entries and statement
    </Link>
  </span>
);

const NoAccount = () => {
  const { isComplete } = useStored('account');
  if (useSync().phase === 'first' || !isComplete) return <SkeletonRows rows={4} />;
  return (
    <EmptyState
      icon={CircleDollarSign}
      title="Nothing to pay yet"
      hint="After your home’s first bill, you’ll see what you owe, how to pay and what you paid."
    />
  );
};
