import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { addDays } from '../../schema/dates.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import { titleOf } from '../../sync/ledger/explain.ts';
import { type AccountStatement, accountStatement, type StatementLine } from '../../sync/ledger/statement.ts';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { exportCsv } from '../screens/export-csv.tsx';
import { usePeople } from '../screens/people.tsx';
import { RecordLoader } from '../screens/record-loader.tsx';
import { useRows } from '../store.ts';
import { useHoaToday } from '../today.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatDate, formatDateTime } from '../ui/format.ts';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { PrintButton } from '../ui/print-button.tsx';
import { Select } from '../ui/select.tsx';
import { type AccountBooks, holdersOf, LOADER, titleOfAccount, useBooks } from './model.ts';
import { StatementTable } from './statement-table.tsx';

/** /accounts/:id/statement */
const StatementScreen = () => (
  <RecordLoader {...LOADER}>{(account) => <AccountStatementView account={account} />}</RecordLoader>
);

export default StatementScreen;

const ALL = 'all';

const AccountStatementView = ({ account }: { account: Account }) => {
  const people = usePeople();
  const today = useHoaToday();
  const { period, years, from, to } = usePeriod(account, today);
  const books = useBooks(account.id, to);
  const hide = useSearchParams().has('hide-corrections');
  const statement = useMemo(
    () => accountStatement(books.list, { from, to }, { hide_corrections: hide }),
    [books.list, from, to, hide],
  );
  const setParam = useSetParam();
  const title = titleOfAccount(people, account);
  return (
    <>
      <Breadcrumb entries={[{ label: title, href: paths.account(account.id) }, { label: 'Statement' }]} />
      <PageHeader
        title="Statement"
        documentTitle={`Statement: ${title}`}
        subtitle="What was charged, what was paid, and what is left"
        actions={
          <span className="contents print:hidden">
            <Select
              label="Period"
              value={period}
              onChange={(next) => setParam('period', next)}
              options={[...years.map((year) => ({ value: year, label: year })), { value: ALL, label: 'All time' }]}
            />
            <Button onClick={() => setParam('hide-corrections', hide ? null : 'true')} aria-pressed={hide}>
              Hide Corrections
            </Button>
            <Button onClick={() => exportStatement(statement, books, title)}>Export CSV</Button>
            <PrintButton />
            <LinkButton href={paths.account(account.id)}>Back to Account</LinkButton>
          </span>
        }
      />
      <Card>
        <Parties account={account} from={from ?? statement.lines[0]?.entry.effective_on ?? to} to={to} />
        <StatementTable statement={statement} books={books} from={from} to={to} />
        <p className="num pt-4 text-ink-3 text-sm">
          As of {formatDate(to)}, as known on {formatDateTime(new Date().toISOString())}.
        </p>
      </Card>
    </>
  );
};

const useSetParam = () => {
  const params = useSearchParams();
  const [path, navigate] = useLocation();
  return (name: string, value: string | null) => {
    const changed = new URLSearchParams(params);
    if (value === null) changed.delete(name);
    else changed.set(name, value);
    navigate(changed.size > 0 ? `${path}?${changed}` : path, { replace: true });
  };
};

/** A year, by default this one, or ALL; it ends today at the latest. */
const usePeriod = ({ opened_on, id }: Account, today: string) => {
  const asked = useSearchParams().get('period') ?? today.slice(0, 4);
  const entries = useRows('entry').by('account_id', id);
  return useMemo(() => {
    const first = [opened_on, ...entries.map(({ effective_on }) => effective_on)].sort()[0]!;
    const years: string[] = [];
    for (let year = Number(today.slice(0, 4)); year >= Number(first.slice(0, 4)); year -= 1) years.push(String(year));
    const period = asked === ALL || years.includes(asked) ? asked : years[0]!;
    const from = period === ALL ? null : `${period}-01-01`;
    const last = period === ALL ? today : addDays(`${Number(period) + 1}-01-01`, -1);
    return { period, years, from, to: last < today ? last : today };
  }, [asked, entries, opened_on, today]);
};

const Parties = ({ account, from, to }: { account: Account; from: string; to: string }) => {
  const people = usePeople();
  const hoa = useRows('hoa').all[0];
  const place = [hoa?.city, hoa?.zip].filter(Boolean).join(' ');
  return (
    <div className="flex flex-wrap justify-between gap-x-8 gap-y-3 pb-4 [overflow-wrap:anywhere]">
      <p>
        <b className="block font-semibold">{holdersOf(people, account)}</b>
        <span className="block">{people.address(account)}</span>
        {people.address(account) && <span className="block">{place}</span>}
      </p>
      <p className="md:text-right print:text-right">
        <b className="block font-semibold">{hoa?.name}</b>
        <span className="block">{place}</span>
        <span className="num block text-ink-2">
          {formatDate(from)} to {formatDate(to)}
        </span>
      </p>
    </div>
  );
};

const HEADER = ['Date', 'Posted', 'Description', 'Kind', 'Charge', 'Payment', 'Balance', 'Reference'];

const exportStatement = ({ lines }: AccountStatement, books: AccountBooks, title: string) =>
  exportCsv(
    `statement ${title}`,
    HEADER,
    lines.map((line) => csvRow(line, books)),
  );

const csvRow = ({ entry, cents, balance_cents }: StatementLine, books: AccountBooks): string[] => [
  entry.effective_on,
  entry.posted_at.slice(0, 10),
  titleOf(entry, books),
  entry.kind,
  cents > 0 ? amount(cents) : '',
  cents < 0 ? amount(-cents) : '',
  amount(balance_cents),
  books.payments.get(entry.payment_id ?? '')?.reference ?? '',
];

const amount = (cents: number) => (cents / 100).toFixed(2);
