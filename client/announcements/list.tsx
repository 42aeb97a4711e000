import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { canManage, list, unread } from '../../sync/announcements.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { useRows, useSync } from '../store.ts';
import { LinkButton } from '../ui/button.tsx';
import { StatCards } from '../ui/card.tsx';
import { PageHeader } from '../ui/page.tsx';
import { Banner } from './banner.tsx';
import { listPath, useFilters } from './filters.ts';
import { Finished } from './finished.tsx';
import { ListFilters } from './list-filters.tsx';
import { FoundAnnouncements } from './list-found.tsx';
import { useHasRead } from './reads.ts';

/** /announcements: everything the user may see, filtered on this device. */
const Announcements = () => {
  const announcements = useRows('announcement');
  const hasRead = useHasRead();
  const filtering = useFilters();
  const { filters } = filtering;
  const unreads = useMemo(() => unread(announcements.all, hasRead), [announcements, hasRead]);
  const among = filters.show === 'unread' ? unreads : announcements.all;
  const found = useMemo(() => list(among, filters), [among, filters]);
  const cached = announcements.size > 0;
  const known = useSync().phase === 'ready' || cached;
  return (
    <>
      <Header />
      <Banner />
      <Finished />
      <StatCards
        stats={[
          { label: 'Total Announcements', value: known ? announcements.size : '–', href: listPath({}) },
          { label: 'Unread Announcements', value: known ? unreads.length : '–', href: listPath({ show: 'unread' }) },
        ]}
      />
      <ListFilters {...filtering} found={found.length} of={known ? announcements.size : null} />
      <FoundAnnouncements found={found} filtering={filtering} cached={cached} />
    </>
  );
};

export default Announcements;

const Header = () => (
  <PageHeader
    title="Announcements"
    subtitle="Stay updated with community news and announcements"
    actions={
      canManage(useUser()) && (
        <LinkButton variant="primary" icon={Plus} href={paths.announcementCreate()}>
          Create Announcement
        </LinkButton>
      )
    }
  />
);
