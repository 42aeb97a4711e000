import { Gavel } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { FEE_KINDS, feeKindOf, feeList } from '../../../sync/ledger/fees/list.ts';
import { useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { FilterBar, MultiFilter } from '../../screens/filter-bar.tsx';
import { multiFilter, textFilter, useListFilters } from '../../screens/filters.ts';
import { EmptyResults, ResultList, resultLabels } from '../../screens/result-list.tsx';
import { RowTitle } from '../../screens/row.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { formatDate, formatMoney, formatPlural } from '../../ui/format.ts';
import { lazyPart } from '../../ui/on-demand.ts';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useNamedAccounts } from '../accounts.ts';
import { useFolds } from '../use-folds.ts';
import { openFeesOf, useWaivers } from './model.ts';

const WaiveDialog = lazyPart(() => import('./waive-dialog.tsx'));

const OPTIONS = [
  { value: 'late_fee', label: 'Late fees' },
  { value: 'interest', label: 'Interest' },
  { value: 'returned', label: 'Returned payments' },
  { value: 'other', label: 'Fines and costs' },
] as const;
const fields = { search: textFilter, kind: multiFilter(FEE_KINDS) };

/** /accounts/fees: the fees of all accounts that are not paid, to be waived singly or several at once. */
const Fees = () => {
  const filtering = useListFilters(fields);
  const all = useFeeRows();
  const rows = useMemo(() => feeList.rows(all, filtering.filters), [all, filtering.filters]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const results = { rows: rows.slice(0, filtering.shown), found: rows.length, cached: useStored('entry').isComplete };
  return (
    <>
      <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: 'Unpaid Fees' }]} />
      <PageHeader
        title="Unpaid Fees"
        subtitle="Late fees, interest and other fees not yet paid"
        actions={<LinkButton href={paths.moneyRules()}>Money Rules</LinkButton>}
      />
      <FilterBar {...filtering} search="Search fees" found={rows.length} of={all.length}>
        <MultiFilter {...filtering} name="kind" label="Type" options={OPTIONS} />
      </FilterBar>
      <Selection all={all} rows={rows} chosen={chosen} onChange={setChosen} />
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        empty={
          <EmptyResults
            {...filtering}
            icon={Gavel}
            title="No unpaid fees"
            hint="You’ll see late fees, interest and returned-payment fees here until they are paid or waived."
          >
            <LinkButton href={paths.moneyRules()}>Money Rules</LinkButton>
          </EmptyResults>
        }
        table={(shown, footer) => <FeeTable rows={shown} footer={footer} chosen={chosen} onChange={setChosen} />}
      />
    </>
  );
};

export default Fees;

const LABELS = resultLabels('fees');

type FeeRow = ReturnType<typeof useFeeRows>[number];

const useFeeRows = () => {
  const named = useNamedAccounts();
  const folds = useFolds(useHoaToday());
  const waivers = useWaivers();
  return useMemo(
    () =>
      named.flatMap((row) => {
        const fees = openFeesOf(row.id, folds(row.id).fold);
        if (fees.length === 0) return [];
        const { name: home } = row;
        const holders = row.home && row.holders;
        const count = waivers(row.account);
        return fees.map((fee) => ({
          ...{ ...fee, home, holders, waivers: count, kind: feeKindOf(fee.entry) },
          ...{ id: fee.entry.id, effective_on: fee.entry.effective_on, text: `${home} ${holders} ${fee.title}` },
        }));
      }),
    [named, folds, waivers],
  );
};

type Chosen = { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void };

type SelectionProps = Chosen & { all: readonly FeeRow[]; rows: readonly FeeRow[] };

const Selection = ({ all, rows, chosen, onChange }: SelectionProps) => {
  const [asking, setAsking] = useState(false);
  const selected = useMemo(() => all.filter(({ id }) => chosen.has(id)), [all, chosen]);
  const isAll = rows.every(({ id }) => chosen.has(id));
  const cents = selected.reduce((sum, { open_cents }) => sum + open_cents, 0);
  const clear = () => onChange(new Set());
  const close = () => {
    setAsking(false);
    clear();
  };
  return (
    <>
      {rows.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <Button size="small" disabled={isAll} onClick={() => onChange(new Set(rows.map(({ id }) => id)))}>
            Select All
          </Button>
          <Button size="small" disabled={selected.length === 0} onClick={clear}>
            Deselect All
          </Button>
          <span aria-live="polite" className="num text-ink-2 text-sm">
            {selected.length === 0 ? 'None selected' : `${formatPlural(selected.length, 'fee')}, ${formatMoney(cents)}`}
          </span>
          <Button
            size="small"
            variant="primary"
            className="ml-auto"
            disabled={selected.length === 0}
            onClick={() => setAsking(true)}
          >
            Waive Selected
          </Button>
        </div>
      )}
      <WaiveDialog open={asking} fees={selected} onClose={close} />
    </>
  );
};

type FeeTableProps = Chosen & { rows: readonly FeeRow[]; footer: ReactNode };

const FeeTable = ({ rows, footer, ...selection }: FeeTableProps) => {
  const box = (row: FeeRow) => <FeeBox row={row} {...selection} />;
  return (
    <Table
      caption="Unpaid fees"
      columns={[{ header: '', name: 'Selected', className: 'w-8', cell: box }, ...COLUMNS]}
      rows={rows}
      rowKey={({ id }) => id}
      renderCard={(row) => <FeeCard row={row} box={box(row)} />}
      footer={footer}
    />
  );
};

const FeeBox = ({ row: { id, title, home, effective_on }, chosen, onChange }: Chosen & { row: FeeRow }) => {
  const toggle = () => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <label className="-m-2 inline-grid size-9 place-items-center touch:size-11">
      <input
        type="checkbox"
        aria-label={`Select ${title} of ${formatDate(effective_on)}, ${home}`}
        checked={chosen.has(id)}
        onChange={toggle}
      />
    </label>
  );
};

const FeeCard = ({ row, box }: { row: FeeRow; box: ReactNode }) => (
  <div className="flex items-start gap-3">
    {box}
    <div className="grid min-w-0 flex-1 gap-1">
      <span className="flex items-baseline justify-between gap-3">
        <RowTitle href={paths.accountEntry(row.account_id, row.id)}>{row.title}</RowTitle>
        <span className="num font-[590]">{formatMoney(row.open_cents)}</span>
      </span>
      <span className="num text-ink-2 text-sm [overflow-wrap:anywhere]">
        {formatDate(row.effective_on)} · {[row.home, row.holders].filter(Boolean).join(' · ')}
      </span>
      <span className="num text-ink-3 text-sm">{waiversText(row)}</span>
    </div>
  </div>
);

const waiversText = ({ waivers }: FeeRow) =>
  `${waivers === 0 ? 'No waivers' : formatPlural(waivers, 'waiver')} this year`;

const COLUMNS: Column<FeeRow>[] = [
  {
    header: 'Fee',
    main: true,
    className: 'min-w-40',
    cell: ({ account_id, entry, title }) => (
      <RowTitle href={paths.accountEntry(account_id, entry.id)}>{title}</RowTitle>
    ),
  },
  { header: 'Posted', className: 'num whitespace-nowrap', cell: ({ entry }) => formatDate(entry.effective_on) },
  { header: 'Home', className: '[overflow-wrap:anywhere]', cell: ({ home }) => home },
  { header: 'Holders', className: '[overflow-wrap:anywhere]', fold: 'lg', cell: ({ holders }) => holders || '–' },
  { header: 'Waivers this year', align: 'right', fold: 'lg', labelled: true, cell: ({ waivers }) => String(waivers) },
  { header: 'Unpaid', align: 'right', cell: ({ open_cents }) => formatMoney(open_cents) },
];
