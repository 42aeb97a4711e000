import { lastSyncOf } from '../../device/open-store.ts';
import { useUser } from '../../device/session.ts';
import { useOnline } from '../../device/store.ts';
import { formatDateTime } from '../../ui/format.ts';

/** Offline, until when what other devices did is counted. */
export const LastSync = () => {
  const { id } = useUser();
  const last = lastSyncOf(id);
  if (useOnline() || last === null) return null;
  return <p className="w-full text-ink-3 text-sm">As of last sync {formatDateTime(last)}</p>;
};
