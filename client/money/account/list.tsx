import {
  CalendarClock,
  CircleDollarSign,
  FileUp,
  Gavel,
  HandCoins,
  Mail,
  Plus,
  Scale,
  ScrollText,
  UserPlus,
  Users,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { useRows, useStored } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { outputActions } from '../../screens/export-csv.tsx';
import { FilterBar, MultiFilter } from '../../screens/filter-bar.tsx';
import { useListFilters } from '../../screens/filters.ts';
import { ListHeader } from '../../screens/list-header.tsx';
import { EmptyResults, ResultList, resultLabels } from '../../screens/result-list.tsx';
import { SortSelect } from '../../screens/sorting.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { StatCards } from '../../ui/card.tsx';
import { formatMoney } from '../../ui/format.ts';
import { lazyPart } from '../../ui/on-demand.ts';
import { type AccountRow, exportAccounts, fields, matching, OPTIONS, SORTS, useAccountRows } from './account-rows.ts';
import { AccountTable } from './account-table.tsx';

/** /accounts: every account of the HOA, the longest owing first. */
const Accounts = () => {
  const filtering = useListFilters(fields);
  const all = useAccountRows();
  const rows = useMemo(() => matching(all, filtering.filters), [all, filtering.filters]);
  const sorting = { sort: filtering.filters.sort, onSort: (sort: string) => filtering.set({ sort }) };
  const { isComplete } = useStored('account');
  const results = { rows: rows.slice(0, filtering.shown), found: rows.length, cached: isComplete };
  return (
    <>
      <AccountsHeader onExport={() => exportAccounts(rows)} />
      <PossibleDuplicates />
      <Totals rows={all} />
      <FilterBar {...filtering} search="Search accounts" found={rows.length} of={all.length}>
        <MultiFilter {...filtering} name="show" label="Show" options={OPTIONS} />
        <SortSelect onPhonesOnly sorts={SORTS} {...sorting} />
      </FilterBar>
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        empty={
          <EmptyResults
            {...filtering}
            icon={CircleDollarSign}
            title="No accounts found"
            hint="Accounts are created with the first bill."
          >
            <LinkButton href={paths.dueCreate()}>Create Due</LinkButton>
          </EmptyResults>
        }
        table={(shown, footer) => <AccountTable rows={shown} sorting={sorting} footer={footer} />}
      />
    </>
  );
};

export default Accounts;

const LABELS = resultLabels('accounts');

const AccountsHeader = ({ onExport }: { onExport: () => Promise<void> }) => {
  const report = useRows('hoa').all[0]?.ledger_opening;
  const [dialog, setDialog] = useState<'report' | 'open' | 'shared' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <ListHeader
        title="Accounts"
        subtitle="Who owes what, and who has paid ahead"
        primary={{ label: 'Record Payment', icon: Plus, run: paths.recordPayment() }}
        others={[
          ...REPORTS,
          { label: 'Open Account', icon: UserPlus, run: () => setDialog('open') },
          { label: 'Shared Homes', icon: Users, run: () => setDialog('shared') },
          { label: 'Opening Balances', icon: FileUp, run: paths.openingBalances() },
          report && { label: 'Opening Report', icon: ScrollText, run: () => setDialog('report') },
          ...outputActions(onExport),
        ]}
      />
      {report && dialog === 'report' && <OpeningReport report={report} open onClose={close} />}
      {dialog === 'open' && <OpenAccount open onClose={close} />}
      {dialog === 'shared' && <SharedHomes open onClose={close} />}
    </>
  );
};

const REPORTS = [
  { label: 'Aging', icon: CalendarClock, run: paths.ageing() },
  { label: 'Deposits', icon: HandCoins, run: paths.deposits() },
  { label: 'Statements', icon: ScrollText, run: paths.statements() },
  { label: 'Unpaid Fees', icon: Gavel, run: paths.fees() },
  { label: 'Letters', icon: Mail, run: paths.letters() },
  { label: 'Money Rules', icon: Scale, run: paths.moneyRules() },
];

const PossibleDuplicates = lazyPart(() => import('../record/possible-duplicates.tsx'));
const OpenAccount = lazyPart(() => import('./open-account.tsx'));
const SharedHomes = lazyPart(() => import('./shared-homes.tsx'));
const OpeningReport = lazyPart(() => import('../opening/opening.tsx'));

const Totals = ({ rows }: { rows: readonly AccountRow[] }) => {
  const sum = (of: (row: AccountRow) => number | null) =>
    formatMoney(rows.reduce((cents, row) => cents + (of(row) ?? 0), 0));
  return (
    <StatCards
      strip
      loaded={useStored('entry').isComplete}
      stats={[
        { label: 'Due now', value: sum(({ due_cents }) => due_cents) },
        {
          label: 'Overdue',
          value: sum(({ overdue_cents }) => overdue_cents),
          hint: 'On a plan: installments past due',
          href: `${paths.accounts()}?show=overdue`,
        },
        { label: 'Credit', value: sum(({ credit_cents }) => credit_cents), href: `${paths.accounts()}?show=credit` },
      ]}
    />
  );
};
