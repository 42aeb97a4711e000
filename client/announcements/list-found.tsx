import { Megaphone, Plus } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Announcement } from '../../schema/announcements.ts';
import { canManage } from '../../sync/announcements.ts';
import { paths } from '../paths.ts';
import { useListKeys } from '../requests/list-keys.ts';
import { useUser } from '../session.ts';
import { useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Kbd } from '../ui/brand.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState, LoadMore, SkeletonRows } from '../ui/list.tsx';
import type { useFilters } from './filters.ts';
import { ListTable } from './list-table.tsx';

type Props = {
  found: Announcement[];
  filtering: ReturnType<typeof useFilters>;
  /** Whether this device holds any announcements. */
  cached: boolean;
};

/** The first rows of what was found, with a way to more; or why there are none. */
export const Found = ({ found, filtering, cached }: Props) => {
  const { phase, failed } = useSync();
  const { filters, shown, showMore } = filtering;
  const rows = useKeyedRows();
  const first = phase === 'first';
  if (found.length === 0) return first ? <Unready failed={failed && !cached} /> : <Nothing {...filtering} />;
  const more = found.length > shown;
  return (
    <div ref={rows} className={FOCUSED_ROW}>
      <ListTable
        rows={found.slice(0, shown)}
        term={filters.search}
        footer={
          first && failed && !more ? (
            <Failed>Failed to load more announcements</Failed>
          ) : (
            <Foot more={more} loading={first && !more} onMore={showMore} />
          )
        }
      />
    </div>
  );
};

/** The row that the keyboard is on. Header cells hold their hidden names, which would widen the page otherwise. */
const FOCUSED_ROW =
  '[&_th]:relative [&_tr_[data-row]]:outline-none [&_tr:has([data-row]:focus-visible)]:bg-pine-soft [&_tr:has([data-row]:focus-visible)]:shadow-[inset_3px_0_var(--color-pine)]';

/** C is for those who may create. */
const useKeyedRows = () => {
  const rows = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  const board = canManage(useUser());
  useListKeys(
    rows,
    useCallback(() => board && navigate(paths.announcementCreate()), [board, navigate]),
  );
  return rows;
};

const Foot = (props: { more: boolean; loading: boolean; onMore: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <LoadMore {...props} end="No more announcements" />
    <span className="flex gap-3 text-sm max-md:hidden">
      <span>
        <Kbd>J</Kbd> <Kbd>K</Kbd> move
      </span>
      <span>
        <Kbd>Enter</Kbd> open
      </span>
      {canManage(useUser()) && (
        <span>
          <Kbd>C</Kbd> create
        </span>
      )}
    </span>
  </div>
);

const Unready = ({ failed }: { failed: boolean }) =>
  failed ? <Failed>Failed to load announcements</Failed> : <SkeletonRows />;

const Failed = ({ children }: { children: string }) => (
  <Alert
    tone="error"
    actions={
      <Button size="small" onClick={() => location.reload()}>
        Try Again
      </Button>
    }
  >
    {children}
  </Alert>
);

const Nothing = ({ filters, active, clear }: ReturnType<typeof useFilters>) => {
  const board = canManage(useUser());
  if (active)
    return (
      <EmptyState
        icon={Megaphone}
        title="No announcements found"
        hint={filters.show === 'unread' ? 'You have read everything here.' : 'Nothing matches these filters.'}
      >
        <Button onClick={clear}>Clear Filters</Button>
      </EmptyState>
    );
  if (!board)
    return <EmptyState icon={Megaphone} title="No announcements found" hint="What the board announces appears here." />;
  return (
    <EmptyState
      icon={Megaphone}
      title="No announcements found"
      hint="Tell everybody what is going on, by email and here."
    >
      <LinkButton look="go" icon={Plus} href={paths.announcementCreate()}>
        Create Announcement
      </LinkButton>
    </EmptyState>
  );
};
