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
import { PageHeader } from '../../ui/page.tsx';
import { titleOfAccount, useBooks, useMyAccounts } from '../accounts.ts';
import { EntryPathContext } from '../entry-path.ts';
import { type CheckoutReturn, useCheckoutReturn } from '../pay/checkout-return.ts';
import { BalanceCard } from './balance-card.tsx';
import { ResidentAccount } from './resident-account.tsx';

const PaymentResult = lazyPart(() => import('../pay/payment-result.tsx'));

/** /account: what the viewer owes, why, and the way to pay it; of several accounts a card each. */
const MyAccount = () => {
  const held = useMyAccounts();
  const people = usePeople();
  const checkout = useCheckoutReturn();
  const paidOn = checkout.returned?.begun?.account_id;
  // What became of a payment is the first thing to be read.
  const accounts = held.toSorted((a, b) => Number(b.id === paidOn) - Number(a.id === paidOn));
  const [only] = accounts;
  const isOnly = accounts.length === 1;
  return (
    <>
      <PageHeader title="My Account" subtitle={isOnly && only ? people.address(only) : undefined} />
      {accounts.length === 0 && <NoAccount />}
      {accounts.map((account) => (
        <MyBooks key={account.id} account={account} isOnly={isOnly} {...checkout} />
      ))}
    </>
  );
};

export default MyAccount;

type MyBooksProps = { account: Account; isOnly: boolean; returned: CheckoutReturn | null; dismiss: () => void };

const MyBooks = ({ account, isOnly, returned, dismiss }: MyBooksProps) => {
  const today = useHoaToday();
  const books = useBooks(account.id, today);
  const isHere = useStored('entry').isComplete;
  if (!isHere) return <SkeletonRows rows={4} />;
  const props = { account, books, today };
  return (
    <>
      {returned && <PaymentResult {...props} returned={returned} onClose={dismiss} />}
      {isOnly ? (
        <EntryPathContext value={myEntryPath}>
          <ResidentAccount {...props} />
        </EntryPathContext>
      ) : (
        <AccountCard {...props} />
      )}
    </>
  );
};

const myEntryPath = ({ id }: { id: string }) => paths.myEntry(id);

const AccountCard = (props: Parameters<typeof ResidentAccount>[0]) => {
  const people = usePeople();
  const { account, today } = props;
  return (
    <BalanceCard
      {...props}
      home={titleOfAccount(people, account)}
      actions={
        <span className="flex flex-wrap items-center gap-x-3">
          {account.status === 'closed' && <Badge>Closed on {formatDate(account.closed_on ?? today)}</Badge>}
          <Link href={paths.account(account.id)} className="py-2.5 text-pine-text hover:underline">
            Entries and statement
          </Link>
        </span>
      }
    />
  );
};

const NoAccount = () =>
  useSync().phase === 'first' ? (
    <SkeletonRows rows={5} />
  ) : (
    <EmptyState icon={CircleDollarSign} title="Nothing to pay yet" hint="You’ll see charges and payments here." />
  );
