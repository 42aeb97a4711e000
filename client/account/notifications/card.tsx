import {
  CHANNELS,
  type Channel,
  DEFAULT_DIGEST_HOUR,
  DEFAULT_QUIET,
  type NotificationEvent,
  ruleOf,
} from '../../../schema/notifications.ts';
import { eventsOf, wants } from '../../../sync/notifications/rules.ts';
import { useUser } from '../../device/session.ts';
import { save, useRows } from '../../device/store.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { PushDevice } from './push-device.tsx';

const CHANNEL_LABELS: Record<Channel, string> = { mail: 'Email', push: 'Push' };
const saveChoice = (args: object) => save('updateNotificationPreferences', args);

/** The events a person hears of, and by which channel. It works offline, as every choice is a change like any other. */
export const NotificationsCard = () => {
  const { id, role } = useUser();
  const preferences = useRows('notificationPreferences').get(id);
  return (
    <Card title="Notifications">
      <div className="grid gap-4">
        <table className="w-full text-left">
          <caption className="sr-only">Notification choices</caption>
          <thead>
            <tr className="text-ink-3 text-sm">
              <th scope="col" className="pb-1 font-normal">
                Notify me about
              </th>
              {CHANNELS.map((channel) => (
                <th key={channel} scope="col" className="w-14 pb-1 text-center font-normal">
                  {CHANNEL_LABELS[channel]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {eventsOf(role).map((event) => (
              <EventRow
                key={event}
                event={event}
                isOn={(channel) => wants(role, preferences, event, channel)}
                onChange={(channel, on) => saveChoice({ choices: { [event]: { [channel]: on } } })}
              />
            ))}
          </tbody>
        </table>
        <Digest hour={preferences?.digest_hour ?? null} />
        <QuietHours from={preferences?.quiet_from ?? null} to={preferences?.quiet_to ?? null} />
        <PushDevice />
      </div>
    </Card>
  );
};

type EventRowProps = {
  event: NotificationEvent;
  isOn: (channel: Channel) => boolean;
  onChange: (channel: Channel, on: boolean) => Promise<void>;
};

const EventRow = ({ event, isOn, onChange }: EventRowProps) => {
  const { label, explanation, required, channels = CHANNELS } = ruleOf(event);
  return (
    <tr>
      <th scope="row" className="py-2 pr-3 align-top font-medium">
        {label}
        <span className="block font-normal text-ink-3 text-sm">{required ?? explanation}</span>
      </th>
      {CHANNELS.map((channel) => (
        <td key={channel} className="py-2 text-center align-top">
          {channels.includes(channel) && (
            <label className="inline-grid size-11 place-items-center">
              <input
                type="checkbox"
                aria-label={`${label}: ${CHANNEL_LABELS[channel]}`}
                checked={isOn(channel)}
                disabled={channel === 'mail' && required !== undefined}
                onChange={({ target }) => void onChange(channel, target.checked)}
              />
            </label>
          )}
        </td>
      ))}
    </tr>
  );
};

const Digest = ({ hour }: { hour: number | null }) => (
  <div className="grid gap-2 border-line border-t pt-3">
    <Checkbox
      label="One daily digest instead of separate emails"
      checked={hour !== null}
      onChange={({ target }) => void saveChoice({ digest_hour: target.checked ? DEFAULT_DIGEST_HOUR : null })}
    />
    {hour !== null && (
      <HourSelect label="Send it at" value={hour} onChange={(digest_hour) => saveChoice({ digest_hour })} />
    )}
  </div>
);

const QuietHours = ({ from, to }: { from: number | null; to: number | null }) => {
  const choose = (quiet_hours: { from: number; to: number } | null) => void saveChoice({ quiet_hours });
  return (
    <div className="grid gap-2 border-line border-t pt-3">
      <Checkbox
        label="Quiet hours"
        hint="Emails and push notifications wait until these hours are over, in your HOA’s time zone. Official notices are sent right away."
        checked={from !== null}
        onChange={({ target }) => choose(target.checked ? DEFAULT_QUIET : null)}
      />
      {from !== null && to !== null && (
        <div className="grid grid-cols-2 gap-3">
          <HourSelect label="From" value={from} not={to} onChange={(hour) => choose({ from: hour, to })} />
          <HourSelect label="To" value={to} not={from} onChange={(hour) => choose({ from, to: hour })} />
        </div>
      )}
    </div>
  );
};

type HourSelectProps = { label: string; value: number; not?: number; onChange: (hour: number) => void };

const HourSelect = ({ label, value, not, onChange }: HourSelectProps) => (
  <Field label={label}>
    <Select
      value={String(value)}
      options={HOURS.filter((option) => option.value !== String(not))}
      onChange={(hour) => onChange(Number(hour))}
    />
  </Field>
);

const labelOf = (hour: number) => `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'AM' : 'PM'}`;

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: labelOf(hour) }));
