import { Plus, ShieldCheck } from 'lucide-react';
import { useMemo } from 'react';
import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../../schema/violations.ts';
import { canManage, list, summary } from '../../sync/violations.ts';
import { paths } from '../paths.ts';
import { FilterBar, optionsOf, type ResultCount } from '../screens/filter-bar.tsx';
import { useListState } from '../screens/list-state.ts';
import { Flash } from '../screens/notice.tsx';
import { Overview } from '../screens/overview.tsx';
import { EmptyResults, ResultList } from '../screens/result-list.tsx';
import { useUser } from '../session.ts';
import { useOnline } from '../store.ts';
import { LinkButton } from '../ui/button.tsx';
import { StatCards } from '../ui/card.tsx';
import { PageHeader } from '../ui/page.tsx';
import { MultiSelect } from '../ui/select.tsx';
import { ListTable } from './list-table.tsx';
import { listPath, useFilters } from './model.ts';
import { StatusBadge } from './parts.tsx';

const LABELS = {
  more: 'Load more',
  end: 'No more violations',
  failed: 'Failed to load violations',
  failedMore: 'Failed to load more violations',
};

/** /compliance and /violations: every violation the user may see, filtered on this device. */
const Violations = () => {
  const { rows, cached, loaded, total } = useListState('violation');
  const filtering = useFilters();
  const results = useMemo(() => list.rows(rows.all, filtering.filters), [rows, filtering.filters]);
  const figures = useMemo(() => summary(rows.all), [rows]);
  const board = canManage(useUser());
  const online = useOnline();
  return (
    <>
      <Header board={board} />
      <Flash>{!online && <p>You are offline: both go out when you are back online.</p>}</Flash>
      <Counts figures={figures} loaded={loaded} />
      <ListFilters {...filtering} found={results.length} of={total} />
      <ResultList
        {...filtering}
        results={results}
        cached={cached}
        labels={LABELS}
        createHref={board ? paths.violationCreate() : null}
        empty={<Empty {...filtering} board={board} />}
        table={(shown, footer) => <ListTable rows={shown} footer={footer} />}
      />
      {cached && <ViolationOverview {...figures} />}
    </>
  );
};

export default Violations;

const Header = ({ board }: { board: boolean }) => (
  <PageHeader
    title="Compliance"
    subtitle={
      board ? 'Violations of the rules, and how they are settled' : 'Violations issued to you, and how they are settled'
    }
    actions={
      board && (
        <LinkButton variant="primary" icon={Plus} href={paths.violationCreate()}>
          Create Violation
        </LinkButton>
      )
    }
  />
);

const Empty = ({ board, ...filtering }: { active: boolean; clear: () => void; board: boolean }) => (
  <EmptyResults
    {...filtering}
    icon={ShieldCheck}
    title="No violations found"
    hint={board ? 'Tell a resident what to put right, and by when.' : 'Nothing is held against your home.'}
  >
    {board && (
      <LinkButton variant="primary" icon={Plus} href={paths.violationCreate()}>
        Create Violation
      </LinkButton>
    )}
  </EmptyResults>
);

const CATEGORIES = optionsOf(VIOLATION_CATEGORIES);
const STATUSES = optionsOf(VIOLATION_STATUSES);

const ListFilters = (props: ReturnType<typeof useFilters> & ResultCount) => {
  const { filters, set } = props;
  return (
    <FilterBar {...props}>
      <MultiSelect
        label="Categories"
        values={filters.category}
        onChange={(category) => set({ category })}
        options={CATEGORIES}
      />
      <MultiSelect label="Status" values={filters.status} onChange={(status) => set({ status })} options={STATUSES} />
    </FilterBar>
  );
};

type Figures = ReturnType<typeof summary>;

const Counts = ({ figures: { byStatus }, loaded }: { figures: Figures; loaded: boolean }) => (
  <StatCards
    loaded={loaded}
    stats={[
      { label: 'Open', value: byStatus.open, href: listPath({ status: ['open'] }) },
      { label: 'Resolved', value: byStatus.resolved, href: listPath({ status: ['resolved'] }) },
      { label: 'Escalated', value: byStatus.escalated, href: listPath({ status: ['escalated'] }) },
    ]}
  />
);

const ViolationOverview = ({ recent, byCategory }: Figures) => (
  <Overview
    recent={recent}
    href={paths.violation}
    status={(violation) => <StatusBadge status={violation.status} />}
    heading="Violation Categories"
    byCategory={byCategory}
    categoryHref={(category) => listPath({ category: [category] })}
  />
);
