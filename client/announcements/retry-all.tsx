import { RotateCw } from 'lucide-react';
import type { Announcement } from '../../schema/announcements.ts';
import { canManage, canRetry } from '../../sync/announcements.ts';
import { messageOf } from '../api.ts';
import { useUser } from '../session.ts';
import { save } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { isRetrying } from './outcome.ts';
import { useActivePeople, useDeliveries } from './recipients.ts';

/** Sends once more to everybody whom a sent announcement did not reach; not while such a retry runs. */
export const RetryAll = ({
  announcement,
  onProblem,
}: {
  announcement: Announcement;
  onProblem: (problem: string) => void;
}) => {
  const user = useUser();
  const retrying = isRetrying(announcement);
  const missed = useMissed(announcement.id);
  if (!canRetry(user, announcement) && !(retrying && canManage(user))) return null;
  const retry = () => {
    onProblem(missed > 0 ? '' : NOBODY);
    save('retryAnnouncement', { id: announcement.id, user_ids: [] }).catch((error) => {
      console.error('Failed to retry deliveries', error);
      onProblem(messageOf(error, 'Failed to retry deliveries'));
    });
  };
  return (
    <Button icon={RotateCw} busy={retrying} onClick={retry}>
      Retry All
    </Button>
  );
};

const NOBODY = 'Nobody is left to retry: those whom it did not reach are no longer active.';

/** How many of those whom it did not reach are still there. */
const useMissed = (announcement_id: string): number => {
  const active = new Set(useActivePeople().map(({ id }) => id));
  return useDeliveries(announcement_id).filter(({ status, user_id }) => status === 'failed' && active.has(user_id))
    .length;
};
