import { useState } from 'react';
import { api } from '../../device/api.ts';
import { useCan, useUser } from '../../device/session.ts';
import { withStepUp } from '../../device/step-up.ts';
import { useRows } from '../../device/store.ts';
import { FormActions, PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Loaded, useLoaded } from '../../screens/loaded.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatDate } from '../../ui/format.ts';
import { toast } from '../../ui/toast.tsx';
import { CodeField } from '../auth/code-field.tsx';
import { useCodeForm } from '../auth/code-form.ts';
import { SetupDialog } from './setup-dialog.tsx';

type SecondFactor = { confirmedAt: string | null; recoveryCodesLeft: number };

/** Shown to those who may add a second factor, and to those who still have one. */
export const SecondFactorCard = () => {
  const mayAdd = useCan('second_factor.add');
  const loaded = useLoaded<SecondFactor>('/api/auth/second-factor', 'Failed to load your two-step verification.');
  const { body: factor, load } = loaded;
  const [dialog, setDialog] = useState<'setup' | 'remove' | null>(null);
  const close = () => setDialog(null);
  if (!mayAdd && !factor?.confirmedAt) return null;
  return (
    <Card title="Two-Step Verification">
      <Loaded {...loaded} rows={1} offline="You are offline. Connect to see your two-step verification.">
        {({ confirmedAt, ...codes }) => (
          <div className="grid justify-items-start gap-3">
            {confirmedAt ? <On {...codes} confirmedAt={confirmedAt} /> : <Off />}
            <Button onClick={() => setDialog(confirmedAt ? 'remove' : 'setup')}>
              {confirmedAt ? 'Turn Off Two-Step Verification' : 'Set Up Two-Step Verification'}
            </Button>
            <Requirement hasOne={confirmedAt !== null} />
          </div>
        )}
      </Loaded>
      <SetupDialog open={dialog === 'setup'} onClose={close} onConfirmed={() => void load()} />
      <RemoveDialog open={dialog === 'remove'} onClose={close} onRemoved={() => void load()} />
    </Card>
  );
};

const Off = () => {
  const mustHaveOne = useMustHaveOne();
  return (
    <>
      <p className="text-ink-2">
        Protect your account and the HOA’s payouts with a code from an app on your phone, in addition to your password.
      </p>
      {mustHaveOne && (
        <Alert tone="info">Set it up to use payouts and API tokens, download all data and add superadmins.</Alert>
      )}
    </>
  );
};

/** As `requireFreshCode` (sync/users/step-up.ts) sees it. */
const useMustHaveOne = (): boolean => {
  const { id } = useUser();
  const own = useRows('user').get(id)?.needs_second_factor;
  const hoa = useRows('hoa').all[0];
  return Boolean(own || hoa?.superadmins_need_second_factor);
};

const On = ({ confirmedAt, recoveryCodesLeft }: SecondFactor & { confirmedAt: string }) => (
  <>
    <p className="flex flex-wrap items-center gap-2">
      <Badge tone="ok">On</Badge> <span className="num text-ink-2">since {formatDate(confirmedAt)}</span>
    </p>
    <p className={recoveryCodesLeft > 2 ? 'text-ink-2' : 'text-red'}>
      {recoveryCodesLeft === 1 ? '1 recovery code is left.' : `${recoveryCodesLeft} recovery codes are left.`}
      {recoveryCodesLeft <= 2 && ' Turn off two-step verification and set it up again to get new ones.'}
    </p>
  </>
);

type RemoveProps = { open: boolean; onClose: () => void; onRemoved: () => void };

const RemoveDialog = ({ open, onClose, onRemoved }: RemoveProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="Turn Off Two-Step Verification?"
    subtitle="You’ll sign in with your password alone, and your recovery codes will stop working."
  >
    <RemoveForm onClose={onClose} onRemoved={onRemoved} />
  </Dialog>
);

const RemoveForm = ({ onClose, onRemoved }: Omit<RemoveProps, 'open'>) => {
  const remove = async (code: string) => {
    await api('/api/auth/second-factor/remove', { method: 'POST', body: { code } });
    toast('Two-step verification turned off');
    onClose();
    onRemoved();
  };
  const { field, error, submit, busy } = useCodeForm(
    remove,
    'Two-step verification could not be turned off. Please try again.',
  );
  return (
    <PlainForm layout="bare" onSubmit={submit}>
      <CodeField autoFocus error={error} {...field} />
      <FormActions stacks isDanger onCancel={onClose} submit={busy ? 'Turning Off…' : 'Turn Off'} busy={busy} />
    </PlainForm>
  );
};

/** The HOA's setting. It needs a connection, as the code does that changes it. */
const Requirement = ({ hasOne }: { hasOne: boolean }) => {
  const manages = useCan('hoa.manage');
  const hoa = useRows('hoa').all[0];
  const { submit, busy, failure, dismiss } = useSubmit('The setting could not be changed. Please try again.', {
    repeat: true,
  });
  if (!manages || !hoa) return null;
  const isOn = Boolean(hoa.superadmins_need_second_factor);
  const change = async () => {
    const body = { required: !isOn };
    const changed = () => api('/api/hoa/second-factor', { method: 'PUT', body });
    if (await submit(async () => void (await withStepUp(changed))))
      toast(isOn ? 'Superadmins no longer need two-step verification' : 'Superadmins now need two-step verification');
  };
  return (
    <div className="grid w-full gap-3 border-line border-t pt-3">
      <ErrorAlert message={failure} onClose={dismiss} />
      <Checkbox
        label="Superadmins need two-step verification"
        hint={
          hasOne || isOn
            ? 'Until they set it up, they can’t use payouts or API tokens, download all data or add superadmins.'
            : 'Set up yours first.'
        }
        checked={isOn}
        disabled={busy || !(hasOne || isOn)}
        onChange={() => void change()}
      />
    </div>
  );
};
