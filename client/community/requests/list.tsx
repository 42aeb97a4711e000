import { Inbox, Plus } from 'lucide-react';
import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../../schema/requests.ts';
import { canManage, figures } from '../../../sync/requests/entity.ts';
import { useList, useTally } from '../../device/live.ts';
import { useUser } from '../../device/session.ts';
import { paths } from '../../paths.ts';
import { outputActions } from '../../screens/export-csv.tsx';
import { FilterBar, MultiFilter, optionsOf, type ResultCount } from '../../screens/filter-bar.tsx';
import { ListHeader } from '../../screens/list-header.tsx';
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
import { exportMatching, listPath, matchingIds, SORTS, useFilters, useRequests } from './model.ts';
import { StatusBadge } from './parts.tsx';

const BulkBar = lazyPart(() => import('./bulk-bar.tsx'));

const LABELS = { more: 'Load More', end: 'No more requests', failed: 'Failed to load requests' };

/** /requests: everything the user may see, filtered on this device. */
const Requests = () => {
  const filtering = useFilters();
  const { filters, shown } = filtering;
  const results = useRequests(filters, shown);
  const board = canManage(useUser());
  const everybody = usePeople();
  const people = board ? everybody : null;
  const selecting = useSelection({ filters, shown: results.rows, matching: () => matchingIds(filters) });
  const selection = board ? selecting : null;
  return (
    <>
      <Header board={board} onExport={() => exportMatching(filters, people)} />
      {board && <Counts loaded={results.loaded} />}
      <ListFilters {...filtering} found={results.found} of={results.total} partial={results.partial} />
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        create={paths.requestCreate()}
        selection={selection}
        bar={selection && <BulkBar selection={selection} found={results.found} />}
        empty={<Empty {...filtering} />}
        table={(rows, footer) => (
          <ListTable
            rows={rows}
            term={filters.search}
            people={people}
            selection={selection}
            sorting={{ sort: filters.sort, onSort: (sort) => filtering.set({ sort }) }}
            footer={footer}
          />
        )}
      />
      {board && results.loaded && results.total !== 0 && <RequestOverview />}
    </>
  );
};

export default Requests;

const Header = ({ board, onExport }: { board: boolean; onExport: () => void }) => (
  <ListHeader
    title="Requests"
    subtitle={board ? 'Manage requests from residents' : 'View and manage your requests to the HOA'}
    primary={{ label: 'Create Request', icon: Plus, run: paths.requestCreate() }}
    others={outputActions(onExport)}
  />
);

const CreateLink = () => (
  <LinkButton variant="primary" icon={Plus} href={paths.requestCreate()}>
    Create Request
  </LinkButton>
);

const Empty = (filtering: { active: boolean; clear: () => void }) => (
  <EmptyResults
    {...filtering}
    icon={Inbox}
    title="No requests found"
    hint="Report a repair, or ask the board a question."
  >
    <CreateLink />
  </EmptyResults>
);

const CATEGORIES = optionsOf(REQUEST_CATEGORIES);
const STATUSES = optionsOf(REQUEST_STATUSES);
const SHOWS = [
  { value: 'all', label: 'All' },
  { value: 'unanswered', label: 'Unanswered' },
] as const;

const ListFilters = (props: ReturnType<typeof useFilters> & ResultCount) => {
  const { filters, set } = props;
  return (
    <FilterBar {...props} search="Search requests">
      <MultiFilter {...props} name="category" label="Categories" options={CATEGORIES} />
      <MultiFilter {...props} name="status" label="Status" options={STATUSES} />
      {canManage(useUser()) && (
        <Select label="Show" value={filters.show} onChange={(show) => set({ show })} options={SHOWS} />
      )}
      <SortSelect sorts={SORTS} sort={filters.sort} onSort={(sort) => set({ sort })} />
    </FilterBar>
  );
};

const Counts = ({ loaded }: { loaded: boolean }) => {
  const { byStatus, byCategory } = useTally('request', figures);
  return (
    <StatCards
      strip
      loaded={loaded}
      stats={[
        { label: 'Open', value: byStatus.open, href: listPath({ status: ['open'] }) },
        { label: 'In Progress', value: byStatus.in_progress, href: listPath({ status: ['in_progress'] }) },
        { label: 'Resolved', value: byStatus.resolved, href: listPath({ status: ['resolved'] }) },
        { label: 'Maintenance', value: byCategory.Maintenance, href: listPath({ category: ['Maintenance'] }) },
      ]}
    />
  );
};

const RequestOverview = () => (
  <Overview
    recent={useList('request', {}, 3).rows}
    href={paths.request}
    status={(request) => <StatusBadge status={request.status} />}
    heading="Request Categories"
    byCategory={useTally('request', figures).byCategory}
    categoryHref={(category) => listPath({ category: [category] })}
  />
);
