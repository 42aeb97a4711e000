import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import type { Announcement } from '../../schema/announcements.ts';
import { ANNOUNCEMENT_NOT_FOUND } from '../../sync/announcements.ts';
import { paths } from '../paths.ts';
import { useRows, useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { SkeletonRows } from '../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';

/** Gives its children the announcement that the address names, or says why there is none. `title` stands meanwhile. */
export const AnnouncementGate = ({
  title,
  children,
}: {
  title: string;
  children: (announcement: Announcement) => ReactNode;
}) => {
  const { id = '' } = useParams<{ id: string }>();
  const announcement = useRows('announcement').get(id);
  const sync = useSync();
  // Keyed, so that what is said of one announcement never shows on another.
  if (announcement)
    return (
      <div key={id} className="contents">
        {children(announcement)}
      </div>
    );
  if (sync.phase === 'ready') return <Absent title={title} message={ANNOUNCEMENT_NOT_FOUND} />;
  return <Absent title={title} {...(sync.failed && { message: 'Failed to load announcement' })} />;
};

const Absent = ({ title, message }: { title: string; message?: string }) => (
  <>
    <Breadcrumb entries={[{ label: 'Announcements', href: paths.announcements() }, { label: title }]} />
    <PageHeader title={title} />
    {message ? (
      <>
        <Alert tone="error">{message}</Alert>
        <div className="flex gap-2">
          <LinkButton href={paths.announcements()}>Back to Announcements</LinkButton>
          <Button onClick={() => location.reload()}>Try Again</Button>
        </div>
      </>
    ) : (
      <>
        <p role="status" className="text-ink-3">
          Loading announcement...
        </p>
        <SkeletonRows rows={4} />
      </>
    )}
  </>
);
