import type { ReactNode } from 'react';
import type { Role } from '../../../schema/users.ts';
import { can } from '../../../sync/roles.ts';
import { useCan, useUser } from '../../device/session.ts';
import { useRows, useSync } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatAddress, formatDate, formatLabel } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page.tsx';
import { CalendarCard } from '../calendar/card.tsx';
import { NotificationsCard } from '../notifications/card.tsx';
import { SecondFactorCard } from '../second-factor/card.tsx';
import { ChangePassword } from './change-password.tsx';
import { Devices } from './devices.tsx';
import { HoaData } from './hoa-data.tsx';
import { Leaving } from './leaving.tsx';
import { PlanBanner } from './plan-banner.tsx';
import { Subscription } from './subscription.tsx';
import { YourData } from './your-data.tsx';

const Profile = () => {
  const manages = useCan('hoa.manage');
  const managesApi = useCan('api.manage');
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
          {manages && <HoaData />}
          {managesApi && <ApiAccess />}
          {manages && <Leaving />}
        </div>
      </div>
    </>
  );
};

export default Profile;

const ApiAccess = () => (
  <Card title="API">
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">
        Let other programs read and change your HOA’s records, and get notified when something happens.
      </p>
      <LinkButton href={paths.apiAccess()}>Tokens and Webhooks</LinkButton>
    </div>
  </Card>
);

const Identity = () => {
  const { name, email, role, created_at } = useUser();
  const helper = helperOf(role);
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
        <Fact term="Member since">
          <span className="num">{formatDate(created_at)}</span>
        </Fact>
      </dl>
      <p className="mt-4 border-line border-t pt-3 text-ink-3 text-sm">
        Something not right? {helper} can update your name and address.
      </p>
    </Card>
  );
};

/** Nobody edits their own account, and only a superadmin edits a superadmin. */
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
