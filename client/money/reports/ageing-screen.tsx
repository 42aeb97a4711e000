import { CalendarClock, ChartColumn, Gavel, ScrollText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { addDays } from '../../../schema/dates.ts';
import { AGE_BUCKETS, type AgeingFigure, ageingParts } from '../../../sync/ledger/ageing.ts';
import { endOfDay } from '../../../sync/ledger/dates.ts';
import { AGEING_LABELS } from '../../../sync/ledger/report-csv.ts';
import { AGEING_SORTS, type AgeingSort, ageingList } from '../../../sync/ledger/report-lists.ts';
import { useRows, useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { outputActions } from '../../screens/export-csv.tsx';
import { FilterBar, MultiFilter } from '../../screens/filter-bar.tsx';
import { useListFilters } from '../../screens/filters.ts';
import { ListHeader } from '../../screens/list-header.tsx';
import { EmptyResults, ResultList, resultLabels } from '../../screens/result-list.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate, formatLabel } from '../../ui/format.ts';
import { useLast } from '../../ui/frozen.ts';
import { useIsWide } from '../../ui/media.ts';
import { Breadcrumb } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { FigureDialog } from '../owed/figure-dialog.tsx';
import { type AgeingRow, exportAgeing, fields, useAgeingRows } from './ageing-rows.ts';
import { AgeingTable, isLate } from './ageing-table.tsx';
import { AgeingTotals } from './ageing-totals.tsx';
import { LastSync } from './last-sync.tsx';

/** /accounts/aging: what is open by the days since it was due, as of any day. */
const AgeingScreen = () => {
  const today = useHoaToday();
  const { filtering, as_of, all, rows } = useFilteredAgeing(today);
  const { filters, set } = filtering;
  const { isComplete } = useStored('entry');
  const [opened, setOpened] = useState<Opened | null>(null);
  const sortBy = (sort: AgeingSort) => set({ sort, reverse: filters.sort === sort && !filters.reverse }, true);
  const bar = barOf(filtering);
  return (
    <>
      <AgeingHeader onExport={() => exportAgeing(rows, as_of)} />
      <AsOf as_of={as_of} today={today} known_then={filters.known_then} onChange={(changes) => set(changes)} />
      <AgeingTotals all={all} rows={rows} loaded={isComplete} onOpen={(figure) => setOpened({ figure })} />
      <FilterBar {...bar} search="Search accounts" found={rows.length} of={all.length}>
        <MultiFilter {...filtering} name="age" label="Age" options={AGES} />
        <MultiFilter {...filtering} name="street" label="Street" options={useStreets(all)} />
        <MultiFilter {...filtering} name="show" label="Show" options={MARK_OPTIONS} />
        {!useIsWide() && <SortSelect sort={filters.sort} onChange={(sort) => set({ sort, reverse: false }, true)} />}
      </FilterBar>
      <ResultList
        {...filtering}
        rows={rows}
        found={isComplete ? rows.length : 0}
        cached={isComplete}
        labels={LABELS}
        empty={<NothingOpen bar={bar} as_of={as_of} />}
        table={(shown, footer) => (
          <AgeingTable
            rows={shown}
            sorting={filters}
            onSort={sortBy}
            onOpen={(figure, row) => setOpened({ figure, row })}
            footer={footer}
          />
        )}
      />
      <OpenedFigure opened={opened} rows={rows} as_of={as_of} onClose={() => setOpened(null)} />
    </>
  );
};

export default AgeingScreen;

const AgeingHeader = ({ onExport }: { onExport: () => Promise<void> }) => (
  <>
    <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: 'Aging' }]} />
    <ListHeader
      title="Aging"
      subtitle="Open balances by age"
      others={[
        { label: 'Delinquency', icon: Gavel, run: paths.delinquency() },
        { label: 'Collections', icon: ChartColumn, run: paths.collections() },
        { label: 'Print Statements', icon: ScrollText, run: `${paths.statements()}?with-balance=true` },
        ...outputActions(onExport),
      ]}
    />
  </>
);

const NothingOpen = ({ bar, as_of }: { bar: ReturnType<typeof barOf>; as_of: string }) => (
  <EmptyResults
    {...bar}
    icon={CalendarClock}
    title="No open balances"
    hint={`On ${formatDate(as_of)} no one owed anything or had a credit.`}
  >
    <LinkButton href={paths.accounts()}>All Accounts</LinkButton>
  </EmptyResults>
);

/** The rows as of the day of the filters, or as they were known on it. */
const useFilteredAgeing = (today: string) => {
  const filtering = useListFilters(fields);
  const { filters } = filtering;
  const as_of = isDay(filters.as_of) ? filters.as_of : today;
  const time_zone = useRows('hoa').all[0]?.time_zone;
  const known_at = filters.known_then && as_of < today && time_zone ? endOfDay(time_zone, as_of) : undefined;
  const all = useAgeingRows(as_of, known_at);
  const rows = useMemo(() => ageingList.rows(all, filters), [all, filters]);
  return { filtering, as_of, all, rows };
};

/** Day and order are no filters of the bar. */
const barOf = (filtering: ReturnType<typeof useFilteredAgeing>['filtering']) => {
  const { filters, set } = filtering;
  const clear = () => set({ search: '', age: [], street: [], show: [] });
  const activeCount = [filters.age, filters.street, filters.show].filter(({ length }) => length > 0).length;
  return { ...filtering, clear, activeCount, active: activeCount > 0 || filters.search !== '' };
};

const LABELS = resultLabels('accounts');

const AGES = AGE_BUCKETS.map((value) => ({ value, label: AGEING_LABELS[value] }));
const MARK_OPTIONS = [
  { value: 'plan', label: 'On a plan' },
  { value: 'no_plan', label: 'Without a plan' },
  { value: 'dispute', label: 'Disputed' },
  { value: 'fees_only', label: 'Fees only' },
  { value: 'closed', label: 'Closed accounts' },
] as const;

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const useStreets = (rows: readonly AgeingRow[]) =>
  useMemo(() => {
    const streets = [...new Set(rows.map(({ street }) => street))].filter(Boolean).sort();
    return streets.map((street) => ({ value: street, label: street }));
  }, [rows]);

type AsOfProps = {
  as_of: string;
  today: string;
  known_then: boolean;
  onChange: (changes: { as_of?: string; known_then?: boolean }) => void;
};

const AsOf = ({ as_of, today, known_then, onChange }: AsOfProps) => {
  const lastMonth = addDays(`${today.slice(0, 7)}-01`, -1);
  const choose = (day: string) => onChange({ as_of: day === today ? '' : day });
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <Field label="As of" className="w-42">
        <DatePicker value={as_of} onChange={choose} />
      </Field>
      {as_of !== today && <Button onClick={() => choose(today)}>Today</Button>}
      {as_of !== lastMonth && <Button onClick={() => choose(lastMonth)}>End of Last Month</Button>}
      {as_of < today && (
        <span className="pb-1.5 max-md:w-full max-md:pb-0">
          <Checkbox
            label="Only what was recorded by then"
            checked={known_then}
            onChange={({ target }) => onChange({ known_then: target.checked })}
          />
        </span>
      )}
      <LastSync />
    </div>
  );
};

const SortSelect = ({ sort, onChange }: { sort: AgeingSort; onChange: (sort: AgeingSort) => void }) => (
  <Select label="Sort" value={sort} onChange={onChange} options={SORT_OPTIONS} />
);
const SORT_LABELS: Record<string, string> = { age: 'Longest owed', home: 'Home', holders: 'Holders', ...AGEING_LABELS };
const SORT_OPTIONS = AGEING_SORTS.map((value) => ({ value, label: SORT_LABELS[value]! }));

type Opened = { figure: AgeingFigure; row?: AgeingRow | undefined };
type OpenedFigureProps = {
  opened: Opened | null;
  rows: readonly AgeingRow[];
  as_of: string;
  onClose: () => void;
};

const OpenedFigure = ({ opened, rows, as_of, onClose }: OpenedFigureProps) => {
  const subject = useLast(opened);
  const payments = useRows('payment');
  const figure = useMemo(() => {
    const of = subject?.row ? [subject.row] : rows;
    const name = subject?.figure ?? 'balance';
    const parts = of.flatMap(({ fold }) => ageingParts(fold, as_of, name));
    return {
      label: formatLabel(isLate(name) ? `${AGEING_LABELS[name]} past due` : AGEING_LABELS[name]),
      of: `${subject?.row ? subject.row.name : 'All accounts shown'}, as of ${formatDate(as_of)}`,
      cents: parts.reduce((sum, { cents }) => sum + cents, 0),
      parts: subject ? parts : [],
    };
  }, [subject, rows, as_of]);
  const books = useMemo(() => {
    const found = figure.parts.flatMap(({ entry }) => payments.get(entry.payment_id) ?? []);
    return { payments: new Map(found.map((payment) => [payment.id, payment])) };
  }, [figure, payments]);
  const names = useMemo(() => new Map(rows.map((row) => [row.id, row.name])), [rows]);
  return (
    <FigureDialog
      figure={figure}
      open={opened !== null}
      books={books}
      {...(subject && !subject.row && { nameOf: (id: string) => names.get(id) ?? '' })}
      onClose={onClose}
    />
  );
};
