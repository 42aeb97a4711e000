import { Ban, CalendarPlus, CirclePlus, DoorOpen, Pencil, Printer, Trash2, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { isHeld } from '../../../sync/meetings/canceled.ts';
import { save, useOnline, useRows } from '../../device/store.ts';
import { download } from '../../files/download.ts';
import { ConfirmChange } from '../../forms/confirm-change.tsx';
import { paths } from '../../paths.ts';
import { withFlash } from '../../screens/notice-alert.tsx';
import { SENT_LATER } from '../../screens/waiting.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuEntry } from '../../ui/menu-panel.tsx';
import { toast } from '../../ui/toast.tsx';

type Props = { meeting: Meeting };

/** The actions of the board on a meeting. */
export const BoardActions = ({ meeting }: Props) => {
  const { id, status } = meeting;
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      {(status === 'scheduled' || isHeld(meeting)) && (
        <>
          <LinkButton icon={UserCheck} href={paths.meetingDesk(id)}>
            Desk
          </LinkButton>
          <LinkButton variant="primary" icon={DoorOpen} href={paths.meetingRoom(id)}>
            Room
          </LinkButton>
        </>
      )}
      {status === 'draft' && (
        <LinkButton variant="primary" icon={Pencil} href={paths.meetingEdit(id)}>
          Edit
        </LinkButton>
      )}
      <Menu label="Options" entries={useOptions(meeting, setAsked)} />
      <CancelDialog meeting={meeting} open={asked === 'cancel'} onClose={close} />
      <DeleteDialog meeting={meeting} open={asked === 'delete'} onClose={close} />
    </>
  );
};

type Asked = 'cancel' | 'delete';

const useOptions = (meeting: Meeting, ask: (asked: Asked) => void): MenuEntry[] => {
  const { id, status } = meeting;
  const calendar = useCalendarFile(meeting);
  const isContinued = useRows('meeting').by('adjourned_from', id).length > 0;
  const isScheduled = status === 'scheduled';
  return [
    isScheduled && { label: 'Edit', icon: Pencil, href: paths.meetingEdit(id) },
    isScheduled && { label: 'Print Sheets', icon: Printer, href: paths.meetingPrint(id, 'agenda') },
    { label: 'Add to Calendar', icon: CalendarPlus, onSelect: calendar },
    isScheduled &&
      !isContinued && { label: 'Adjourn to a New Meeting', icon: CirclePlus, href: paths.meetingContinue(id) },
    status !== 'canceled' &&
      !isHeld(meeting) && { label: 'Cancel Meeting', icon: Ban, danger: true, onSelect: () => ask('cancel') },
    status === 'draft' && { label: 'Delete Draft', icon: Trash2, danger: true, onSelect: () => ask('delete') },
  ].filter((entry) => entry !== false);
};

/** "Add to calendar" for residents. */
export const CalendarButton = ({ meeting }: Props) => {
  const run = useCalendarFile(meeting);
  return (
    <Button icon={CalendarPlus} onClick={run}>
      Add to Calendar
    </Button>
  );
};

type DialogProps = Props & { open: boolean; onClose: () => void };

const CancelDialog = ({ meeting: { id, title, noticed }, ...frame }: DialogProps) => {
  const [reason, setReason] = useState('');
  const online = useOnline();
  return (
    <ConfirmChange
      {...frame}
      title="Cancel Meeting"
      confirm="Cancel Meeting"
      busyLabel="Canceling…"
      write={() => save('cancelMeeting', { id, reason: reason.trim() || null })}
      said="Meeting canceled"
      fallback="The meeting could not be canceled. Please try again."
    >
      <div className="grid gap-3.5">
        <p>
          {title} will not take place. Its agenda and papers are kept.
          {noticed && ' Everyone who got the notice gets a cancellation notice.'}
          {noticed && !online && ` ${SENT_LATER}`}
        </p>
        <Field label="Reason" hint={noticed ? 'Included in the cancellation notice.' : undefined}>
          <Textarea value={reason} onChange={(event) => setReason(event.target.value)} rows={2} maxLength={500} />
        </Field>
      </div>
    </ConfirmChange>
  );
};

const DeleteDialog = ({ meeting: { id, title }, ...frame }: DialogProps) => {
  const [, navigate] = useLocation();
  const remove = async () => {
    await save('deleteMeeting', { id });
    navigate(paths.meetings(), withFlash('Draft deleted'));
  };
  return (
    <ConfirmChange
      {...frame}
      title="Delete Draft"
      confirm="Delete"
      busyLabel="Deleting…"
      write={remove}
      fallback="The draft could not be deleted. Please try again."
    >
      {title} and its agenda will be deleted. No one outside the board has seen them.
    </ConfirmChange>
  );
};

/** Downloads the meeting as a calendar file, made on the device: the same bytes as those of the server. */
const useCalendarFile = (meeting: Meeting): (() => Promise<void>) => {
  const hoa = useRows('hoa').all[0];
  return async () => {
    if (!hoa) return;
    try {
      const { icsName, icsOf } = await import('../../../sync/meetings/notice/meeting-ics.ts');
      download(icsName(meeting, hoa), icsOf(meeting, hoa), 'text/calendar;charset=utf-8');
    } catch {
      void toast('The calendar file could not be created. Please try again.', 'error');
    }
  };
};
