import { CircleCheck } from 'lucide-react';
import { type ComponentProps, useMemo, useState } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { delinquencyList } from '../../../sync/ledger/report-lists.ts';
import { useOnline, useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { outputActions } from '../../screens/export-csv.tsx';
import { FilterBar } from '../../screens/filter-bar.tsx';
import { textFilter, useListFilters } from '../../screens/filters.ts';
import { ListHeader } from '../../screens/list-header.tsx';
import { EmptyResults, ResultList, resultLabels } from '../../screens/result-list.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { StatCards } from '../../ui/card.tsx';
import { formatMoney } from '../../ui/format.ts';
import { useLast } from '../../ui/frozen.ts';
import { lazyPart } from '../../ui/on-demand.ts';
import { Breadcrumb } from '../../ui/page.tsx';
import { useBooks } from '../accounts.ts';
import { WaiveAccount } from '../fees/waive-account.tsx';
import { PostingDialog } from '../record/posting-dialog.tsx';
import { type DelinquentRow, exportDelinquent, useDelinquent } from './delinquency-rows.ts';
import { type Act, DelinquentTable } from './delinquency-table.tsx';
import { LastSync } from './last-sync.tsx';

const fields = { search: textFilter };

/** /accounts/delinquency: who owes anything for more than 30 days, and what to do about it. */
const DelinquencyScreen = () => {
  const today = useHoaToday();
  const filtering = useListFilters(fields);
  const all = useDelinquent(today);
  const rows = useMemo(() => delinquencyList.rows(all, filtering.filters), [all, filtering.filters]);
  const { isComplete } = useStored('entry');
  const [act, setAct] = useState<Act | null>(null);
  const online = useOnline();
  return (
    <>
      <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: 'Delinquency' }]} />
      <ListHeader
        title="Delinquency"
        subtitle="Accounts over 30 days past due"
        others={outputActions(() => exportDelinquent(rows))}
      />
      <LastSync />
      <Totals rows={all} loaded={isComplete} />
      <FilterBar {...filtering} search="Search delinquent accounts" found={rows.length} of={all.length} />
      <ResultList
        {...filtering}
        rows={rows}
        found={isComplete ? rows.length : 0}
        cached={isComplete}
        labels={LABELS}
        empty={<NobodyDelinquent filtering={filtering} />}
        table={(shown, footer) => (
          <DelinquentTable rows={shown} acts={{ today, online, onAct: setAct }} footer={footer} />
        )}
      />
      <ActDialog act={act} today={today} onClose={() => setAct(null)} />
    </>
  );
};

export default DelinquencyScreen;

const LABELS = resultLabels('accounts');

const ProposeDialog = lazyPart(() => import('../plans/propose.tsx'));

const NobodyDelinquent = ({ filtering }: { filtering: ComponentProps<typeof FilterBar> }) => (
  <EmptyResults
    {...filtering}
    icon={CircleCheck}
    title="No delinquent accounts"
    hint="Nothing is more than 30 days past due."
  >
    <LinkButton href={paths.ageing()}>See the Aging</LinkButton>
  </EmptyResults>
);

const Totals = ({ rows, loaded }: { rows: readonly DelinquentRow[]; loaded: boolean }) => {
  const sum = (of: (row: DelinquentRow) => number) => formatMoney(rows.reduce((cents, row) => cents + of(row), 0));
  return (
    <StatCards
      strip
      loaded={loaded}
      stats={[
        { label: 'Accounts', value: rows.length },
        { label: 'Over 30 days', value: sum(({ delinquent_cents }) => delinquent_cents) },
        { label: 'Overdue', value: sum(({ overdue_cents }) => overdue_cents) },
      ]}
    />
  );
};

const ActDialog = ({ act, today, onClose }: { act: Act | null; today: string; onClose: () => void }) => {
  const last = useLast(act);
  if (!last) return null;
  const { account } = last;
  const dialog = { open: act !== null, onClose };
  if (last.kind === 'charge') return <PostingDialog account_id={account.id} kind="charge" {...dialog} />;
  if (last.kind === 'plan') return <StartPlan account={account} today={today} {...dialog} />;
  return <WaiveAccount account={account} today={today} {...dialog} />;
};

type StartPlanProps = { account: Account; today: string; open: boolean; onClose: () => void };

const StartPlan = (props: StartPlanProps) => {
  const books = useBooks(props.account.id, props.today);
  return <ProposeDialog {...props} books={books} />;
};
