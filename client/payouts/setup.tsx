import { ExternalLink, Landmark, RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { messageOf } from '../api.ts';
import { isOnline } from '../http.ts';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { Alert } from '../ui/alert.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatLabel } from '../ui/format.ts';
import { EmptyState, SkeletonRows } from '../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { type AccountStatus, isComplete, openOnboarding, requirementLabel, useAccount } from './model.ts';

const StripeSetup = () => {
  const { account, error, busy, online, read } = useAccount();
  const onboarding = useOnboarding();
  const returned = useOnboardingReturn(() => void onboarding.open('known'));
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
      {account?.account_exists === false && (
        <StartSetup busy={onboarding.busy} onStart={() => onboarding.open('new')} />
      )}
      {account?.account_exists && (
        <>
          <SetupStatus
            status={account.status}
            back={returned}
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

const StartSetup = ({ busy, onStart }: { busy: boolean; onStart: () => void }) => (
  <EmptyState
    icon={Landmark}
    title="Residents cannot pay online yet"
    hint="Set up an account with our payment provider Stripe. It takes about ten minutes: have the HOA's tax number and bank account at hand."
  >
    <Button variant="primary" size="large" icon={ExternalLink} busy={busy} onClick={onStart}>
      {busy ? 'Opening Stripe...' : 'Start Setup'}
    </Button>
  </EmptyState>
);

type SetupStatusProps = { status: AccountStatus; back: boolean; busy: boolean; onContinue: () => void };

const SetupStatus = ({ status, back, busy, onContinue }: SetupStatusProps) => {
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
          <Button variant="primary" icon={ExternalLink} busy={busy} onClick={onContinue}>
            {busy ? 'Opening Stripe...' : 'Continue Setup'}
          </Button>
        </div>
      )}
    </>
  );
};

const StatusCard = ({ account_id, status }: { account_id: string; status: AccountStatus }) => {
  const { capabilities, business_profile, requirements_due } = status;
  const requirements = [...new Set(requirements_due.map(requirementLabel))];
  return (
    <div className="grid items-start gap-4.5 md:grid-cols-2">
      <Card title="Account status">
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
        <Card title="Business profile">
          <dl>
            <Fact term="Name">{business_profile.name ?? 'Not set'}</Fact>
            <Fact term="Product">{business_profile.product_description ?? 'Not set'}</Fact>
            <Fact term="Account ID">
              <span className="num text-ink-2 text-sm">{account_id}</span>
            </Fact>
          </dl>
        </Card>
        <Card title="Requirements due">
          {requirements.length === 0 ? (
            <p className="text-ink-2">Nothing: Stripe has all it asked for.</p>
          ) : (
            <ul className="grid list-disc gap-1 pl-4.5 marker:text-ink-3">
              {requirements.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </div>
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

const FAILED = { new: 'Failed to create Stripe account', known: 'Failed to create onboarding link' };

const useOnboarding = () => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const busyRef = useRef(false);
  const open = async (account: 'new' | 'known') => {
    if (busyRef.current) return;
    if (!isOnline()) return setError(FAILED[account]);
    busyRef.current = true;
    setBusy(true);
    setError(null);
    await openOnboarding(account).then(
      (url) => location.assign(url),
      (failure) => {
        busyRef.current = false;
        setBusy(false);
        setError(messageOf(failure, FAILED[account]));
      },
    );
  };
  return { open, busy, error, dismiss: () => setError(null) };
};

/** Reads ?onboarding=return or refresh once; Stripe sends `refresh` when a link has expired. */
const useOnboardingReturn = (onRefresh: () => void): boolean => {
  const param = useSearchParams().get('onboarding');
  const [back, setReturned] = useState(false);
  const [path, navigate] = useLocation();
  const refresh = useEffectEvent(onRefresh);
  useEffect(() => {
    if (param === null) return;
    navigate(path, { replace: true });
    if (param === 'return') setReturned(true);
    if (param === 'refresh') refresh();
  }, [param, path, navigate]);
  return back;
};
