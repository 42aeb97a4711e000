import { useId, useState } from 'react';
import { hoaNameKey, LEAVING_DAYS, removalDate } from '../../../schema/hoas.ts';
import type { Hoa } from '../../../schema/tables/hoas.ts';
import { save, useRows } from '../../device/store.ts';
import { DialogActions, PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDateLong } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { DownloadEverything } from './hoa-data.tsx';

export const Leaving = () => {
  const [hoa] = useRows('hoa').all;
  if (!hoa) return null;
  return <Card title="Leave Porchlight">{hoa.leaving_at ? <Keep {...hoa} /> : <Leave {...hoa} />}</Card>;
};

const Leave = (hoa: Hoa) => {
  const [open, setOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">
        Your subscription ends, and {LEAVING_DAYS} days later all data of {hoa.name} is permanently removed.
      </p>
      <Button onClick={() => setOpen(true)}>Leave Porchlight</Button>
      <LeaveDialog open={open} onClose={() => setOpen(false)} hoa={hoa} />
    </div>
  );
};

const NAME_DIFFERS = 'This is not the name of your association';

const LeaveDialog = ({ open, onClose, hoa }: { open: boolean; onClose: () => void; hoa: Hoa }) => {
  const { name, type, error, leave, busy, failure, dismiss } = useLeave(hoa, onClose);
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Leave Porchlight"
      footer={<DialogActions form={id} onCancel={onClose} submit="Leave Porchlight" busy={busy} isDanger />}
    >
      <PlainForm id={id} onSubmit={leave}>
        <ErrorAlert message={failure} onClose={dismiss} />
        <ul className="grid list-disc gap-1 pl-5 text-ink-2">
          <li>Your subscription ends with the period you have paid for.</li>
          <li>
            On {formatDateLong(removalDate(new Date().toISOString()))}, all records, files and accounts are permanently
            removed.
          </li>
          <li>Until then everything keeps working, and you can change your mind here.</li>
          <li>We’ll email you a week before, and send a certificate when it’s done.</li>
        </ul>
        <div className="grid gap-2.5 rounded-md bg-sunk px-3.5 py-3">
          <p className="text-ink-2">Download everything first and check the archive. It will be your only copy.</p>
          <DownloadEverything />
        </div>
        <Field label={`Type “${hoa.name}” to confirm`} required error={error || undefined}>
          <Input value={name} autoComplete="off" onChange={({ target }) => type(target.value)} />
        </Field>
      </PlainForm>
    </Dialog>
  );
};

const useLeave = (hoa: Hoa, onLeft: () => void) => {
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const { submit, ...submission } = useSubmit('Your request could not be saved. Please try again.');
  const leave = async () => {
    if (hoaNameKey(name) !== hoaNameKey(hoa.name)) return setError(NAME_DIFFERS);
    if (!(await submit(async () => save('leaveHoa', { name })))) return;
    onLeft();
    toast('Your association is leaving Porchlight');
  };
  const type = (typed: string) => {
    setName(typed);
    setError('');
  };
  return { ...submission, name, type, error, leave };
};

const Keep = ({ name, leaving_at }: Hoa) => {
  const { submit, busy, failure, dismiss } = useSubmit('The removal could not be canceled. Please try again.');
  const keep = async () => {
    if (await submit(async () => save('keepHoa', {})))
      toast('Your association is staying. Please check its subscription.');
  };
  return (
    <div className="grid justify-items-start gap-3">
      <ErrorAlert message={failure} onClose={dismiss} />
      <p className="text-ink-2">
        All data of {name} will be removed on {leaving_at && formatDateLong(removalDate(leaving_at))}.
      </p>
      <Button variant="primary" busy={busy} onClick={keep}>
        Keep the Association
      </Button>
    </div>
  );
};
