import { CircleDollarSign } from 'lucide-react';
import { Link } from 'wouter';
import { paths } from '../paths.ts';
import { useSync } from '../store.ts';
import { EmptyState, SkeletonRows } from '../ui/list.tsx';
import { PageHeader } from '../ui/page.tsx';
import { AccountView } from './account-view.tsx';
import { useMyAccounts } from './model.ts';

/** /account: what the viewer owes and paid, an account for each home. */
const MyAccount = () => {
  const accounts = useMyAccounts();
  const { phase } = useSync();
  if (accounts.length > 0)
    return (
      <>
        {accounts.map((account, at) => (
          <AccountView key={account.id} account={account} {...(at === 0 && { title: 'My Account' })} />
        ))}
        <p>
          <Link href={paths.rules()} className="text-pine-text hover:underline">
            How payments are applied
          </Link>
        </p>
      </>
    );
  return (
    <>
      <PageHeader title="My Account" />
      {phase === 'first' ? (
        <SkeletonRows rows={5} />
      ) : (
        <EmptyState
          icon={CircleDollarSign}
          title="Nothing to pay yet"
          hint="What your association charges you stands here, with every payment you have made."
        />
      )}
    </>
  );
};

export default MyAccount;
