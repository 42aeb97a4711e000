import { Plus, ShieldCheck } from 'lucide-react';
import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../../../schema/violations.ts';
import { canManage, figures } from '../../../sync/violations/entity.ts';
import { queryList, useList, useTally } from '../../device/live.ts';
import { useUser } from '../../device/session.ts';
import { useOnline } from '../../device/store.ts';
import { useToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { outputActions } from '../../screens/export-csv.tsx';
import { FilterBar, MultiFilter, optionsOf, type ResultCount } from '../../screens/filter-bar.tsx';
import { ListHeader } from '../../screens/list-header.tsx';
import { useListState } from '../../screens/list-state.ts';
import { Flash } from '../../screens/notice-alert.tsx';
import { Overview } from '../../screens/overview.tsx';
import { usePeople } from '../../screens/people.tsx';
import { EmptyResults, ResultList } from '../../screens/result-list.tsx';
import { useSelection } from '../../screens/selection.tsx';
import { SortSelect } from '../../screens/sorting.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { StatCards } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/on-demand.ts';
import { Select } from '../../ui/select.tsx';
import { ListTable } from './list-table.tsx';
import { exportViolations, listPath, matchingIds, queryOf, SORTS, useFilters } from './model.ts';
import { StatusBadge } from './parts.tsx';

const BulkBar = lazyPart(() => import('./bulk-bar.tsx'));

const LABELS = {
  more: 'Load More',
  end: 'No more violations',
  failed: 'Failed to load violations',
  failedMore: 'Failed to load more violations',
};

/** /compliance and /violations: every violation the user may see, filtered on this device. */
const Violations = () => {
  const filtering = useFilters();
  const query = queryOf(filtering.filters, useToday());
  const results = useListState('violation', query, filtering.shown);
  const board = canManage(useUser());
  const online = useOnline();
  const people = usePeople();
  const { filters } = filtering;
  const selecting = useSelection({ filters, shown: results.rows, matching: () => matchingIds(filters) });
  const selection = board ? selecting : null;
  return (
    <>
      <Header board={board} onExport={async () => exportViolations(await queryList('violation', query), people)} />
      <Flash>{!online && <p>You are offline. Both will be sent when you are back online.</p>}</Flash>
      <Counts loaded={results.loaded} />
      <ListFilters {...filtering} found={results.found} of={results.total} partial={results.partial} />
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        create={board ? paths.violationCreate() : null}
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
      {results.loaded && results.total !== 0 && <ViolationOverview />}
    </>
  );
};

export default Violations;

const Header = ({ board, onExport }: { board: boolean; onExport: () => void }) => (
  <ListHeader
    title="Violations"
    subtitle={
      board
        ? 'Track rule violations until they are resolved'
        : 'See violations issued to you and resolve them with the board'
    }
    primary={board && { label: 'Create Violation', icon: Plus, run: paths.violationCreate() }}
    others={outputActions(onExport)}
  />
);

const CreateLink = () => (
  <LinkButton variant="primary" icon={Plus} href={paths.violationCreate()}>
    Create Violation
  </LinkButton>
);

const Empty = ({ board, ...filtering }: { active: boolean; clear: () => void; board: boolean }) => (
  <EmptyResults
    {...filtering}
    icon={ShieldCheck}
    title="No violations found"
    hint={board ? 'Let a resident know what to fix, and by when.' : 'Your home has no violations.'}
  >
    {board && <CreateLink />}
  </EmptyResults>
);

const CATEGORIES = optionsOf(VIOLATION_CATEGORIES);
const STATUSES = optionsOf(VIOLATION_STATUSES);
const SHOWS = [
  { value: 'all', label: 'All' },
  { value: 'overdue', label: 'Overdue' },
] as const;

const ListFilters = (props: ReturnType<typeof useFilters> & ResultCount) => (
  <FilterBar {...props} search="Search violations">
    <MultiFilter {...props} name="category" label="Categories" options={CATEGORIES} />
    <MultiFilter {...props} name="status" label="Status" options={STATUSES} />
    <Select label="Show" value={props.filters.show} onChange={(show) => props.set({ show })} options={SHOWS} />
    <SortSelect sorts={SORTS} sort={props.filters.sort} onSort={(sort) => props.set({ sort })} />
  </FilterBar>
);

/** Residents see the counts of what they have. */
const Counts = ({ loaded }: { loaded: boolean }) => {
  const { byStatus } = useTally('violation', figures);
  const board = canManage(useUser());
  const stats = STATS.map(({ label, status }) => ({
    label,
    value: byStatus[status],
    href: listPath({ status: [status] }),
  })).filter(({ value }) => board || value > 0);
  return stats.length > 0 && <StatCards strip loaded={loaded} stats={stats} />;
};

const STATS = [
  { label: 'Open', status: 'open' },
  { label: 'Resolved', status: 'resolved' },
  { label: 'Escalated', status: 'escalated' },
] as const;

const ViolationOverview = () => (
  <Overview
    recent={useList('violation', {}, 3).rows}
    href={paths.violation}
    status={(violation) => <StatusBadge status={violation.status} />}
    heading="Violation Categories"
    byCategory={useTally('violation', figures).byCategory}
    categoryHref={(category) => listPath({ category: [category] })}
  />
);
