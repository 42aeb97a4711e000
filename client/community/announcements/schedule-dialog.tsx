import { useId } from 'react';
import { type FieldErrors, useWatch } from 'react-hook-form';
import { TIME_PAST } from '../../../schema/announcements.ts';
import { addDays } from '../../../schema/dates.ts';
import { useOnline } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { DialogActions, PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { DateField, TextField } from '../../forms/fields.tsx';
import { useSaveForm } from '../../forms/save-form.tsx';
import { zoneName } from '../../forms/zones.ts';
import { fieldsOf, instantOf, useHoaTime } from '../../meetings/time.ts';
import { Alert } from '../../ui/alert.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatPlural } from '../../ui/format.ts';
import { type Audience, useReach } from './model.ts';

type Values = { date: string; time: string };
type Props = {
  title: string;
  audience: Audience;
  /** The time that is set now. */
  send_at?: string | null;
  onClose: () => void;
  /** Throws Refusal. */
  onSchedule: (send_at: string) => Promise<unknown>;
};

const TIME_MISSING = 'Please select a date and time.';

/** Asks when an announcement goes out, in the time zone of the HOA. */
const ScheduleDialog = ({ title, audience, send_at = null, onClose, onSchedule }: Props) => {
  const { zone, long } = useHoaTime();
  const today = useHoaToday();
  const id = useId();
  const { form, save, busy, failure, dismiss } = useSaveForm<Values>({
    values: send_at ? fieldsOf(zone, send_at) : { date: addDays(today, 1), time: '09:00' },
    resolver: (values) => {
      const errors = errorsOf(zone, values);
      return errors ? { values: {}, errors } : { values, errors: {} };
    },
    write: async ({ date, time }) => {
      await onSchedule(instantOf(zone, date, time));
      onClose();
    },
  });
  const { date = '', time = '' } = useWatch({ control: form.control });
  const instant = instantOf(zone, date, time);
  const label = send_at ? 'Reschedule' : 'Schedule';
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${label} “${title}”`}
      footer={<DialogActions form={id} onCancel={onClose} submit={label} busy={busy} />}
    >
      <PlainForm id={id} onSubmit={save}>
        <div className="grid gap-4.5 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <DateField form={form} name="date" label="Date" required min={today} />
          <TextField form={form} name="time" label="Time" required type="time" className="num" />
        </div>
        {instant && <Forecast when={long(instant)} zone={zone} audience={audience} />}
        <ErrorAlert message={failure} onClose={dismiss} />
      </PlainForm>
    </Dialog>
  );
};

export default ScheduleDialog;

const errorsOf = (zone: string, { date, time }: Values): FieldErrors<Values> | null => {
  if (!date) return { date: { type: 'required', message: TIME_MISSING } };
  if (!time) return { time: { type: 'required', message: TIME_MISSING } };
  if (instantOf(zone, date, time) > new Date().toISOString()) return null;
  return { time: { type: 'min', message: TIME_PAST } };
};

const Forecast = ({ when, zone, audience }: { when: string; zone: string; audience: Audience }) => {
  const reach = useReach(audience).length;
  const online = useOnline();
  return (
    <div className="grid gap-2 text-ink-2">
      <p aria-live="polite" className="num">
        Goes out on <b className="font-semibold text-ink">{when}</b> ({zoneName(zone)}), to{' '}
        {formatPlural(reach, 'person', 'people')} as of now. People who join or move in before then get it too.
      </p>
      <p>If your association’s time zone changes later, it still goes out at this same moment.</p>
      {!online && (
        <Alert tone="info">
          You are offline. This will be scheduled when you are back online. If the time has passed by then, it stays a
          draft.
        </Alert>
      )}
    </div>
  );
};
