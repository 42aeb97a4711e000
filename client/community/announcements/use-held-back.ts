import { MAILS_USED_UP } from '../../../sync/failed-jobs/mail-pause.ts';
import { useMailPause } from '../../device/today.ts';
import { useWaitingFile } from '../../screens/waiting.tsx';
import { formatDateTime } from '../../ui/format.ts';

/** Why an announcement cannot be sent or scheduled now; null where it can. */
export const useHeldBack = (id: string): { send: string | null; schedule: string | null } => {
  const waitingFile = useWaitingFile(id);
  const pausedUntil = useMailPause();
  const file = waitingFile ? withheldMessage(waitingFile.name) : null;
  const pause = pausedUntil && `${MAILS_USED_UP} You can send this announcement after ${formatDateTime(pausedUntil)}.`;
  return { send: file ?? pause, schedule: file };
};

/** It would go out without its attachment. */
const withheldMessage = (name: string) =>
  `${name} is still waiting on this device. You can send the announcement once the file is uploaded. To send it without the file, choose Edit and remove the file.`;
