import { Download, Inbox, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../schema/requests.ts';
import { canManage, list, summary } from '../../sync/requests.ts';
import { paths } from '../paths.ts';
import { FilterBar, optionsOf, type ResultCount } from '../screens/filter-bar.tsx';
import { useListState } from '../screens/list-state.ts';
import { Overview } from '../screens/overview.tsx';
import { usePeople } from '../screens/people.tsx';
import { EmptyResults, ResultList } from '../screens/result-list.tsx';
import { useUser } from '../session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { StatCards } from '../ui/card.tsx';
import { PageHeader } from '../ui/page.tsx';
import { MultiSelect, Select } from '../ui/select.tsx';
import { ListTable } from './list-table.tsx';
import { exportRequests, listPath, useFilters } from './model.ts';
import { StatusBadge } from './parts.tsx';

const LABELS = { more: 'Load More', end: 'No more requests', failed: 'Failed to load requests' };

/** /requests: everything the user may see, filtered on this device. */
const Requests = () => {
  const { rows, cached, loaded, total } = useListState('request');
  const filtering = useFilters();
  const results = useMemo(() => list.rows(rows.all, filtering.filters), [rows, filtering.filters]);
  const board = canManage(useUser());
  const everybody = usePeople();
  const people = board ? everybody : null;
  const figures = useMemo(() => (board ? summary(rows.all) : null), [rows, board]);
  return (
    <>
      <Header board={board} onExport={() => exportRequests(results, people)} />
      {figures && <Counts figures={figures} loaded={loaded} />}
      <ListFilters {...filtering} found={results.length} of={total} />
      <ResultList
        {...filtering}
        results={results}
        cached={cached}
        labels={LABELS}
        createHref={paths.requestCreate()}
        empty={<Empty {...filtering} />}
        table={(shown, footer) => (
          <ListTable rows={shown} term={filtering.filters.search} people={people} footer={footer} />
        )}
      />
      {figures && cached && <RequestOverview {...figures} />}
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
        <Button icon={Download} onClick={onExport} className="max-md:[&>svg]:hidden">
          Export CSV
        </Button>
        <LinkButton variant="primary" icon={Plus} href={paths.requestCreate()}>
          Create Request
        </LinkButton>
      </>
    }
  />
);

const Empty = (filtering: { active: boolean; clear: () => void }) => (
  <EmptyResults
    {...filtering}
    icon={Inbox}
    title="No requests found"
    hint="Report a repair, or ask the board a question."
  >
    <LinkButton variant="primary" icon={Plus} href={paths.requestCreate()}>
      Create Request
    </LinkButton>
  </EmptyResults>
);

const CATEGORIES = optionsOf(REQUEST_CATEGORIES);
const STATUSES = optionsOf(REQUEST_STATUSES);
const SORTS = [
  { value: 'newest', label: 'Newest First' },
  { value: 'oldest', label: 'Oldest First' },
] as const;

const ListFilters = (props: ReturnType<typeof useFilters> & ResultCount) => {
  const { filters, set } = props;
  return (
    <FilterBar {...props} search="Search requests">
      <MultiSelect
        label="Categories"
        values={filters.category}
        onChange={(category) => set({ category })}
        options={CATEGORIES}
      />
      <MultiSelect label="Status" values={filters.status} onChange={(status) => set({ status })} options={STATUSES} />
      <Select label="Sort" value={filters.sort} onChange={(sort) => set({ sort })} options={SORTS} />
    </FilterBar>
  );
};

type Figures = ReturnType<typeof summary>;

const Counts = ({ figures: { byStatus, byCategory }, loaded }: { figures: Figures; loaded: boolean }) => (
  <StatCards
    loaded={loaded}
    stats={[
      { label: 'Open', value: byStatus.open, href: listPath({ status: ['open'] }) },
      { label: 'In Progress', value: byStatus.in_progress, href: listPath({ status: ['in_progress'] }) },
      { label: 'Resolved', value: byStatus.resolved, href: listPath({ status: ['resolved'] }) },
      { label: 'Maintenance', value: byCategory.Maintenance, href: listPath({ category: ['Maintenance'] }) },
    ]}
  />
);

const RequestOverview = ({ recent, byCategory }: Figures) => (
  <Overview
    recent={recent}
    href={paths.request}
    status={(request) => <StatusBadge status={request.status} />}
    heading="Request Categories"
    byCategory={byCategory}
    categoryHref={(category) => listPath({ category: [category] })}
  />
);
