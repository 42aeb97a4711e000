import { ExternalLink, Landmark, RefreshCw } from 'lucide-react';
import { paths } from '../paths.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState, SkeletonRows } from '../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { type AccountStatus, isComplete } from './account.ts';
import { StatusCard } from './status-card.tsx';
import { useAccount } from './use-account.ts';
import { useCameBack, useOnboarding } from './use-onboarding.ts';

/** /stripe-setup: the account that residents' payments go to. Needs a connection. */
const StripeSetup = () => {
  const { account, error, busy, online, read } = useAccount();
  const onboarding = useOnboarding();
  const back = useCameBack(() => void onboarding.open('known'));
  return (
    <>
      <Breadcrumb entries={[{ label: 'Dues', href: paths.dues() }, { label: 'Payment account' }]} />
      <PageHeader
        title="Payment account"
        subtitle="Where the payments of residents go, and how they reach the bank account of the HOA"
        actions={
          account && (
            <Button icon={RefreshCw} busy={busy} onClick={read}>
              Refresh Status
            </Button>
          )
        }
      />
      {!online && <Alert tone="info">You are offline: the payment account needs a connection.</Alert>}
      {error && online && (
        <Alert
          tone="error"
          actions={
            <Button size="small" busy={busy} onClick={read}>
              Try Again
            </Button>
          }
        >
          {error}
        </Alert>
      )}
      {onboarding.error && (
        <Alert tone="error" onClose={onboarding.dismiss}>
          {onboarding.error}
        </Alert>
      )}
      {!account && !error && online && <SkeletonRows rows={4} />}
      {account?.account_exists === false && <Start busy={onboarding.busy} onStart={() => onboarding.open('new')} />}
      {account?.account_exists && (
        <>
          <Standing
            status={account.status}
            back={back}
            busy={onboarding.busy}
            onContinue={() => onboarding.open('known')}
          />
          <StatusCard account_id={account.account_id} status={account.status} />
        </>
      )}
    </>
  );
};

export default StripeSetup;

const Start = ({ busy, onStart }: { busy: boolean; onStart: () => void }) => (
  <EmptyState
    icon={Landmark}
    title="Residents cannot pay online yet"
    hint="Set up an account with our payment provider Stripe. It takes about ten minutes: have the HOA's tax number and bank account at hand."
  >
    <Button look="go" size="large" icon={ExternalLink} busy={busy} onClick={onStart}>
      {busy ? 'Opening Stripe...' : 'Start Setup'}
    </Button>
  </EmptyState>
);

type StandingProps = { status: AccountStatus; back: boolean; busy: boolean; onContinue: () => void };

/** What is to be done next, if anything. */
const Standing = ({ status, back, busy, onContinue }: StandingProps) => {
  const { requirements_due, details_submitted } = status;
  const complete = isComplete(status);
  const waiting = !complete && details_submitted && requirements_due.length === 0;
  return (
    <>
      {complete && (
        <Alert tone="success" title="Setup Complete!">
          Residents can pay their invoices online, and the money is paid out to the bank account of the HOA.
        </Alert>
      )}
      {waiting && (
        <Alert tone="info" title="Stripe is checking the details">
          {back && 'Thank you, nothing more has to be done here for now. '}
          It usually takes a few minutes. Residents can pay as soon as that is done.
        </Alert>
      )}
      {!complete && !waiting && (
        <Alert
          tone="error"
          title={status.charges_enabled ? 'Payouts are not enabled yet' : 'Residents cannot pay online yet'}
        >
          {back ? 'Some details are still missing.' : 'Stripe needs some more details.'} Continue the setup to give
          them.
        </Alert>
      )}
      {!waiting && (!complete || requirements_due.length > 0) && (
        <div>
          <Button look="go" icon={ExternalLink} busy={busy} onClick={onContinue}>
            {busy ? 'Opening Stripe...' : 'Continue Setup'}
          </Button>
        </div>
      )}
    </>
  );
};
