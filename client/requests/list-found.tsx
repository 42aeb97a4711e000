import { Inbox, Plus } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Request } from '../../schema/requests.ts';
import { paths } from '../paths.ts';
import { useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Kbd } from '../ui/brand.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState, LoadMore, SkeletonRows } from '../ui/list.tsx';
import type { useFilters } from './filters.ts';
import { useListKeys } from './list-keys.ts';
import { ListTable } from './list-table.tsx';
import type { People } from './people.ts';

type Props = {
  found: Request[];
  filtering: ReturnType<typeof useFilters>;
  people: People | null;
  /** Whether this device holds any requests. */
  cached: boolean;
};

/** The first rows of what was found, with a way to more; or why there are none. */
export const Found = ({ found, filtering, people, cached }: Props) => {
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
        people={people}
        footer={<Foot more={more} loading={first && !more} onMore={showMore} />}
      />
    </div>
  );
};

/** The row that the keyboard is on. Header cells hold their hidden names, which would widen the page otherwise. */
const FOCUSED_ROW =
  '[&_th]:relative [&_tr_[data-row]]:outline-none [&_tr:has([data-row]:focus-visible)]:bg-pine-soft [&_tr:has([data-row]:focus-visible)]:shadow-[inset_3px_0_var(--color-pine)]';

const useKeyedRows = () => {
  const rows = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  useListKeys(
    rows,
    useCallback(() => navigate(paths.requestCreate()), [navigate]),
  );
  return rows;
};

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

const Unready = ({ failed }: { failed: boolean }) => {
  const again = (
    <Button size="small" onClick={() => location.reload()}>
      Try Again
    </Button>
  );
  if (!failed) return <SkeletonRows />;
  return (
    <Alert tone="error" actions={again}>
      Failed to load requests
    </Alert>
  );
};

const Nothing = ({ active, clear }: { active: boolean; clear: () => void }) =>
  active ? (
    <EmptyState icon={Inbox} title="No requests found" hint="Nothing matches these filters.">
      <Button onClick={clear}>Clear Filters</Button>
    </EmptyState>
  ) : (
    <EmptyState icon={Inbox} title="No requests found" hint="Report a repair, or ask the board a question.">
      <LinkButton look="go" icon={Plus} href={paths.requestCreate()}>
        Create Request
      </LinkButton>
    </EmptyState>
  );
