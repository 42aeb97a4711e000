import { useCan } from '../session.ts';
import { PageHeader } from '../ui/page.tsx';
import { ChangePassword } from './change-password.tsx';
import { Devices } from './devices.tsx';
import { Identity } from './identity.tsx';
import { PlanBanner } from './plan-banner.tsx';
import { Subscription } from './subscription.tsx';

/** /profile: who one is here, and how one signs in; for the superadmin also what the HOA pays for. */
const Profile = () => {
  const manages = useCan('hoa.manage');
  return (
    <>
      <PageHeader title="Profile" subtitle="Your account at your HOA" />
      <PlanBanner />
      <div className="grid items-start gap-4.5 md:grid-cols-2">
        <div className="grid gap-4.5">
          <Identity />
          {manages && <Subscription />}
        </div>
        <div className="grid gap-4.5">
          <ChangePassword />
          <Devices />
        </div>
      </div>
    </>
  );
};

export default Profile;
