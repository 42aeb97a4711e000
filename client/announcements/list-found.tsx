import { Megaphone, Plus } from 'lucide-react';
import type { Announcement } from '../../schema/announcements.ts';
import { canManage } from '../../sync/announcements.ts';
import { paths } from '../paths.ts';
import { Found } from '../screens/result-list.tsx';
import { useUser } from '../session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/list.tsx';
import type { useFilters } from './filters.ts';
import { ListTable } from './list-table.tsx';

type Filtering = ReturnType<typeof useFilters>;

const WORDS = {
  more: 'Load More',
  end: 'No more announcements',
  failed: 'Failed to load announcements',
  failedMore: 'Failed to load more announcements',
};

/** The first announcements of what was found, with a way to more; or why there are none. */
export const FoundAnnouncements = ({
  found,
  filtering,
  cached,
}: {
  found: Announcement[];
  filtering: Filtering;
  /** Whether this device holds any announcements. */
  cached: boolean;
}) => (
  <Found
    found={found}
    shown={filtering.shown}
    showMore={filtering.showMore}
    cached={cached}
    words={WORDS}
    create={canManage(useUser()) ? paths.announcementCreate() : null}
    nothing={<Nothing {...filtering} />}
    table={(rows, footer) => <ListTable rows={rows} term={filtering.filters.search} footer={footer} />}
  />
);

const Nothing = ({ filters, active, clear }: Filtering) => {
  const board = canManage(useUser());
  const empty = { icon: Megaphone, title: 'No announcements found' };
  if (active)
    return (
      <EmptyState
        {...empty}
        hint={filters.show === 'unread' ? 'You have read everything here.' : 'Nothing matches these filters.'}
      >
        <Button onClick={clear}>Clear Filters</Button>
      </EmptyState>
    );
  if (!board) return <EmptyState {...empty} hint="What the board announces appears here." />;
  return (
    <EmptyState {...empty} hint="Tell everybody what is going on, by email and here.">
      <LinkButton variant="primary" icon={Plus} href={paths.announcementCreate()}>
        Create Announcement
      </LinkButton>
    </EmptyState>
  );
};
