import { api } from '../../device/api.ts';
import { useCan } from '../../device/session.ts';
import { withStepUp } from '../../device/step-up.ts';
import { useRows } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { toast } from '../../ui/toast.tsx';

/** The HOA's setting. It needs a connection, as the code does that changes it. */
export const Requirement = ({ hasOne }: { hasOne: boolean }) => {
  const manages = useCan('hoa.manage');
  const hoa = useRows('hoa').all[0];
  const { submit, busy, failure, dismiss } = useSubmit('The setting could not be changed.', { repeat: true });
  if (!manages || !hoa) return null;
  const isOn = Boolean(hoa.superadmins_need_second_factor);
  const change = async () => {
    const body = { required: !isOn };
    const changed = () => api('/api/hoa/second-factor', { method: 'PUT', body });
    if (await submit(async () => void (await withStepUp(changed))))
      toast(isOn ? 'Superadmins no longer need a second factor' : 'Superadmins need a second factor now');
  };
  return (
    <div className="grid w-full gap-3 border-line border-t pt-3">
      <ErrorAlert message={failure} onClose={dismiss} />
      <Checkbox
        label="Superadmins need a second factor"
        hint={
          hasOne || isOn
            ? 'Until they set one up, they can’t use payouts, API tokens or the download of everything, and can’t add superadmins.'
            : 'Set up your own first.'
        }
        checked={isOn}
        disabled={busy || !(hasOne || isOn)}
        onChange={() => void change()}
      />
    </div>
  );
};
