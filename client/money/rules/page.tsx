import { type ComponentType, lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import type { PolicyKind } from '../../../schema/policies.ts';
import { useSearchParams } from '../../device/location.ts';
import { useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { OfflineAlert } from '../../screens/waiting.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { RuleSection } from './section.tsx';

/** /accounts/rules: what the board has decided about money, a section for each kind. `?edit=` names the open form. */
const MoneyRules = () => {
  return (
    <>
      <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: 'Money Rules' }]} />
      <PageHeader
        title="Money Rules"
        subtitle="Late fees, how payments are applied, and reminders"
        actions={<LinkButton href={paths.rules()}>What Residents Read</LinkButton>}
      />
      <OfflineAlert />
      {useStored('policy').isComplete ? (
        <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-3.5">
          {ORDER.map((kind) => (
            <Rule key={kind} kind={kind} />
          ))}
        </div>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </>
  );
};

export default MoneyRules;

const Rule = ({ kind }: { kind: PolicyKind }) => {
  const [path, navigate] = useLocation();
  const today = useHoaToday();
  const close = () => navigate(path);
  const Form = FORMS[kind];
  return (
    <RuleSection
      kind={kind}
      about={ABOUT[kind]}
      editing={useSearchParams().get('edit') === kind}
      onEdit={() => navigate(`${path}?edit=${kind}`)}
      form={(settings) => (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <Form settings={settings as never} today={today} onDone={close} />
        </Suspense>
      )}
    />
  );
};

const ORDER: readonly PolicyKind[] = ['late_fee', 'interest', 'returned_fee', 'application', 'online_fee', 'dunning'];

const ABOUT: Record<PolicyKind, string> = {
  late_fee: 'Fee for late payment',
  interest: 'Interest on unpaid dues',
  returned_fee: 'Fee for a bounced check or returned transfer',
  application: 'The order payments are applied in',
  online_fee: 'Who pays for online payments',
  dunning: 'When reminders are sent, by email and letter',
};

type Form = ComponentType<{ settings: never; today: string; onDone: () => void }>;
const FORMS: Record<PolicyKind, Form> = {
  late_fee: lazy(() => import('./late-fee-form.tsx')),
  interest: lazy(() => import('./interest-form.tsx')),
  returned_fee: lazy(() => import('./returned-fee-form.tsx')),
  application: lazy(() => import('./application-form.tsx')),
  online_fee: lazy(() => import('./online-fee-form.tsx')),
  dunning: lazy(() => import('./reminders-form.tsx')),
};
