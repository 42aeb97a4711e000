import { LoaderCircle, Pencil, RotateCw, Send } from 'lucide-react';
import { useState } from 'react';
import type { Versions } from '../../../schema/edits.ts';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { canEdit, canManage, canRetry, canSend, versionToSend } from '../../../sync/announcements/entity.ts';
import { MAILS_USED_UP } from '../../../sync/failed-jobs/mail-pause.ts';
import { messageOf } from '../../device/http.ts';
import { useUser } from '../../device/session.ts';
import { save, useOnline } from '../../device/store.ts';
import { useMailPause } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { SENT_LATER, useWaiting, useWaitingFile } from '../../screens/waiting.tsx';
import { Waiting } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatDateTime, formatPlural } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { isRetrying, useActivePeople, useDeliveries, useReach } from './model.ts';
import { CategoryBadge, StatusBadge } from './parts.tsx';

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
          {canSend(user, announcement) && <SendButton announcement={announcement} onError={onError} />}
          <RetryAll announcement={announcement} onError={onError} />
        </>
      }
    />
  );
};

const StatusLine = ({ announcement: { id, category, status } }: { announcement: Announcement }) => {
  const online = useOnline();
  const isWaiting = useWaiting().has(id);
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2">
      <CategoryBadge category={category} />
      {canManage(useUser()) && <StatusBadge status={status} />}
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
  const waitingFile = useWaitingFile(id);
  const pausedUntil = useMailPause();
  const label = status === 'failed' ? 'Retry Send' : 'Send';
  const confirm = () => {
    if (waitingFile) return onError(withheldMessage(waitingFile.name));
    if (pausedUntil) return onError(pausedMessage(pausedUntil));
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
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={`${label} “${title}”?`}
        confirm={label}
        variant="primary"
        onConfirm={send}
      >
        <Consequences announcement={announcement} />
      </ConfirmDialog>
    </>
  );
};

/** It would go out without its attachment. */
const withheldMessage = (name: string) =>
  `${name} is still waiting on this device. You can send the announcement once the file is uploaded. To send it without the file, remove the file under Edit.`;

const pausedMessage = (until: string) =>
  `${MAILS_USED_UP} This announcement can be sent after ${formatDateTime(until)}.`;

const Consequences = ({ announcement }: { announcement: Announcement }) => {
  const online = useOnline();
  const reach = useReach(announcement);
  const reached = new Set(
    useDeliveries(announcement.id)
      .filter(({ status }) => status === 'delivered')
      .map(({ user_id }) => user_id),
  );
  const remaining = reach.filter(({ id }) => !reached.has(id)).length;
  return (
    <div className="grid gap-2">
      <p>
        <b className="font-semibold text-ink">
          {remaining === 0 ? 'No one' : formatPlural(remaining, 'person', 'people')}
        </b>{' '}
        will get an email, and everyone it is addressed to can read it in the app. You cannot edit it or take it back
        after that.
      </p>
      {!online && <p className="font-[560] text-amber">You are offline. {SENT_LATER}</p>}
    </div>
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

const NOBODY = 'There is no one left to retry. The people it did not reach are no longer active.';

const useMissedCount = (announcement_id: string): number => {
  const active = new Set(useActivePeople().map(({ id }) => id));
  return useDeliveries(announcement_id).filter(({ status, user_id }) => status === 'failed' && active.has(user_id))
    .length;
};
