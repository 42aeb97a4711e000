import { Download, Inbox, Plus } from 'lucide-react';
import { useCallback, useMemo, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Request } from '../../schema/requests.ts';
import { canManage, list, summary } from '../../sync/requests.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { useRows, useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Kbd } from '../ui/brand.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState, LoadMore, SkeletonRows } from '../ui/list.tsx';
import { PageHeader } from '../ui/page.tsx';
import { exportRequests } from './export.ts';
import { useFilters } from './filters.ts';
import { ListFilters } from './list-filters.tsx';
import { useListKeys } from './list-keys.ts';
import { Counts, Overview } from './list-overview.tsx';
import { ListTable } from './list-table.tsx';
import { type People, usePeople } from './people.ts';

/** /requests: everything the user may see, filtered on this device. */
const Requests = () => {
  const requests = useRows('request');
  const filtering = useFilters();
  const found = useMemo(() => list(requests.all, filtering.filters), [requests, filtering.filters]);
  const people = usePeople();
  const board = canManage(useUser());
  const figures = useMemo(() => (board ? summary(requests.all) : null), [requests, board]);
  const exportCsv = () => exportRequests(found, board ? people : null);
  return (
    <>
      <Header board={board} onExport={exportCsv} />
      {figures && <Counts {...figures} />}
      <ListFilters {...filtering} found={found.length} of={requests.size} />
      <Found found={found} filtering={filtering} people={board ? people : null} />
      {figures && requests.size > 0 && <Overview {...figures} />}
    </>
  );
};

export default Requests;

const Header = ({ board, onExport }: { board: boolean; onExport: () => void }) => (
  <PageHeader
    title="Requests"
    subtitle={board ? 'Manage requests from residents' : 'View and manage your requests to the HOA'}
    actions={
      <>
        <Button icon={Download} onClick={onExport}>
          Export CSV
        </Button>
        <LinkButton look="go" icon={Plus} href={paths.requestCreate()}>
          Create Request
        </LinkButton>
      </>
    }
  />
);

type FoundProps = { found: Request[]; filtering: ReturnType<typeof useFilters>; people: People | null };

const Found = ({ found, filtering, people }: FoundProps) => {
  const { phase, failed } = useSync();
  const { filters, shown, showMore } = filtering;
  const rows = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  useListKeys(
    rows,
    useCallback(() => navigate(paths.requestCreate()), [navigate]),
  );
  const first = phase === 'first';
  if (found.length === 0) return first ? <Unready failed={failed} /> : <Nothing {...filtering} />;
  const more = found.length > shown;
  return (
    <div ref={rows} className={FOCUSED_ROW}>
      <ListTable
        rows={found.slice(0, shown)}
        term={filters.search}
        people={people}
        footer={<Foot more={more} loading={first && !more} onMore={showMore} />}
      />
    </div>
  );
};

/** The row that the keyboard is on. */
const FOCUSED_ROW =
  '[&_tr:has([data-row]:focus-visible)]:bg-pine-soft [&_tr:has([data-row]:focus-visible)]:shadow-[inset_3px_0_var(--color-pine)]';

const Foot = (props: { more: boolean; loading: boolean; onMore: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <LoadMore {...props} end="No more requests" />
    <span className="flex gap-3 text-sm max-md:hidden">
      <span>
        <Kbd>J</Kbd> <Kbd>K</Kbd> move
      </span>
      <span>
        <Kbd>Enter</Kbd> open
      </span>
      <span>
        <Kbd>C</Kbd> create
      </span>
    </span>
  </div>
);

const Unready = ({ failed }: { failed: boolean }) =>
  failed ? (
    <Alert
      tone="error"
      actions={
        <Button size="small" onClick={() => location.reload()}>
          Try Again
        </Button>
      }
    >
      Failed to load requests
    </Alert>
  ) : (
    <SkeletonRows />
  );

const Nothing = ({ active, clear }: { active: boolean; clear: () => void }) =>
  active ? (
    <EmptyState icon={Inbox} title="No requests found" hint="Nothing matches these filters.">
      <Button onClick={clear}>Clear Filters</Button>
    </EmptyState>
  ) : (
    <EmptyState
      icon={Inbox}
      title="No requests found"
      hint="Report a repair, ask about a change, or ask the board a question."
    >
      <LinkButton look="go" icon={Plus} href={paths.requestCreate()}>
        Create Request
      </LinkButton>
    </EmptyState>
  );
