import { CircleCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Account } from '../../schema/tables/accounts.ts';
import { isOnPlan } from '../../sync/ledger/ageing.ts';
import { type Delinquency, delinquencyOf } from '../../sync/ledger/delinquency.ts';
import { delinquencyCells } from '../../sync/ledger/report-csv.ts';
import { fold as folded } from '../../sync/search.ts';
import { openFeesOf } from '../fees/model.ts';
import { changeNow } from '../forms/change-now.ts';
import { paths } from '../paths.ts';
import { NOT_REMINDED, remindNow, saidOfReminder } from '../reminders/remind-now.ts';
import { exportCsv, outputActions } from '../screens/export-csv.tsx';
import { FilterBar } from '../screens/filter-bar.tsx';
import { textFilter, useListFilters } from '../screens/filters.ts';
import { ListHeader } from '../screens/list-header.tsx';
import { usePeople } from '../screens/people.tsx';
import { EmptyResults, ResultList } from '../screens/result-list.tsx';
import { RowTitle } from '../screens/row.tsx';
import { save, useOnline, useRows, useStored } from '../store.ts';
import { useHoaToday } from '../today.ts';
import { Badge } from '../ui/badge.tsx';
import { LinkButton } from '../ui/button.tsx';
import { StatCards } from '../ui/card.tsx';
import { formatDate, formatMoney } from '../ui/format.ts';
import { useLast } from '../ui/frozen.ts';
import { Menu } from '../ui/menu.tsx';
import { lazyPart } from '../ui/on-demand.ts';
import { Breadcrumb } from '../ui/page.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { PostingDialog } from './charge.tsx';
import { useFolds } from './folds.ts';
import { LastSync } from './last-sync.tsx';
import { holdersOf, useBooks } from './model.ts';
import { WaiveAccount } from './waive-account.tsx';

type DelinquentRow = Delinquency & {
  account: Account;
  home: string;
  holders: string;
  status: Account['status'];
  onPlan: boolean;
  owesFees: boolean;
  withAttorney: boolean;
  lastReminded: string | null;
  text: string;
};

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
        table={(shown, footer) => (
          <Table
            caption="Delinquent accounts"
            columns={columnsOf(acts)}
            rows={shown}
            rowKey={({ account }) => account.id}
            renderCard={(row) => <DelinquentCard row={row} {...acts} />}
            footer={footer}
          />
        )}
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

const LABELS = {
  more: 'Load more',
  end: 'No more accounts',
  failed: 'Failed to load accounts. Please try again.',
};

/** The longest owing first. */
const useDelinquent = (today: string): readonly DelinquentRow[] => {
  const accounts = useRows('account').all;
  const reminders = useRows('reminder');
  const entries = useRows('entry');
  const people = usePeople();
  const folds = useFolds(today);
  return useMemo(
    () =>
      accounts
        .flatMap((account): DelinquentRow[] => {
          const books = folds(account.id);
          const delinquency = delinquencyOf({ ...books, entries: entries.by('account_id', account.id) }, today);
          if (!delinquency) return [];
          const [home, holders] = [people.address(account), holdersOf(people, account)];
          const emails = account.holder_ids.map((id) => people.email(id)).join(' ');
          return [
            {
              ...delinquency,
              ...{ account, home, holders, status: account.status },
              onPlan: isOnPlan(books.fold),
              owesFees: openFeesOf(account.id, books.fold).length > 0,
              withAttorney: isWithAttorney(account),
              lastReminded: reminders
                .by('account_id', account.id)
                .filter(({ status }) => status === 'delivered' || status === 'printed')
                .reduce<string | null>((last, { remind_on }) => (last && last > remind_on ? last : remind_on), null),
              text: folded(`${home} ${holders} ${emails}`),
            },
          ];
        })
        .sort((a, b) => (a.oldest_due_on < b.oldest_due_on ? -1 : 1)),
    [accounts, entries, people, folds, today, reminders],
  );
};

const ATTORNEY = 'With attorney since ';

/** Said by the note; such an account gets no reminders from here. */
const isWithAttorney = ({ mail_off, note }: Account): boolean => mail_off === true && (note ?? '').includes(ATTORNEY);

const setWithAttorney = ({ account, withAttorney }: DelinquentRow, today: string): Promise<void> => {
  const note = (account.note ?? '').split('\n').filter((line) => !line.startsWith(ATTORNEY));
  const next = withAttorney ? note : [`${ATTORNEY}${formatDate(today)}.`, ...note];
  return changeNow({
    write: () =>
      save('setAccountFlags', { id: account.id, mail_off: !withAttorney, note: next.join('\n').slice(0, 500) || null }),
    undo: () => save('setAccountFlags', { id: account.id, mail_off: account.mail_off, note: account.note }),
    said: withAttorney ? 'No longer with the attorney' : 'With attorney: no reminders are sent',
    fallback: 'The account could not be changed. Please try again.',
  });
};

const remind = (account_id: string, online: boolean): Promise<void> =>
  changeNow({ write: () => remindNow(account_id), said: saidOfReminder(online), fallback: NOT_REMINDED });

const nameOf = ({ home, holders }: DelinquentRow) => home || holders || 'Account';

const ProposeDialog = lazyPart(() => import('../plans/propose.tsx'));

type StartPlanProps = { account: Account; today: string; open: boolean; onClose: () => void };

const StartPlan = (props: StartPlanProps) => {
  const books = useBooks(props.account.id, props.today);
  return <ProposeDialog {...props} books={books} />;
};

type Acts = {
  today: string;
  online: boolean;
  onCharge: (account_id: string) => void;
  onPlan: (account: Account) => void;
  onWaive: (account: Account) => void;
};
type ActionProps = Acts & { row: DelinquentRow };

const Actions = ({ row, today, online, onCharge, onPlan, onWaive }: ActionProps) => (
  <Menu
    label={`Actions for ${nameOf(row)}`}
    entries={[
      { label: 'Open Account', href: paths.account(row.account.id) },
      { label: 'Statement', href: paths.accountStatement(row.account.id) },
      ...(row.status === 'open' && !row.account.mail_off
        ? [{ label: 'Remind Now', onSelect: () => void remind(row.account.id, online) }]
        : []),
      { label: 'Print Letter', href: paths.lettersTo([row.account.id]) },
      ...(row.status === 'open' && !row.onPlan ? [{ label: 'Start Plan', onSelect: () => onPlan(row.account) }] : []),
      ...(row.owesFees ? [{ label: 'Waive Fees', onSelect: () => onWaive(row.account) }] : []),
      ...(row.status === 'open' ? [{ label: 'Charge a Cost', onSelect: () => onCharge(row.account.id) }] : []),
      {
        label: row.withAttorney ? 'No Longer With Attorney' : 'With Attorney',
        onSelect: () => void setWithAttorney(row, today),
      },
    ]}
  />
);

const Marks = ({ row }: { row: DelinquentRow }) => (
  <>
    {row.withAttorney && <Badge tone="violet">With attorney</Badge>}{' '}
    {row.onPlan && <Badge tone="blue">On a plan</Badge>} {row.status === 'closed' && <Badge>Closed</Badge>}
  </>
);

const lastPaymentOf = ({ last_payment }: DelinquentRow): string =>
  last_payment ? `${formatMoney(-last_payment.amount_cents)} on ${formatDate(last_payment.effective_on)}` : 'None';

const columnsOf = (acts: Acts): Column<DelinquentRow>[] => [
  {
    header: 'Home',
    main: true,
    className: 'min-w-40 py-2',
    cell: (row) => (
      <>
        <RowTitle href={paths.account(row.account.id)}>{nameOf(row)}</RowTitle>
        <Marks row={row} />
        {row.home && <span className="block text-ink-3 text-sm [overflow-wrap:anywhere]">{row.holders}</span>}
      </>
    ),
  },
  {
    header: 'Over 30 Days',
    align: 'right',
    cell: (row) => <span className="font-[560] text-red">{formatMoney(row.delinquent_cents)}</span>,
  },
  { header: 'Overdue', align: 'right', cell: (row) => formatMoney(row.overdue_cents) },
  { header: 'Oldest Due', cell: (row) => <span className="num">{formatDate(row.oldest_due_on)}</span> },
  { header: 'Last Payment', fold: 'lg', labelled: true, cell: lastPaymentOf },
  {
    header: 'Last Reminder',
    fold: 'xl',
    labelled: true,
    cell: ({ lastReminded }) => (lastReminded ? <span className="num">{formatDate(lastReminded)}</span> : 'None'),
  },
  {
    header: '',
    name: 'Actions',
    align: 'right',
    cell: (row) => <Actions row={row} {...acts} />,
  },
];

const DelinquentCard = ({ row, ...acts }: ActionProps) => (
  <div className="grid gap-1">
    <span className="flex items-center justify-between gap-3">
      <RowTitle href={paths.account(row.account.id)}>{nameOf(row)}</RowTitle>
      <span className="flex items-center gap-1">
        <span className="num font-[560] text-red">{formatMoney(row.delinquent_cents)}</span>
        <Actions row={row} {...acts} />
      </span>
    </span>
    <span className="num text-ink-2 text-sm">
      {row.home && `${row.holders} · `}since {formatDate(row.oldest_due_on)} · last payment: {lastPaymentOf(row)}
    </span>
    <span className="flex gap-1.5">
      <Marks row={row} />
    </span>
  </div>
);

const exportDelinquent = (rows: readonly DelinquentRow[]) => {
  const [header, ...lines] = delinquencyCells(rows);
  return exportCsv('delinquency', header!, lines);
};
