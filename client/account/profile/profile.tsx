import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { planForSale } from '../../../schema/plans.ts';
import type { Role } from '../../../schema/users.ts';
import { can } from '../../../sync/roles.ts';
import { hasOtherSuperadmin } from '../../../sync/users/entity.ts';
import { useSearchParams } from '../../device/location.ts';
import { useCan, useUser } from '../../device/session.ts';
import { useOnline, useRows, useSync } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import OfflineReady from '../../screens/offline-ready.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatAddress, formatDate, formatLabel, formatPlural } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { Subscription } from '../billing/subscription-card.tsx';
import { CalendarCard } from '../calendar/card.tsx';
import { NotificationsCard } from '../notifications/card.tsx';
import { SecondFactorCard } from '../second-factor/card.tsx';
import { ChangePassword } from './change-password.tsx';
import { Devices } from './devices.tsx';
import { OwnName } from './own-name.tsx';

const Profile = () => {
  const manages = useCan('hoa.manage');
  const hoa = useRows('hoa').all[0];
  return (
    <>
      <PageHeader title="Profile" subtitle={hoa ? `Your account at ${hoa.name}` : 'Your account at your HOA'} />
      <PlanBanner />
      <div className="grid items-start gap-4.5 md:grid-cols-2">
        <div className="grid gap-4.5">
          <Identity />
          {manages && <Subscription />}
          <NotificationsCard />
        </div>
        <div className="grid gap-4.5">
          <ChangePassword />
          <SecondFactorCard />
          <CalendarCard />
          <Devices />
          <YourData />
        </div>
      </div>
    </>
  );
};

export default Profile;

const Identity = () => {
  const { id, name, email, role, created_at } = useUser();
  const helper = helperOf(role);
  const others = useRows('user').all;
  const ready = useSync().phase === 'ready';
  const isOnlySuperadmin = ready && can(role, 'users.manage_superadmins') && !hasOtherSuperadmin(others, id);
  return (
    <Card>
      <div className="flex items-center gap-3.5 pb-4">
        <Avatar name={name} email={email} size="large" />
        <div className="min-w-0">
          <h2 className="font-[640] text-xl tracking-[-0.015em] [overflow-wrap:anywhere]">{name || email}</h2>
          <p className="text-ink-2 [overflow-wrap:anywhere]">{email}</p>
        </div>
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2.5">
        <Fact term="Role">
          <Badge>{formatLabel(role)}</Badge>
        </Fact>
        <Fact term="Address">
          <Home />
        </Fact>
        <Fact term="This device">
          <OfflineReady />
        </Fact>
        <Fact term="Member since">
          <span className="num">{formatDate(created_at)}</span>
        </Fact>
      </dl>
      {isOnlySuperadmin ? (
        <OwnName />
      ) : (
        <p className="mt-4 border-line border-t pt-3 text-ink-3 text-sm">
          Something not right? {helper} can update your name and address.
        </p>
      )}
    </Card>
  );
};

/** Nobody but the only superadmin edits their own account, and only a superadmin edits a superadmin. */
const helperOf = (role: Role) => {
  if (can(role, 'users.manage_superadmins')) return 'Another superadmin';
  return can(role, 'users.manage') ? 'Another board member' : 'Your board';
};

/** The address may not have been synced yet. */
const Home = () => {
  const { address_id } = useUser();
  const address = useRows('address').get(address_id);
  const { phase } = useSync();
  if (address) return formatAddress(address);
  return address_id && phase === 'first' ? <span className="text-ink-3">Loading...</span> : 'No address assigned';
};

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{term}</dt>
    <dd className="[overflow-wrap:anywhere]">{children}</dd>
  </>
);

const YourData = () => {
  const online = useOnline();
  const [progress, setProgress] = useState('');
  const { submit, busy, failure, dismiss } = useSubmit('Failed to export your data', { repeat: true });
  const download = () =>
    submit(async () => {
      const { exportMyData } = await import('./export-data.ts');
      const missing = await exportMyData((done, of) => setProgress(of > 0 ? `File ${done} of ${of}` : '')).finally(() =>
        setProgress(''),
      );
      toast(missing > 0 ? `Exported without ${formatPlural(missing, 'file')} that could not be loaded` : 'Exported');
    });
  return (
    <Card title="Your Data">
      <div className="grid justify-items-start gap-3">
        <ErrorAlert message={failure} onClose={dismiss} />
        <p className="text-ink-2">
          Everything we keep about you in one archive: your records, messages, invoices and payments, sign-ins, and the
          files you have uploaded.
        </p>
        <span className="flex flex-wrap items-center gap-3">
          <Button onClick={() => void download()} busy={busy} disabled={!online}>
            Download My Data
          </Button>
          {(progress || !online) && (
            <span role="status" className="num text-ink-3">
              {online ? progress : 'This needs a connection.'}
            </span>
          )}
        </span>
      </div>
    </Card>
  );
};

/** Shown once: the parameter is removed from the address. */
const PlanBanner = () => {
  const params = useSearchParams();
  const [path, navigate] = useLocation();
  const [plan, setPlan] = useState(() => planForSale(params.get(FLAG)));
  useEffect(() => {
    const rest = new URLSearchParams(params);
    if (!rest.has(FLAG)) return;
    setPlan(planForSale(params.get(FLAG)));
    rest.delete(FLAG);
    navigate(rest.size > 0 ? `${path}?${rest}` : path, { replace: true });
  }, [params, path, navigate]);
  return (
    plan && (
      <Alert tone="success" onClose={() => setPlan(null)}>
        Your subscription has been successfully updated to the {plan} plan!
      </Alert>
    )
  );
};

const FLAG = 'plan_updated';
