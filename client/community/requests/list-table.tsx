import type { ReactNode } from 'react';
import type { Request } from '../../../schema/tables/requests.ts';
import { paths } from '../../paths.ts';
import { type People, WhoAndWhere } from '../../screens/people.tsx';
import { RowCard, RowTitle, ViewButton } from '../../screens/row.tsx';
import { SelectableCard, type Selection, withSelection } from '../../screens/selection.tsx';
import { type Sorting, withSorting } from '../../screens/sorting.tsx';
import { useWaiting, type WaitingItems } from '../../screens/waiting.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Highlight } from '../../ui/highlight.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { SORTS } from './model.ts';
import { StatusBadge } from './parts.tsx';

type Props = {
  rows: readonly Request[];
  term: string;
  people: People | null;
  selection: Selection | null;
  sorting: Sorting;
  footer: ReactNode;
};

/** Requests as rows or cards. `people` for viewers who see the residents; `term` is highlighted in the titles. */
export const ListTable = ({ rows, term, people, selection, sorting, footer }: Props) => {
  const waiting = useWaiting();
  const isWaiting = (request: Request) => waiting.has(request.id);
  const title = (request: Request) => <Highlight text={request.title} term={term} />;
  const sorted = withSorting(columns(title, waiting, people), SORTS, sorting);
  return (
    <Table
      caption="Requests"
      columns={withSelection(sorted, { selection, idOf: ({ id }) => id, nameOf: (request) => request.title })}
      rows={rows}
      rowKey={(request) => request.id}
      waiting={isWaiting}
      renderCard={(request) => (
        <SelectableCard selection={selection} id={request.id} name={request.title}>
          <RequestCard request={request} title={title(request)} people={people} waiting={isWaiting(request)} />
        </SelectableCard>
      )}
      footer={footer}
    />
  );
};

const columns = (
  title: (request: Request) => ReactNode,
  waiting: WaitingItems,
  people: People | null,
): Column<Request>[] => [
  {
    header: 'Title',
    main: true,
    className: 'min-w-60',
    cell: (request) => (
      <RowTitle href={paths.request(request.id)} waiting={waiting.get(request.id)}>
        {title(request)}
      </RowTitle>
    ),
  },
  { header: 'Category', fold: 'xl', cell: (request) => request.category },
  { header: 'Status', cell: (request) => <StatusBadge status={request.status} /> },
  ...(people ? residentColumns(people) : []),
  { header: 'Created', className: 'num whitespace-nowrap', cell: (request) => <Ago at={request.created_at} /> },
  { header: '', name: 'View', align: 'right', cell: (request) => <ViewButton href={paths.request(request.id)} /> },
];

const residentColumns = (people: People): Column<Request>[] => [
  {
    header: 'Resident',
    fold: 'lg',
    className: 'xl:whitespace-nowrap',
    cell: (request) => people.name(request.user_id),
  },
  { header: 'Address', fold: 'lg', className: 'xl:whitespace-nowrap', cell: (request) => people.address(request) },
];

type CardProps = { request: Request; title: ReactNode; people: People | null; waiting: boolean };

const RequestCard = ({ request, title, people, waiting }: CardProps) => (
  <RowCard href={paths.request(request.id)}>
    <span className="font-[590] [overflow-wrap:anywhere]">{title}</span>
    {people && <WhoAndWhere people={people} record={request} />}
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-sm">
      <StatusBadge status={request.status} />
      {waiting ? <Badge tone="wait">Waiting to send</Badge> : request.category}
      <Ago at={request.created_at} className="num ml-auto" />
    </span>
  </RowCard>
);
