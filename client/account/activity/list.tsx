import { History } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { ACTIVITY_KINDS } from '../../../schema/activity.ts';
import { queryList } from '../../device/live.ts';
import { outputActions } from '../../screens/export-csv.tsx';
import { FilterBar, MultiFilter, type ResultCount } from '../../screens/filter-bar.tsx';
import { ListHeader } from '../../screens/list-header.tsx';
import { useListState } from '../../screens/list-state.ts';
import { usePeople } from '../../screens/people.tsx';
import { EmptyResults, ResultList } from '../../screens/result-list.tsx';
import { formatLabel } from '../../ui/format.ts';
import { useIsWide } from '../../ui/media.ts';
import { Select } from '../../ui/select.tsx';
import { exportActivity } from './export.ts';
import { PERIOD_OPTIONS, queryOf, useActions, useFilters } from './model.ts';
import { OlderActivity } from './older.tsx';
import { Retention } from './retention.tsx';
import { ActivityTable } from './table.tsx';
import { actionLabel, kindLabel } from './words.ts';

const PersonFilter = lazy(() => import('./person-filter.tsx'));

const EXTRA_ROWS = 40;
const LABELS = { more: 'Load More', end: 'No more activity on this device', failed: 'Failed to load activity' };

/** /activity: who did what, filtered on this device. */
const ActivityScreen = () => {
  const filtering = useFilters();
  const query = queryOf(filtering.filters);
  const results = useListState('activity', query, filtering.shown + EXTRA_ROWS);
  const people = usePeople();
  const wide = useIsWide();
  return (
    <>
      <ListHeader
        title="Activity"
        subtitle="Who changed what, when and from which device"
        control={<Retention />}
        others={[...outputActions(async () => exportActivity(await queryList('activity', query), people))]}
      />
      <ListFilters {...filtering} found={results.found} of={results.total} partial={results.partial} />
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        empty={<Empty {...filtering} />}
        table={(rows, footer) => <ActivityTable caption="Activity" rows={rows} footer={footer} />}
      />
      {filtering.filters.period === 'any' && <OlderActivity query={query} />}
      {!wide && (
        <div className="print:hidden">
          <Retention />
        </div>
      )}
    </>
  );
};

export default ActivityScreen;

const Empty = (filtering: { active: boolean; clear: () => void }) => (
  <EmptyResults
    {...filtering}
    icon={History}
    title="No activity yet"
    hint="Every change and sign-in will show up here."
    filteredTitle="No activity matches"
  />
);

const optionsOf = (actions: readonly string[]) =>
  actions.map((value) => ({ value, label: actionLabel(value) })).sort((a, b) => (a.label < b.label ? -1 : 1));
const KIND_OPTIONS = ACTIVITY_KINDS.map((value) => ({
  value,
  label: value === 'hoa' ? 'HOA' : formatLabel(kindLabel(value)),
}));

const ListFilters = (props: ReturnType<typeof useFilters> & ResultCount) => {
  const { filters, set } = props;
  const actions = useActions();
  const actionOptions = useMemo(() => optionsOf(actions), [actions]);
  return (
    <FilterBar {...props} search="Search activity">
      <Suspense fallback={<span className="control w-56 max-md:w-full" />}>
        <PersonFilter values={filters.person} onChange={(person) => set({ person })} />
      </Suspense>
      <MultiFilter {...props} name="action" label="Action" options={actionOptions} />
      <MultiFilter {...props} name="kind" label="Record" options={KIND_OPTIONS} />
      <Select
        label="Date"
        value={filters.period as string}
        onChange={(period) => set({ period: period as typeof filters.period })}
        options={PERIOD_OPTIONS}
      />
    </FilterBar>
  );
};
