import { clsx } from 'clsx';
import { type ReactNode, useMemo } from 'react';
import { useLocation } from 'wouter';
import type { Hoa } from '../../schema/tables/hoas.ts';
import type { User } from '../../schema/tables/users.ts';
import { todayOf } from '../../sync/dues.ts';
import { canManage } from '../../sync/invoices.ts';
import { entriesOf, type Statement, type StatementLine, statementOf } from '../../sync/statements.ts';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { usePeople } from '../screens/people.tsx';
import { useUser } from '../session.ts';
import { useRows, useStored, useSync } from '../store.ts';
import { useHoaToday } from '../today.ts';
import { Alert } from '../ui/alert.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatDate, formatMoney } from '../ui/format.ts';
import { SkeletonRows } from '../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { PrintButton } from '../ui/print-button.tsx';
import { Select } from '../ui/select.tsx';
import { methodLabel } from './timeline.tsx';

/** /dues/statement: the account of the viewer, for the board also that of the person in the address. */
const StatementScreen = () => {
  const me = useUser();
  const asked = useSearchParams().get('person');
  const person_id = asked && canManage(me) ? asked : me.id;
  const person = useRows('user').get(person_id);
  const { phase } = useSync();
  const here = [useStored('invoice'), useStored('payment')].every(({ isComplete }) => isComplete);
  return (
    <>
      <Breadcrumb entries={[{ label: 'Dues', href: paths.dues() }, { label: 'Statement' }]} />
      {person && here ? (
        <PersonStatement person={person} />
      ) : (
        <>
          <PageHeader title="Statement" />
          {phase === 'ready' && !person ? <Alert tone="error">Person not found.</Alert> : <SkeletonRows rows={4} />}
        </>
      )}
    </>
  );
};

export default StatementScreen;

const ALL = 'all';

const PersonStatement = ({ person }: { person: User }) => {
  const hoa = useRows('hoa').all[0];
  const today = useHoaToday();
  const { statement, years, period, from, to } = useStatement(person.id, hoa, today);
  const [path, navigate] = useLocation();
  const params = useSearchParams();
  const choose = (next: string) => {
    const changed = new URLSearchParams(params);
    changed.set('period', next);
    navigate(`${path}?${changed}`, { replace: true });
  };
  const own = useUser().id === person.id;
  return (
    <>
      <PageHeader
        title="Statement"
        documentTitle={`Statement: ${person.name || person.email}`}
        subtitle={
          own ? 'What was due, what you have paid, and what is left' : 'What was due, what was paid, and what is left'
        }
        actions={
          <>
            <span className="print:hidden">
              <Select
                label="Period"
                value={period}
                onChange={choose}
                options={[...years.map((year) => ({ value: year, label: year })), { value: ALL, label: 'All time' }]}
              />
            </span>
            <PrintButton />
            <LinkButton href={paths.dues()}>Back to Dues</LinkButton>
          </>
        }
      />
      <Card>
        <Parties person={person} hoa={hoa} from={from ?? statement.lines[0]?.day ?? today} to={to} />
        <Lines statement={statement} from={from} to={to} />
      </Card>
    </>
  );
};

/** `period` is a year, by default this one, or ALL; it ends today at the latest. */
const useStatement = (person_id: string, hoa: Hoa | undefined, today: string) => {
  const invoices = useRows('invoice').by('recipient_id', person_id);
  const payments = useRows('payment').by('user_id', person_id);
  const asked = useSearchParams().get('period') ?? today.slice(0, 4);
  return useMemo(() => {
    const dayOf = (at: string) => todayOf(hoa, at);
    const entries = entriesOf(invoices, payments);
    const years = [...new Set([today.slice(0, 4), ...entries.map(({ at }) => dayOf(at).slice(0, 4))])].sort().reverse();
    const period = asked === ALL || years.includes(asked) ? asked : years[0]!;
    const from = period === ALL ? null : `${period}-01-01`;
    const to = period === ALL || period >= today.slice(0, 4) ? today : `${period}-12-31`;
    return { statement: statementOf(entries, { from, to }, dayOf), years, period, from, to };
  }, [invoices, payments, hoa, today, asked]);
};

type PartiesProps = { person: User; hoa: Hoa | undefined; from: string; to: string };

const Parties = ({ person, hoa, from, to }: PartiesProps) => {
  const address = usePeople().address(person);
  const place = [hoa?.city, hoa?.zip].filter(Boolean).join(' ');
  return (
    <div className="flex flex-wrap justify-between gap-x-8 gap-y-3 pb-4 [overflow-wrap:anywhere]">
      <p>
        <b className="block font-semibold">{person.name || person.email}</b>
        {address && <span className="block">{address}</span>}
        {place && address && <span className="block">{place}</span>}
        {person.name && <span className="block text-ink-2">{person.email}</span>}
      </p>
      <p className="md:text-right print:text-right">
        <b className="block font-semibold">{hoa?.name}</b>
        {place && <span className="block">{place}</span>}
        <span className="num block text-ink-2">
          {formatDate(from)} to {formatDate(to)}
        </span>
      </p>
    </div>
  );
};

const WORDS: Record<StatementLine['kind'], (line: StatementLine) => string> = {
  charge: ({ title }) => title,
  payment: ({ method = null, title }) => withTitle(`Payment ${methodLabel({ kind: 'charge', method })}`, title),
  refund: ({ title }) => withTitle('Refund', title),
  credit: ({ title }) => withTitle('Credit', title),
  cancellation: ({ title }) => withTitle('Canceled', title),
  adjustment: ({ title }) => withTitle('Adjustment', title),
};
const withTitle = (words: string, title: string) => (title ? `${words}: ${title}` : words);

const Lines = ({ statement, from, to }: { statement: Statement; from: string | null; to: string }) => {
  const { opening_cents, lines, charged_cents, paid_cents, closing_cents } = statement;
  return (
    <table className="num w-full border-collapse">
      <caption className="sr-only">Statement</caption>
      <thead>
        <tr className="border-line-strong border-b text-ink-3 text-xs">
          <Th>Date</Th>
          <Th>Description</Th>
          <Th right>Due</Th>
          <Th right>Paid</Th>
          <Th right wide>
            Balance
          </Th>
        </tr>
      </thead>
      <tbody>
        {from && <Balance label="Opening balance" day={from} cents={opening_cents} />}
        {lines.map((line) => (
          <tr key={line.id} className="border-line border-b">
            <Td nowrap>{formatDate(line.day)}</Td>
            <Td>
              {WORDS[line.kind](line)}
              {line.due_date && <span className="block text-ink-3 text-sm">due {formatDate(line.due_date)}</span>}
            </Td>
            <Td right>{line.cents > 0 && formatMoney(line.cents)}</Td>
            <Td right>{line.cents < 0 && formatMoney(-line.cents)}</Td>
            <Td right wide>
              {formatMoney(line.balance_cents)}
            </Td>
          </tr>
        ))}
        {lines.length === 0 && (
          <tr className="border-line border-b">
            <td colSpan={5} className="py-3 text-ink-2">
              Nothing was due and nothing was paid in this time.
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr className="border-line border-b text-ink-2">
          <Td nowrap> </Td>
          <Td>Total</Td>
          <Td right>{formatMoney(charged_cents)}</Td>
          <Td right>{formatMoney(paid_cents)}</Td>
          <Td right wide>
            {' '}
          </Td>
        </tr>
        <tr className="font-semibold">
          <td colSpan={2} className="py-2 pr-3">
            {closing_cents < 0 ? 'Credit' : 'Balance due'} on {formatDate(to)}
          </td>
          <td colSpan={3} className="py-2 text-right text-lg">
            {formatMoney(Math.abs(closing_cents))}
          </td>
        </tr>
      </tfoot>
    </table>
  );
};

const Balance = ({ label, day, cents }: { label: string; day: string; cents: number }) => (
  <tr className="border-line border-b text-ink-2">
    <Td nowrap>{formatDate(day)}</Td>
    <td colSpan={3} className="py-1.5 pr-3 max-md:hidden print:table-cell">
      {label}
    </td>
    <td colSpan={2} className="py-1.5 pr-3 md:hidden print:hidden">
      {label}
    </td>
    <td className="py-1.5 text-right">{formatMoney(cents)}</td>
  </tr>
);

type CellProps = { right?: boolean; wide?: boolean; nowrap?: boolean; children: ReactNode };

/** A cell that is `wide` is left out on phones. */
const cell = ({ right, wide, nowrap }: CellProps) =>
  clsx(
    'py-1.5 align-top not-last:pr-3 max-md:not-last:pr-2 max-md:nth-last-2:pr-0 print:nth-last-2:pr-3',
    right ? 'text-right' : 'text-left',
    wide && 'max-md:hidden print:table-cell',
    nowrap && 'whitespace-nowrap max-md:text-xs',
  );

const Th = (props: CellProps) => (
  <th scope="col" className={`${cell(props)} font-[550]`}>
    {props.children}
  </th>
);
const Td = (props: CellProps) => <td className={cell(props)}>{props.children}</td>;
