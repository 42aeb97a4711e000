import type { ReactNode } from 'react';
import { useCan } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { OfflineAlert } from '../../screens/waiting.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/list.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { Subscription } from '../billing/subscription-card.tsx';
import { Automations } from './automations-card.tsx';
import { BrandingCard } from './branding.tsx';
import { Details } from './details.tsx';
import { HoaData } from './hoa-data.tsx';
import { Leaving } from './leaving.tsx';
import { TimeZone } from './time-zone.tsx';

/** /settings: what concerns the association as a whole. The board reads it, superadmins change it. `?edit=` names the open
 * form. */
const Settings = () => {
  const [hoa] = useRows('hoa').all;
  const manages = useCan('hoa.manage');
  return (
    <>
      <PageHeader title="Settings" subtitle={hoa?.name ?? 'Your association'} />
      <OfflineAlert />
      {hoa ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4.5 md:grid-cols-2">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
            <Details hoa={hoa} />
            <TimeZone hoa={hoa} />
            <BrandingCard hoa={hoa} />
            {manages && <Subscription />}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
            <Automations hoa={hoa} />
            <Rules />
            {manages ? <ForSuperadmins /> : <Integrations />}
          </div>
        </div>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </>
  );
};

export default Settings;

const Rules = () => (
  <>
    <Pointer title="Money Rules" href={paths.moneyRules()} label="Open Money Rules">
      Late fees, interest, reminders, and what a payment pays first.
    </Pointer>
    <Pointer title="Meeting Rules" href={paths.meetingRules()} label="Open Meeting Rules">
      Notice, quorum, votes, directors and agenda templates.
    </Pointer>
  </>
);

const ForSuperadmins = () => (
  <>
    <Pointer title="Online Payments" href={paths.stripeSetup()} label="Open Payment Account">
      The account at Stripe that pays out to your association’s bank.
    </Pointer>
    <Integrations />
    <HoaData />
    <Leaving />
  </>
);

const Integrations = () => {
  const manages = useCan('api.manage');
  return (
    <Pointer
      title="Custom Integrations"
      href={paths.apiAccess()}
      label={manages ? 'API Access and Webhooks' : 'API Access'}
    >
      {manages
        ? 'Let other programs read and change your HOA’s records, and get notified when something happens.'
        : 'Let a program of yours, such as accounting software, read and change records as you.'}
    </Pointer>
  );
};

const Pointer = ({
  title,
  href,
  label,
  children,
}: {
  title: string;
  href: string;
  label: string;
  children: ReactNode;
}) => (
  <Card title={title}>
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">{children}</p>
      <LinkButton href={href}>{label}</LinkButton>
    </div>
  </Card>
);
