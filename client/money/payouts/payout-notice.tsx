import { Link } from 'wouter';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { isComplete, useAccount } from './model.ts';

/** Shows nothing when the account cannot be read, for example offline. */
const PayoutNotice = () => {
  const { account } = useAccount();
  if (!account || isComplete(account.status)) return null;
  return (
    <Alert
      tone="info"
      title="Residents cannot pay online yet"
      actions={
        <Link href={paths.stripeSetup()} className="shrink-0 self-center font-semibold text-pine-text underline">
          {account.account_exists ? 'Continue Setup' : 'Set Up Payments'}
        </Link>
      }
    >
      {account.account_exists
        ? 'The HOA’s payment account is not complete.'
        : 'The HOA doesn’t have a payment account yet.'}
    </Alert>
  );
};

export default PayoutNotice;
