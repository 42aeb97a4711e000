import { CircleCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { fold as folded } from '../../../sync/search.ts';
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
import { useBooks } from '../account/model.ts';
import { WaiveAccount } from '../fees/waive-account.tsx';
import { PostingDialog } from '../record/posting-dialog.tsx';
import { type DelinquentRow, exportDelinquent, useDelinquent } from './delinquency-rows.ts';
import { DelinquentTable } from './delinquency-table.tsx';
import { LastSync } from './last-sync.tsx';

const fields = { search: textFilter };

/** /accounts/delinquency: who owes anything for more than 30 days, and what to do about it. */
const DelinquencyScreen = () => {
  const today = useHoaToday();
  const filtering = useListFilters(fields);
  const all = useDelinquent(today);
  const term = folded(filtering.filters.search.trim());
  const rows = useMemo(() => all.filter(({ text }) => text.includes(term)), [all, term]);
  const { isComplete } = useStored('entry');
  const [charging, setCharging] = useState<string | null>(null);
  const charged = useLast(charging);
  const [planning, setPlanning] = useState<Account | null>(null);
  const planned = useLast(planning);
  const [waiving, setWaiving] = useState<Account | null>(null);
  const waived = useLast(waiving);
  const acts = { today, online: useOnline(), onCharge: setCharging, onPlan: setPlanning, onWaive: setWaiving };
  const sum = (of: (row: DelinquentRow) => number) => formatMoney(all.reduce((cents, row) => cents + of(row), 0));
  return (
    <>
      <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: 'Delinquency' }]} />
      <ListHeader
        title="Delinquency"
        subtitle="Who owes anything for more than 30 days"
        others={outputActions(() => exportDelinquent(rows))}
      />
      <LastSync />
      <StatCards
        strip
        loaded={isComplete}
        stats={[
          { label: 'Accounts', value: all.length },
          { label: 'Over 30 days', value: sum(({ delinquent_cents }) => delinquent_cents) },
          { label: 'Overdue', value: sum(({ overdue_cents }) => overdue_cents) },
        ]}
      />
      <FilterBar {...filtering} search="Search delinquent accounts" found={rows.length} of={all.length} />
      <ResultList
        {...filtering}
        rows={rows}
        found={isComplete ? rows.length : 0}
        cached={isComplete}
        labels={LABELS}
        empty={
          <EmptyResults
            {...filtering}
            icon={CircleCheck}
            title="Nobody is delinquent"
            hint="Nothing is more than 30 days past due."
          >
            <LinkButton href={paths.ageing()}>See the Aging</LinkButton>
          </EmptyResults>
        }
        table={(shown, footer) => <DelinquentTable rows={shown} acts={acts} footer={footer} />}
      />
      {charged && (
        <PostingDialog account_id={charged} kind="charge" open={charging !== null} onClose={() => setCharging(null)} />
      )}
      {planned && (
        <StartPlan account={planned} today={today} open={planning !== null} onClose={() => setPlanning(null)} />
      )}
      {waived && (
        <WaiveAccount account={waived} today={today} open={waiving !== null} onClose={() => setWaiving(null)} />
      )}
    </>
  );
};

export default DelinquencyScreen;

const LABELS = resultLabels('accounts');

const ProposeDialog = lazyPart(() => import('../plans/propose.tsx'));

type StartPlanProps = { account: Account; today: string; open: boolean; onClose: () => void };

const StartPlan = (props: StartPlanProps) => {
  const books = useBooks(props.account.id, props.today);
  return <ProposeDialog {...props} books={books} />;
};
