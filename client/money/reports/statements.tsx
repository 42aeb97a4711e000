import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Entry } from '../../../schema/tables/ledger.ts';
import { type AccountStatement, accountStatement } from '../../../sync/ledger/statement.ts';
import { dollars, statementCells } from '../../../sync/ledger/statement-csv.ts';
import { useSearchParams } from '../../device/location.ts';
import { useRows, useStored } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import { usePeople } from '../../screens/people.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { formatDate, formatMoney, formatPlural } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { FLUSH_HEADS, PlainTable } from '../../ui/plain-table.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { holdersOf } from '../accounts.ts';
import { PeriodControls, StatementSheet } from './statement-parts.tsx';
import { type StatementPeriod, useStatementPeriod } from './statement-period.ts';

/** /accounts/statements: the statements of all accounts, or of those with a balance, in one print job and one file. */
const Statements = () => {
  const entries = useRows('entry').all;
  const chosen = useStatementPeriod(useMemo(() => firstDayOf(entries), [entries]));
  const isOwing = useSearchParams().has('with-balance');
  const rows = useStatements(chosen, isOwing);
  const isPrinting = usePrinting();
  const { isComplete } = useStored('entry');
  const save = useExport(rows);
  if (isPrinting)
    return rows.map(({ account }, at) => (
      <Printed key={account.id} account={account} period={chosen} isFirst={at === 0} />
    ));
  return (
    <>
      <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: 'Statements' }]} />
      <PageHeader
        title="Statements"
        subtitle="Print or export the statements of all accounts at once"
        actions={
          <>
            <PrintButton />
            <Button icon={Download} onClick={() => void save()}>
              Export CSV
            </Button>
          </>
        }
      />
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <PeriodControls chosen={chosen} />
        <span className="pb-1.5">
          <Checkbox
            label="Only accounts with a balance"
            checked={isOwing}
            onChange={({ target }) => chosen.set('with-balance', target.checked ? 'true' : null)}
          />
        </span>
      </div>
      {isComplete ? <Overview rows={rows} period={chosen} /> : <SkeletonRows rows={6} />}
    </>
  );
};

export default Statements;

type PrintedProps = { account: Account; period: StatementPeriod; isFirst: boolean };

const Printed = ({ account, period, isFirst }: PrintedProps) => (
  <section className={isFirst ? undefined : 'break-before-page'}>
    <h1 className="pb-2 font-[640] text-xl">Statement</h1>
    <StatementSheet account={account} period={period} />
  </section>
);

const firstDayOf = (entries: readonly Entry[]): string => {
  let first = '9999';
  for (const { effective_on } of entries) if (effective_on < first) first = effective_on;
  return first;
};

type Row = { account: Account; home: string; holders: string; statement: AccountStatement };

/** The accounts that were open or had something in the period, by home. */
const useStatements = ({ from, to, known_at, hide }: StatementPeriod, isOwing: boolean): readonly Row[] => {
  const accounts = useRows('account').all;
  const entries = useRows('entry');
  const people = usePeople();
  return useMemo(
    () =>
      accounts
        .map((account): Row => {
          const list = entries.by('account_id', account.id);
          const statement = accountStatement(list, { from, to, known_at }, { hide_corrections: hide });
          return { account, home: people.address(account), holders: holdersOf(people, account), statement };
        })
        .filter(({ account, statement: { closing_cents, lines } }) =>
          isOwing ? closing_cents !== 0 : account.status === 'open' || closing_cents !== 0 || lines.length > 0,
        )
        .sort((a, b) => byName(a.home || a.holders, b.home || b.holders)),
    [accounts, entries, people, from, to, known_at, hide, isOwing],
  );
};

const byName = (a: string, b: string) => a.localeCompare(b, undefined, { numeric: true });

const Overview = ({ rows, period: { to } }: { rows: readonly Row[]; period: StatementPeriod }) => {
  const sum = rows.reduce((cents, { statement }) => cents + statement.closing_cents, 0);
  return (
    <Card title={formatPlural(rows.length, 'Statement')} flush>
      <PlainTable caption="Statements" className="mt-2" heads={headsOf(to)} headClass={FLUSH_HEADS}>
        <tbody>
          {rows.map(({ account, home, holders, statement }) => (
            <tr key={account.id} className="border-line border-t [&>td]:px-4 [&>td]:py-2">
              <td className="[overflow-wrap:anywhere]">
                <Link data-row href={paths.accountStatement(account.id)} className="text-ink hover:underline">
                  {home || holders || 'Account'}
                </Link>
                {home && <span className="block text-ink-3 text-sm">{holders}</span>}
              </td>
              <td className="text-right max-md:hidden">{formatMoney(statement.charged_cents)}</td>
              <td className="text-right max-md:hidden">{formatMoney(statement.paid_cents)}</td>
              <td className="text-right">{formatMoney(statement.closing_cents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line border-t font-semibold [&>td]:px-4 [&>td]:py-2.5">
            <td>Total</td>
            <td className="max-md:hidden" colSpan={2} />
            <td className="text-right">{formatMoney(sum)}</td>
          </tr>
        </tfoot>
      </PlainTable>
    </Card>
  );
};

const RIGHT = 'text-right max-md:hidden';
const headsOf = (to: string) =>
  ['Account', ['Charged', RIGHT], ['Paid', RIGHT], [`Balance on ${formatDate(to)}`, 'text-right']] as const;

/** One file: the columns of a statement after those that say whose it is. */
const useExport = (rows: readonly Row[]) => {
  const payments = useRows('payment').all;
  return () => {
    const byId = new Map(payments.map((payment) => [payment.id, payment]));
    const [header = []] = rows.length > 0 ? statementCells(rows[0]!.statement, byId) : [];
    const lines = rows.flatMap(({ home, holders, statement }) => {
      const [, ...cells] = statementCells(statement, byId);
      const opening = ['', '', 'Opening balance', '', '', '', dollars(statement.opening_cents), ''];
      return [opening, ...cells].map((line) => [home, holders, ...line]);
    });
    return exportCsv('statements', ['Home', 'Holders', ...header], lines);
  };
};
