import { CalendarClock, LoaderCircle, Pencil, RotateCw, Send } from 'lucide-react';
import { useState } from 'react';
import type { Versions } from '../../../schema/edits.ts';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { canEdit, canManage, canRetry, canSend, versionToSend } from '../../../sync/announcements/entity.ts';
import { messageOf } from '../../device/http.ts';
import { useUser } from '../../device/session.ts';
import { save, useOnline } from '../../device/store.ts';
import { useHoaTime } from '../../meetings/time.ts';
import { paths } from '../../paths.ts';
import { useWaiting } from '../../screens/waiting.tsx';
import { Waiting } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { isRetrying, useActivePeople, useDeliveries } from './model.ts';
import { CategoryBadge, StatusBadge } from './parts.tsx';
import { ScheduleDialog } from './scheduled.tsx';
import { SendDialog } from './send-dialog.tsx';
import { useHeldBack } from './use-held-back.ts';

type Props = { announcement: Announcement; onError: (message: string) => void };

export const AnnouncementHeader = ({ announcement, onError }: Props) => {
  const user = useUser();
  return (
    <PageHeader
      title={announcement.title}
      subtitle={<StatusLine announcement={announcement} />}
      actions={
        <>
          <PrintButton />
          {canEdit(user, announcement) && (
            <LinkButton icon={Pencil} href={paths.announcementEdit(announcement.id)}>
              Edit
            </LinkButton>
          )}
          {canEdit(user, announcement) && <ScheduleButton announcement={announcement} onError={onError} />}
          {canSend(user, announcement) && <SendButton announcement={announcement} onError={onError} />}
          <RetryAll announcement={announcement} onError={onError} />
        </>
      }
    />
  );
};

const StatusLine = ({ announcement: { id, category, status, send_at } }: { announcement: Announcement }) => {
  const online = useOnline();
  const isWaiting = useWaiting().has(id);
  const { short } = useHoaTime();
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2">
      <CategoryBadge category={category} />
      {canManage(useUser()) && <StatusBadge status={status} />}
      {status === 'scheduled' && send_at && <span className="num">Scheduled for {short(send_at)}</span>}
      {status === 'sending' && (online || !isWaiting) && (
        <span className="flex items-center gap-1.5">
          <LoaderCircle aria-hidden className="size-3.5 animate-turn" />
          Sending emails...
        </span>
      )}
      {isWaiting && <Waiting />}
    </span>
  );
};

/** Sends a draft, or again what has failed, after a confirmation that names how many people will get an email. */
const SendButton = ({ announcement, onError }: { announcement: Announcement; onError: (message: string) => void }) => {
  const { id, title, status } = announcement;
  // The version that the author sees goes out, and nothing newer.
  const [version, setVersion] = useState<Versions>();
  const [isConfirming, setConfirming] = useState(false);
  const heldBack = useHeldBack(id);
  const label = status === 'failed' ? 'Retry Send' : 'Send';
  const confirm = () => {
    if (heldBack.send) return onError(heldBack.send);
    setVersion(versionToSend(announcement));
    setConfirming(true);
  };
  const send = () => {
    onError('');
    return save('sendAnnouncement', { id, base: version }).catch((error) =>
      onError(messageOf(error, 'Failed to send announcement')),
    );
  };
  return (
    <>
      <Button variant="primary" icon={Send} onClick={confirm}>
        {label}
      </Button>
      <SendDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        id={id}
        title={title}
        audience={announcement}
        label={label}
        onSend={send}
      />
    </>
  );
};

/** Sets the time at which a draft goes out. */
const ScheduleButton = ({ announcement, onError }: Props) => {
  const { id, title } = announcement;
  const { short } = useHoaTime();
  const [version, setVersion] = useState<Versions>();
  const heldBack = useHeldBack(id);
  const ask = () => (heldBack.schedule ? onError(heldBack.schedule) : setVersion(versionToSend(announcement)));
  const schedule = async (send_at: string) => {
    onError('');
    await save('scheduleAnnouncement', { id, send_at, base: version });
    void toast(`Scheduled for ${short(send_at)}`);
  };
  return (
    <>
      <Button icon={CalendarClock} onClick={ask}>
        Schedule
      </Button>
      {version && (
        <ScheduleDialog
          title={title}
          audience={announcement}
          onClose={() => setVersion(undefined)}
          onSchedule={schedule}
        />
      )}
    </>
  );
};

/** Sends again to everybody a sent announcement did not reach; not while such a retry runs. */
const RetryAll = ({ announcement, onError }: { announcement: Announcement; onError: (message: string) => void }) => {
  const user = useUser();
  const retrying = isRetrying(announcement);
  const missed = useMissedCount(announcement.id);
  if (!canRetry(user, announcement) && !(retrying && canManage(user))) return null;
  const retry = () => {
    onError(missed > 0 ? '' : NOBODY);
    save('retryAnnouncement', { id: announcement.id, user_ids: [] }).catch((error) => {
      console.error('Failed to retry deliveries', error);
      onError(messageOf(error, 'Failed to retry deliveries'));
    });
  };
  return (
    <Button icon={RotateCw} busy={retrying} onClick={retry}>
      Retry All
    </Button>
  );
};

const NOBODY = 'No one is left to retry. The people it didn’t reach are no longer active.';

const useMissedCount = (announcement_id: string): number => {
  const active = new Set(useActivePeople().map(({ id }) => id));
  return useDeliveries(announcement_id).filter(({ status, user_id }) => status === 'failed' && active.has(user_id))
    .length;
};
