import { Download, Inbox, Plus } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
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
import { usePeople } from './people.ts';

const PAGE = 10;

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

type FoundProps = {
  found: ReturnType<typeof list<Parameters<typeof exportRequests>[0][number]>>;
  filtering: ReturnType<typeof useFilters>;
  people: Parameters<typeof exportRequests>[1];
};

const Found = ({ found, filtering, people }: FoundProps) => {
  const { phase, failed } = useSync();
  const [shown, showMore] = useShown(filtering.filters);
  const rows = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  useListKeys(
    rows,
    useCallback(() => navigate(paths.requestCreate()), [navigate]),
  );
  const first = phase === 'first';
  if (found.length === 0) return first ? <Unready failed={failed} /> : <Nothing {...filtering} />;
  const foot = <Foot more={found.length > shown} loading={first && found.length <= shown} onMore={showMore} />;
  return (
    <div ref={rows} className={FOCUSED_ROW}>
      <ListTable rows={found.slice(0, shown)} term={filtering.filters.search} people={people} footer={foot} />
    </div>
  );
};

/** The row that the keyboard is on. */
const FOCUSED_ROW = '[&_tr:has([data-row]:focus-visible)]:bg-pine-soft [&_tr:has([data-row]:focus-visible)]:shadow-[inset_3px_0_var(--color-pine)]';

/** How many rows to show; other filters begin at the first page again. */
const useShown = (filters: object) => {
  const [state, setState] = useState({ filters, shown: PAGE });
  const shown = state.filters === filters ? state.shown : PAGE;
  return [shown, () => setState({ filters, shown: shown + PAGE })] as const;
};

const Foot = (props: { more: boolean; loading: boolean; onMore: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <LoadMore {...props} end="No more requests" />
    <span className="text-sm max-md:hidden">
      <Kbd>J</Kbd> <Kbd>K</Kbd> move <Kbd>Enter</Kbd> open <Kbd>C</Kbd> create
    </span>
  </div>
);

const Unready = ({ failed }: { failed: boolean }) =>
  failed ? (
    <Alert tone="error" actions={<Button size="small" onClick={() => location.reload()}>Try Again</Button>}>
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
    <EmptyState icon={Inbox} title="No requests found" hint="Report a repair, ask about a change, or ask the board a question.">
      <LinkButton look="go" icon={Plus} href={paths.requestCreate()}>
        Create Request
      </LinkButton>
    </EmptyState>
  );
