import { ExternalLink, Landmark, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../device/api.ts';
import { isOnline } from '../../device/http.ts';
import { useOneTimeParam } from '../../device/location.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useRedirect } from '../../forms/submit.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatLabel } from '../../ui/format.ts';
import { EmptyState, SkeletonRows } from '../../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { type AccountStatus, isComplete, openOnboarding, requirementLabel, useAccount } from './model.ts';

const StripeSetup = () => {
  const { account, error, busy, online, read } = useAccount();
  const start = useOnboarding('new', 'Failed to create Stripe account');
  const resume = useOnboarding('existing', 'Failed to create onboarding link');
  const returned = useOnboardingReturn(() => void resume.open());
  return (
    <>
      <Breadcrumb entries={[{ label: 'Dues', href: paths.dues() }, { label: 'Payment account' }]} />
      <PageHeader
        title="Payment Account"
        subtitle="How residents’ payments reach the HOA’s bank account"
        actions={
          account && (
            <Button icon={RefreshCw} busy={busy} onClick={read}>
              Refresh Status
            </Button>
          )
        }
      />
      {!online && <Alert tone="info">You are offline. You need a connection to see the payment account.</Alert>}
      {error && online && <ReadFailed error={error} busy={busy} onRead={read} />}
      <ErrorAlert message={start.failure} onClose={start.dismiss} />
      <ErrorAlert message={resume.failure} onClose={resume.dismiss} />
      {!account && !error && online && <SkeletonRows rows={4} />}
      {account?.account_exists === false &&
        (account.is_offered === false ? <NotOffered /> : <StartSetup busy={start.busy} onStart={start.open} />)}
      {account?.account_exists && (
        <>
          <SetupStatus status={account.status} returned={returned} busy={resume.busy} onContinue={resume.open} />
          <StatusCard account_id={account.account_id} status={account.status} />
        </>
      )}
    </>
  );
};

export default StripeSetup;

type ReadFailedProps = { error: string; busy: boolean; onRead: () => void };

const ReadFailed = ({ error, busy, onRead }: ReadFailedProps) => (
  <Alert
    tone="error"
    actions={
      <Button size="small" busy={busy} onClick={onRead}>
        Try Again
      </Button>
    }
  >
    {error}
  </Alert>
);

const NotOffered = () => (
  <EmptyState
    icon={Landmark}
    title="Online payments are not set up"
    hint="The operator of this server can set them up. Until then, record checks, cash and transfers as they come in."
  />
);

const StartSetup = ({ busy, onStart }: { busy: boolean; onStart: () => void }) => (
  <EmptyState
    icon={Landmark}
    title="Residents cannot pay online yet"
    hint="Set up an account with our payment provider Stripe. It takes about ten minutes. Have the HOA’s tax ID and bank account details ready."
  >
    <Button variant="primary" size="large" icon={ExternalLink} busy={busy} onClick={onStart}>
      {busy ? 'Opening Stripe…' : 'Start Setup'}
    </Button>
  </EmptyState>
);

type SetupStatusProps = { status: AccountStatus; returned: boolean; busy: boolean; onContinue: () => void };

const SetupStatus = ({ status, returned, busy, onContinue }: SetupStatusProps) => {
  const { requirements_due, details_submitted } = status;
  const complete = isComplete(status);
  const waiting = !complete && details_submitted && requirements_due.length === 0;
  return (
    <>
      {complete && (
        <Alert tone="success" title="Setup Complete!">
          Residents can pay their invoices online, and the money is paid out to the HOA’s bank account.
        </Alert>
      )}
      {waiting && (
        <Alert tone="info" title="Stripe is checking the details">
          {returned && 'Thank you! You’re done for now.  '}
          It usually takes a few minutes. Residents can pay after that.
        </Alert>
      )}
      {!complete && !waiting && (
        <Alert
          tone="error"
          title={status.charges_enabled ? 'Payouts are not enabled yet' : 'Residents cannot pay online yet'}
        >
          {returned ? 'Some details are still missing.' : 'Stripe needs more details.'} Continue setup to add them.
        </Alert>
      )}
      {!waiting && (!complete || requirements_due.length > 0) && (
        <div>
          <Button variant="primary" icon={ExternalLink} busy={busy} onClick={onContinue}>
            {busy ? 'Opening Stripe…' : 'Continue Setup'}
          </Button>
        </div>
      )}
    </>
  );
};

const StatusCard = ({ account_id, status }: { account_id: string; status: AccountStatus }) => {
  const { capabilities, business_profile, requirements_due } = status;
  return (
    <div className="grid items-start gap-4.5 md:grid-cols-2">
      <Card title="Account Status">
        <dl>
          <Fact term="Details submitted">
            <YesNo yes={status.details_submitted} />
          </Fact>
          <Fact term="Charges">
            <Enabled yes={status.charges_enabled} />
          </Fact>
          <Fact term="Payouts">
            <Enabled yes={status.payouts_enabled} />
          </Fact>
          <Fact term="Card payments">
            <Capability state={capabilities.card_payments} />
          </Fact>
          <Fact term="Transfers">
            <Capability state={capabilities.transfers} />
          </Fact>
        </dl>
      </Card>
      <div className="grid gap-3.5">
        <Card title="Business Profile">
          <dl>
            <Fact term="Name">{business_profile.name ?? 'Not set'}</Fact>
            <Fact term="Product">{business_profile.product_description ?? 'Not set'}</Fact>
            <Fact term="Account ID">
              <span className="num text-ink-2 text-sm">{account_id}</span>
            </Fact>
          </dl>
        </Card>
        <RequirementsCard names={requirements_due} />
      </div>
    </div>
  );
};

const RequirementsCard = ({ names }: { names: readonly string[] }) => {
  const labels = [...new Set(names.map(requirementLabel))];
  return (
    <Card title="Requirements Due">
      {labels.length === 0 ? (
        <p className="text-ink-2">None. Stripe has everything it asked for.</p>
      ) : (
        <ul className="grid list-disc gap-1 pl-4.5 marker:text-ink-3">
          {labels.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
    </Card>
  );
};

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex min-h-9 items-center justify-between gap-4 border-line border-t py-1 first:border-t-0">
    <dt className="shrink-0 text-ink-2">{term}</dt>
    <dd className="text-right [overflow-wrap:anywhere]">{children}</dd>
  </div>
);

const YesNo = ({ yes }: { yes: boolean }) => <Badge tone={yes ? 'ok' : 'warn'}>{yes ? 'Yes' : 'No'}</Badge>;
const Enabled = ({ yes }: { yes: boolean }) => (
  <Badge tone={yes ? 'ok' : 'warn'}>{yes ? 'Enabled' : 'Not enabled'}</Badge>
);
const Capability = ({ state }: { state: string }) => (
  <Badge tone={state === 'active' ? 'ok' : state === 'pending' ? 'blue' : 'warn'}>{formatLabel(state)}</Badge>
);

const useOnboarding = (account: 'new' | 'existing', failed: string) => {
  const { redirect, fail, ...state } = useRedirect((error) => messageOf(error, failed));
  const open = () => (isOnline() ? redirect(() => openOnboarding(account)) : fail(failed));
  return { ...state, open };
};

/** Stripe returns with `refresh` when a link has expired. */
const useOnboardingReturn = (onRefresh: () => void): boolean => {
  const [returned, setReturned] = useState(false);
  useOneTimeParam('onboarding', (value) => {
    if (value === 'return') setReturned(true);
    if (value === 'refresh') onRefresh();
  });
  return returned;
};
