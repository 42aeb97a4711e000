import { Megaphone, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ANNOUNCEMENT_STATUSES } from '../../../schema/announcements.ts';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { canManage } from '../../../sync/announcements/entity.ts';
import { queryList } from '../../device/live.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { outputActions } from '../../screens/export-csv.tsx';
import { FilterBar, MultiFilter, optionsOf, type ResultCount } from '../../screens/filter-bar.tsx';
import { ListHeader } from '../../screens/list-header.tsx';
import { Flash, SUCCESS_MS } from '../../screens/notice-alert.tsx';
import { EmptyResults, ResultList } from '../../screens/result-list.tsx';
import { useSelection } from '../../screens/selection.tsx';
import { SortSelect } from '../../screens/sorting.tsx';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { StatCards } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/on-demand.ts';
import { Select } from '../../ui/select.tsx';
import { ListTable } from './list-table.tsx';
import {
  CATEGORY_OPTIONS,
  exportAnnouncements,
  type Filters,
  listPath,
  matchingIds,
  SORTS,
  sentMessage,
  unreadAlone,
  useAnnouncements,
  useFilters,
  useHasRead,
  useUnreadCount,
} from './model.ts';

const BulkBar = lazyPart(() => import('./bulk-bar.tsx'));

const LABELS = {
  more: 'Load More',
  end: 'No more announcements',
  failed: 'Failed to load announcements',
  failedMore: 'Failed to load more announcements',
};

type Props = {
  /** Shown above the announcements, unless the page was opened for some of them. */
  above?: ReactNode;
};

/** /announcements: everything the user may see, filtered on this device. */
const Announcements = ({ above }: Props) => {
  const filtering = useFilters();
  const [forSome] = useState(filtering.active);
  const { filters, shown } = filtering;
  const results = useAnnouncements(filters, shown);
  const board = canManage(useUser());
  const hasRead = useHasRead();
  const selecting = useSelection({ filters, shown: results.rows, matching: () => matchingIds(filters, hasRead) });
  const selection = board ? selecting : null;
  return (
    <>
      <Header board={board} filters={filters} />
      <Flash />
      {board && <FinishedSendings />}
      {!forSome && above}
      {results.total !== 0 && <Counts loaded={results.loaded} total={results.total ?? 0} />}
      <ListFilters {...filtering} found={results.found} of={results.total} partial={results.partial} />
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        create={board ? paths.announcementCreate() : null}
        selection={selection}
        bar={selection && <BulkBar selection={selection} found={results.found} />}
        empty={<Empty {...filtering} board={board} />}
        table={(rows, footer) => (
          <ListTable
            rows={rows}
            term={filters.search}
            selection={selection}
            sorting={{ sort: filters.sort, onSort: (sort) => filtering.set({ sort }) }}
            footer={footer}
          />
        )}
      />
    </>
  );
};

export default Announcements;

const Counts = ({ loaded, total }: { loaded: boolean; total: number }) => (
  <StatCards
    strip
    loaded={loaded}
    stats={[
      { label: 'Total Announcements', value: total, href: listPath({}) },
      { label: 'Unread Announcements', value: useUnreadCount(), href: listPath({ show: 'unread' }) },
    ]}
  />
);

const Header = ({ board, filters }: { board: boolean; filters: Filters }) => {
  const hasRead = useHasRead();
  const onExport = async () =>
    exportAnnouncements(unreadAlone(await queryList('announcement', filters), filters, hasRead), board);
  return (
    <ListHeader
      title="Announcements"
      subtitle="Stay updated with community news and announcements"
      primary={
        board
          ? { label: 'Create Announcement', icon: Plus, run: paths.announcementCreate() }
          : { label: 'Create Request', icon: Plus, run: paths.requestCreate() }
      }
      others={outputActions(onExport)}
    />
  );
};

const CreateLink = () => (
  <LinkButton variant="primary" icon={Plus} href={paths.announcementCreate()}>
    Create Announcement
  </LinkButton>
);

const Empty = ({ board, filters, active, clear }: ReturnType<typeof useFilters> & { board: boolean }) => (
  <EmptyResults
    icon={Megaphone}
    title="No announcements found"
    active={active}
    clear={clear}
    filteredHint={filters.show === 'unread' ? 'You’re all caught up.' : 'Nothing matches these filters.'}
    hint={
      board
        ? 'Let everyone know what’s going on, by email and in the app.'
        : 'Announcements from the board will show up here.'
    }
  >
    {board && <CreateLink />}
  </EmptyResults>
);

const STATUSES = optionsOf(ANNOUNCEMENT_STATUSES);
const SHOWS = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

/** Residents hold only what has been sent, so they choose no status. */
const ListFilters = (props: ReturnType<typeof useFilters> & ResultCount) => {
  const { filters, set } = props;
  return (
    <FilterBar {...props} search="Search announcements">
      <MultiFilter {...props} name="category" label="Category" options={CATEGORY_OPTIONS} />
      {canManage(useUser()) && <MultiFilter {...props} name="status" label="Status" options={STATUSES} />}
      <Select label="Show" value={filters.show} onChange={(show) => set({ show })} options={SHOWS} />
      <SortSelect sorts={SORTS} sort={filters.sort} onSort={(sort) => set({ sort })} />
    </FilterBar>
  );
};

const FinishedSendings = () => {
  const { finished, dismiss } = useFinished();
  return finished.map((announcement) => (
    <Alert
      key={announcement.id}
      tone="success"
      title={announcement.title}
      clearAfter={SUCCESS_MS}
      onClose={() => dismiss(announcement.id)}
    >
      {sentMessage(announcement)}
    </Alert>
  ));
};

/** The announcements that went from sending to sent while the list was on the screen. */
const useFinished = () => {
  const announcements = useRows('announcement');
  const [finished, setFinished] = useState<readonly Announcement[]>([]);
  const sending = useRef<readonly string[]>([]);
  useEffect(() => {
    const ended = sending.current
      .map((id) => announcements.get(id))
      .filter((announcement) => announcement?.status === 'sent') as Announcement[];
    sending.current = announcements.by('status', 'sending').map(({ id }) => id);
    if (ended.length > 0) setFinished((others) => [...others, ...ended]);
  }, [announcements]);
  const dismiss = (id: string) => setFinished((others) => others.filter((other) => other.id !== id));
  return { finished, dismiss };
};
