import { LoaderCircle, Pencil } from 'lucide-react';
import type { Announcement } from '../../schema/announcements.ts';
import { canEdit, canSend } from '../../sync/announcements.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { useOnline } from '../store.ts';
import { Waiting } from '../ui/badge.tsx';
import { LinkButton } from '../ui/button.tsx';
import { PageHeader } from '../ui/page.tsx';
import { CategoryBadge, StatusBadge } from './badges.tsx';
import { RetryAll } from './retry-all.tsx';
import { SendButton } from './send.tsx';
import { useWaiting } from './waiting.ts';

type Props = { announcement: Announcement; onProblem: (problem: string) => void };

/** The head of an announcement: what it is, how it stands, and what can be done with it now. */
export const AnnouncementHead = ({ announcement, onProblem }: Props) => {
  const user = useUser();
  return (
    <PageHeader
      title={announcement.title}
      subtitle={<Standing announcement={announcement} />}
      actions={
        <>
          {canEdit(user, announcement) && (
            <LinkButton icon={Pencil} href={paths.announcementEdit(announcement.id)}>
              Edit
            </LinkButton>
          )}
          {canSend(user, announcement) && <SendButton announcement={announcement} onProblem={onProblem} />}
          <RetryAll announcement={announcement} onProblem={onProblem} />
        </>
      }
    />
  );
};

const Standing = ({ announcement: { id, category, status } }: { announcement: Announcement }) => {
  const online = useOnline();
  const waits = useWaiting().has(id);
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2">
      <CategoryBadge category={category} />
      <StatusBadge status={status} />
      {status === 'sending' && (online || !waits) && (
        <span className="flex items-center gap-1.5">
          <LoaderCircle aria-hidden className="size-3.5 animate-turn" />
          Sending emails...
        </span>
      )}
      {waits && <Waiting />}
    </span>
  );
};
