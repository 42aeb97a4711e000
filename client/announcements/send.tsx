import { Send } from 'lucide-react';
import { useState } from 'react';
import type { Announcement } from '../../schema/announcements.ts';
import type { Versions } from '../../schema/edits.ts';
import { versionToSend } from '../../sync/announcements.ts';
import { messageOf } from '../api.ts';
import { save, useOnline } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatPlural } from '../ui/format.ts';
import { useDeliveries, useReach } from './recipients.ts';
import { useWaitingFile } from './waiting.ts';

/** What is said of a sending that no server knows of yet. */
export const SENT_LATER = 'It will be sent when you are back online.';

/** Sends a draft, or once more what has failed. Asks first, naming how many people will get an email. */
export const SendButton = ({
  announcement,
  onProblem,
}: {
  announcement: Announcement;
  onProblem: (problem: string) => void;
}) => {
  const { id, title, status } = announcement;
  // What the author has before them when they ask goes out, and nothing newer.
  const [version, setVersion] = useState<Versions>();
  const [asking, setAsking] = useState(false);
  const waitingFile = useWaitingFile(id);
  const label = status === 'failed' ? 'Retry Send' : 'Send';
  const ask = () => {
    setVersion(versionToSend(announcement));
    setAsking(true);
  };
  const send = () => {
    onProblem('');
    return save('sendAnnouncement', { id, base: version }).catch((error) =>
      onProblem(messageOf(error, 'Failed to send announcement')),
    );
  };
  return (
    <>
      <Button
        variant="primary"
        icon={Send}
        onClick={() => (waitingFile ? onProblem(heldBack(waitingFile.name)) : ask())}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
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

/** Otherwise it would go out without its attachment. */
const heldBack = (name: string) =>
  `${name} still waits on this device. The announcement can be sent once the file is uploaded. To send it without the file, remove the file under Edit.`;

const Consequences = ({ announcement }: { announcement: Announcement }) => {
  const online = useOnline();
  const reach = useReach(announcement);
  const reached = new Set(
    useDeliveries(announcement.id)
      .filter(({ status }) => status === 'delivered')
      .map(({ user_id }) => user_id),
  );
  const left = reach.filter(({ id }) => !reached.has(id)).length;
  return (
    <div className="grid gap-2">
      <p>
        <b className="font-semibold text-ink">{left === 0 ? 'Nobody' : formatPlural(left, 'person', 'people')}</b> will
        get an email, and whom it concerns can read it in the app. It cannot be edited or taken back afterwards.
      </p>
      {!online && <p className="font-[560] text-lamp">You are offline. {SENT_LATER}</p>}
    </div>
  );
};
