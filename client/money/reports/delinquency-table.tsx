import type { ReactNode } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { save } from '../../device/store.ts';
import { changeNow } from '../../forms/change-now.ts';
import { paths } from '../../paths.ts';
import { RowTitle } from '../../screens/row.tsx';
import { Badge } from '../../ui/badge.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { Menu } from '../../ui/menu.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { NOT_REMINDED, remindNow, saidOfReminder } from '../reminders/remind-now.ts';
import { ATTORNEY, type DelinquentRow } from './delinquency-rows.ts';

type TableProps = { rows: readonly DelinquentRow[]; acts: Acts; footer: ReactNode };

export const DelinquentTable = ({ rows, acts, footer }: TableProps) => (
  <Table
    caption="Delinquent accounts"
    columns={columnsOf(acts)}
    rows={rows}
    rowKey={({ account }) => account.id}
    renderCard={(row) => <DelinquentCard row={row} {...acts} />}
    footer={footer}
  />
);

export type Act = { kind: 'charge' | 'plan' | 'waive'; account: Account };
type Acts = {
  today: string;
  online: boolean;
  onAct: (act: Act) => void;
};
type ActionProps = Acts & { row: DelinquentRow };

const Actions = ({ row, today, online, onAct }: ActionProps) => (
  <Menu
    label={`Actions for ${row.name}`}
    entries={[
      { label: 'Open Account', href: paths.account(row.id) },
      { label: 'Statement', href: paths.accountStatement(row.id) },
      ...(row.status === 'open' && !row.account.mail_off
        ? [{ label: 'Remind Now', onSelect: () => void remind(row.id, online) }]
        : []),
      { label: 'Print Letter', href: paths.lettersTo([row.id]) },
      ...(row.status === 'open' && !row.onPlan
        ? [{ label: 'Start Plan', onSelect: () => onAct({ kind: 'plan', account: row.account }) }]
        : []),
      ...(row.owesFees
        ? [{ label: 'Waive Fees', onSelect: () => onAct({ kind: 'waive', account: row.account }) }]
        : []),
      ...(row.status === 'open'
        ? [{ label: 'Charge a Cost', onSelect: () => onAct({ kind: 'charge', account: row.account }) }]
        : []),
      {
        label: row.withAttorney ? 'Remove from Attorney' : 'Mark with Attorney',
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
        <RowTitle href={paths.account(row.id)}>{row.name}</RowTitle>
        <Marks row={row} />
        {row.home && <span className="block text-ink-3 text-sm [overflow-wrap:anywhere]">{row.holders}</span>}
      </>
    ),
  },
  {
    header: 'Over 30 days',
    align: 'right',
    cell: (row) => <span className="font-[560] text-red">{formatMoney(row.delinquent_cents)}</span>,
  },
  { header: 'Overdue', align: 'right', cell: (row) => formatMoney(row.overdue_cents) },
  {
    header: 'Oldest due',
    cell: (row) => <span className="num whitespace-nowrap">{formatDate(row.oldest_due_on)}</span>,
  },
  { header: 'Last payment', fold: 'lg', labelled: true, cell: lastPaymentOf },
  {
    header: 'Last reminder',
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
      <RowTitle href={paths.account(row.id)}>{row.name}</RowTitle>
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
