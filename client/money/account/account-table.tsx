import type { ReactNode } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { paths } from '../../paths.ts';
import { RowCard, RowTitle, ViewButton } from '../../screens/row.tsx';
import { type Sorting, withSorting } from '../../screens/sorting.tsx';
import { Badge } from '../../ui/badge.tsx';
import { formatMoney } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { type AccountRow, isOverdue, SORTS } from './account-rows.ts';

type Props = { rows: readonly AccountRow[]; sorting: Sorting; footer: ReactNode };

export const AccountTable = ({ rows, sorting, footer }: Props) => (
  <Table
    caption="Accounts"
    columns={withSorting(COLUMNS, SORTS, sorting)}
    rows={rows}
    rowKey={({ id }) => id}
    renderCard={(row) => <AccountCard row={row} />}
    footer={footer}
  />
);

const UNKNOWN = '…';
const moneyOf = (cents: number | null) => (cents === null ? UNKNOWN : formatMoney(cents));
const dashOr = (cents: number | null) => (cents === null ? UNKNOWN : '–');

const Closed = ({ account }: { account: Account }) => account.status === 'closed' && <Badge>Closed</Badge>;

const COLUMNS: Column<AccountRow>[] = [
  {
    header: 'Home',
    main: true,
    className: 'min-w-44',
    cell: (row) => (
      <>
        <RowTitle href={paths.account(row.id)}>{row.name}</RowTitle> <Closed account={row.account} />
      </>
    ),
  },
  { header: 'Holders', className: '[overflow-wrap:anywhere]', fold: 'lg', cell: ({ holders }) => holders || '–' },
  { header: 'Due now', align: 'right', cell: ({ due_cents }) => moneyOf(due_cents) },
  {
    header: 'Overdue',
    align: 'right',
    cell: (row) =>
      isOverdue(row) ? (
        <span className="font-[560] text-red">{moneyOf(row.overdue_cents)}</span>
      ) : (
        dashOr(row.overdue_cents)
      ),
  },
  {
    header: 'Credit',
    align: 'right',
    fold: 'xl',
    labelled: true,
    cell: ({ credit_cents }) => credit_cents > 0 && formatMoney(credit_cents),
  },
  { header: 'Balance', align: 'right', cell: ({ balance_cents }) => formatMoney(balance_cents) },
  {
    header: '',
    name: 'Actions',
    align: 'right',
    cell: ({ id }) => <ViewButton href={paths.account(id)} />,
  },
];

const AccountCard = ({ row }: { row: AccountRow }) => (
  <RowCard href={paths.account(row.id)}>
    <span className="flex items-baseline justify-between gap-3">
      <span className="font-[590] [overflow-wrap:anywhere]">{row.name}</span>
      <span className="num font-[590]">{formatMoney(row.balance_cents)}</span>
    </span>
    <span className="flex items-center justify-between gap-2 text-ink-2 text-sm">
      <span className="[overflow-wrap:anywhere]">{row.home ? row.holders : ''}</span>
      {isOverdue(row) ? (
        <span className="num font-[560] text-red">{moneyOf(row.overdue_cents)} overdue</span>
      ) : (
        <Closed account={row.account} />
      )}
    </span>
  </RowCard>
);
