import { CalendarClock, CalendarX2 } from 'lucide-react';
import { useState } from 'react';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { versionToSend } from '../../../sync/announcements/entity.ts';
import { messageOf } from '../../device/http.ts';
import { save } from '../../device/store.ts';
import { zoneName } from '../../forms/zones.ts';
import { useHoaTime } from '../../meetings/time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatPlural } from '../../ui/format.ts';
import { Menu } from '../../ui/menu.tsx';
import { lazyPart } from '../../ui/on-demand.ts';
import { toast } from '../../ui/toast.tsx';
import { useReach } from './model.ts';

export const ScheduleDialog = lazyPart(() => import('./schedule-dialog.tsx'));

/** When it goes out, on the announcement's screen. */
export const ScheduledCard = ({ announcement }: { announcement: Announcement }) => {
  const { zone, long } = useHoaTime();
  const reach = useReach(announcement).length;
  const { dialog, reschedule, cancel } = useSchedule(announcement);
  const { send_at } = announcement;
  return (
    <Card title="Scheduled Sending">
      <div className="grid gap-3">
        <p className="num">
          {send_at ? (
            <>
              Goes out on <b className="font-semibold">{long(send_at)}</b> ({zoneName(zone)}), to{' '}
            </>
          ) : (
            'No time is set yet. It will reach '
          )}
          {formatPlural(reach, 'person', 'people')} as of now.
        </p>
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button icon={CalendarClock} onClick={reschedule}>
            Reschedule
          </Button>
          <Button icon={CalendarX2} onClick={cancel}>
            Cancel Schedule
          </Button>
        </div>
      </div>
      {dialog}
    </Card>
  );
};

/** The same acts in a list. */
export const ScheduleMenu = ({ announcement }: { announcement: Announcement }) => {
  const { dialog, reschedule, cancel } = useSchedule(announcement);
  return (
    <>
      <Menu
        label={`Schedule of ${announcement.title}`}
        entries={[
          { label: 'Reschedule', icon: CalendarClock, onSelect: reschedule },
          { label: 'Cancel Schedule', icon: CalendarX2, onSelect: cancel },
        ]}
      />
      {dialog}
    </>
  );
};

const useSchedule = (announcement: Announcement) => {
  const { id, title, send_at } = announcement;
  const { short } = useHoaTime();
  const [isAsking, setAsking] = useState(false);
  const base = versionToSend(announcement);
  const schedule = async (at: string) => {
    await save('scheduleAnnouncement', { id, send_at: at, base });
    void toast(`Scheduled for ${short(at)}`);
  };
  const cancel = () =>
    save('unscheduleAnnouncement', { id }).then(
      () => toast('Schedule canceled. It is a draft again.'),
      (error) => toast(messageOf(error, 'Failed to cancel the schedule'), 'error'),
    );
  return {
    reschedule: () => setAsking(true),
    cancel: () => void cancel(),
    dialog: isAsking && (
      <ScheduleDialog
        title={title}
        audience={announcement}
        send_at={send_at}
        onClose={() => setAsking(false)}
        onSchedule={schedule}
      />
    ),
  };
};
