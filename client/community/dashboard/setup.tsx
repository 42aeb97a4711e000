import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isSettingUp, SETUP_STEPS, type SetupStep, setupOf } from '../../../sync/dashboard/setup.ts';
import { HAS_PAYMENTS } from '../../config.ts';
import { useCan, useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { local } from '../../ui/local-storage.ts';

type Words = { title: string; hint: string; action: string; href: string; also?: { action: string; href: string } };

const WORDS: Record<SetupStep, Words> = {
  addresses: {
    title: 'Add the addresses',
    hint: 'Every home in the community. A spreadsheet of your residents adds their homes, too.',
    action: 'Add Address',
    href: paths.addressAdd(),
    also: { action: 'Use a Spreadsheet', href: paths.bulkUpload() },
  },
  people: {
    title: 'Invite your people',
    hint: 'All residents and their addresses at once, from a spreadsheet.',
    action: 'Add Residents',
    href: paths.bulkUpload(),
  },
  dues: {
    title: 'Create the first due',
    hint: 'What residents pay, and when. Invoices go out automatically.',
    action: 'Create Due',
    href: paths.dueCreate(),
  },
  payments: {
    title: 'Take payments online',
    hint: 'Connect the HOA’s bank account so residents can pay by card or bank transfer.',
    action: 'Set Up Payments',
    href: paths.stripeSetup(),
  },
  announcement: {
    title: 'Send the first announcement',
    hint: 'Let everyone know that your community is on Porchlight.',
    action: 'Start Writing',
    href: paths.announcementCreate(),
  },
};

const STEPS = SETUP_STEPS.filter((step) => HAS_PAYMENTS || step !== 'payments');

const keyOf = (user_id: string) => `porchlight.setup-dismissed/${user_id}`;

/** The setup of a new HOA as this device's rows say; null once it is done, or dismissed in this browser. */
export const useSetup = (now: Date) => {
  const user = useUser();
  const [hoa, users, announcements] = [useRows('hoa').all[0], useRows('user'), useRows('announcement')];
  const [addresses, dues] = [useRows('address').size, useRows('due').size];
  const [dismissed, setDismissed] = useState(() => local.get(keyOf(user.id)) !== null);
  const dismiss = () => {
    local.set(keyOf(user.id), '1');
    setDismissed(true);
  };
  const done = useMemo(() => {
    const rows = {
      hoa,
      users: users.all,
      announcements: announcements.all,
      addresses,
      dues,
      has_payments: HAS_PAYMENTS,
    };
    return isSettingUp(rows, now) ? setupOf(rows) : null;
  }, [hoa, users, announcements, addresses, dues, now]);
  return done && !dismissed ? { done, dismiss } : null;
};

type Setup = NonNullable<ReturnType<typeof useSetup>>;

export const SetupChecklist = ({ done, dismiss }: Setup) => {
  const ready = STEPS.filter((step) => done[step]).length;
  const next = STEPS.find((step) => !done[step]);
  return (
    <Card
      title="Get Started"
      flush
      actions={
        <Button variant="ghost" size="small" onClick={dismiss}>
          Dismiss
        </Button>
      }
    >
      <p className="num px-4 text-ink-2">
        {ready} of {STEPS.length} done
      </p>
      <ol aria-label="Get started" className="py-1.5">
        {STEPS.map((step) => (
          <Step key={step} step={step} done={done[step]} next={step === next} />
        ))}
      </ol>
    </Card>
  );
};

const Step = ({ step, done, next }: { step: SetupStep; done: boolean; next: boolean }) => {
  const { title, hint, action, href, also } = WORDS[step];
  const superadmin = useCan('hoa.manage');
  const mayDo = step !== 'payments' || superadmin;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
      <span
        className={clsx(
          'grid size-6 shrink-0 place-items-center rounded-full border',
          done ? 'border-transparent bg-good-soft text-good' : 'border-line-strong text-transparent',
        )}
      >
        <Check aria-hidden className="size-3.5" strokeWidth={2.4} />
        <span className="sr-only">{done ? 'Done:' : 'To do:'}</span>
      </span>
      <span className="min-w-0 flex-1 basis-52">
        <span className={clsx('font-[560]', done && 'text-ink-3 line-through')}>{title}</span>
        {!done && <span className="block text-ink-2 text-sm">{mayDo ? hint : 'Ask a superadmin to set this up.'}</span>}
      </span>
      {!done && mayDo && also && (
        <LinkButton href={also.href} size="small" className="max-md:ml-9">
          {also.action}
        </LinkButton>
      )}
      {!done && mayDo && (
        <LinkButton href={href} size="small" variant={next ? 'primary' : 'secondary'} className="max-md:ml-9">
          {action}
        </LinkButton>
      )}
    </li>
  );
};
