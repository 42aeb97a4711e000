import { History } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { ACTIVITY_KINDS, ACTIVITY_YEARS } from '../../../schema/activity.ts';
import type { Activity } from '../../../schema/tables/activity.ts';
import { api } from '../../device/api.ts';
import { queryList } from '../../device/live.ts';
import { useOnline } from '../../device/store.ts';
import { changeNow } from '../../forms/change-now.ts';
import { exportCsv, outputActions } from '../../screens/export-csv.tsx';
import { FilterBar, MultiFilter, type ResultCount } from '../../screens/filter-bar.tsx';
import { ListHeader } from '../../screens/list-header.tsx';
import { useListState } from '../../screens/list-state.ts';
import { type People, usePeople } from '../../screens/people.tsx';
import { EmptyResults, ResultList } from '../../screens/result-list.tsx';
import { SortSelect } from '../../screens/sorting.tsx';
import { formatLabel } from '../../ui/format.ts';
import { useIsWide } from '../../ui/media.ts';
import { Select } from '../../ui/select.tsx';
import { PERIOD_OPTIONS, queryOf, SORTS, useActions, useFilters } from './model.ts';
import { OlderActivity } from './older.tsx';
import { actionLabel, actorName, fieldLabel, kindLabel, valueText } from './sentence.ts';
import { ActivityTable } from './table.tsx';

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
  const { sort, period } = filtering.filters;
  const sorting = { sort, onSort: (next: string) => filtering.set({ sort: next }) };
  const older = period === 'any' && <OlderActivity query={query} />;
  return (
    <>
      <ListHeader
        title="Activity"
        subtitle="Changes by person, date and device"
        control={<Retention />}
        others={outputActions(async () => exportActivity(await queryList('activity', query), people))}
      />
      <ListFilters {...filtering} found={results.found} of={results.total} partial={results.partial} />
      {sort === 'oldest' && older}
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        empty={<Empty {...filtering} />}
        table={(rows, footer) => <ActivityTable caption="Activity" {...{ rows, sorting, footer }} />}
      />
      {sort !== 'oldest' && older}
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
      <SortSelect onPhonesOnly sorts={SORTS} sort={filters.sort} onSort={(sort) => set({ sort })} />
    </FilterBar>
  );
};

const HEADER = ['No.', 'When (UTC)', 'Person', 'Role', 'Action', 'Record', 'Title', 'Changes', 'Device'];

/** Downloads activities as CSV, each with all of its changes; instants in ISO 8601, which sort and survive a spreadsheet. */
const exportActivity = async (activities: readonly Activity[], people: People): Promise<void> => {
  const lines = activities.map((activity) => [
    String(activity.seq),
    activity.at,
    actorName(activity),
    formatLabel(activity.actor_role ?? ''),
    actionLabel(activity.action),
    formatLabel(kindLabel(activity.entity)),
    activity.title ?? '',
    changesText(activity, people),
    activity.device ?? '',
  ]);
  await exportCsv('activity', HEADER, lines);
};

/** "Status: Open to Resolved; Assignee: nothing to Bea Board" */
const changesText = ({ changes }: Activity, people: People): string =>
  Object.entries(changes)
    .map(([field, values]) =>
      values
        ? `${fieldLabel(field)}: ${valueText(field, values[0], people)} to ${valueText(field, values[1], people)}`
        : `${fieldLabel(field)} changed`,
    )
    .join('; ');

const FOR_EVER = 'ever';
const OPTIONS = [
  ...ACTIVITY_YEARS.map((years) => ({ value: String(years), label: `Keep ${years} years` })),
  { value: FOR_EVER, label: 'Keep forever' },
];
const PATH = '/api/activity/retention';
type Kept = { years: number | null };

/** How long the server keeps activities; nothing until it has answered. */
const Retention = () => {
  const online = useOnline();
  const [kept, setKept] = useState<Kept>();
  useEffect(() => {
    if (online) void api<Kept>(PATH).then(setKept, () => undefined);
  }, [online]);
  if (!kept) return null;
  const change = async (value: string) => {
    const years = value === FOR_EVER ? null : Number(value);
    const put = async (body: Kept) => setKept(await api<Kept>(PATH, { method: 'PUT', body }));
    await changeNow({
      write: () => put({ years }),
      undo: () => put(kept),
      said: 'Saved. Records about money are kept for at least 7 years.',
      fallback: 'This could not be saved. Please try again.',
    });
  };
  return (
    <Select
      label="Retention"
      value={kept.years === null ? FOR_EVER : String(kept.years)}
      onChange={(value) => void change(value)}
      options={OPTIONS}
      disabled={!online}
    />
  );
};
