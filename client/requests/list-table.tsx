import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { Request } from '../../schema/requests.ts';
import { paths } from '../paths.ts';
import type { People } from '../screens/people.tsx';
import { useWaiting, type WaitingItems, WaitingMark } from '../screens/waiting.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatDate } from '../ui/format.ts';
import { Highlight } from '../ui/highlight.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { StatusBadge } from './parts.tsx';

/** Requests as rows or cards. `people` for those who see whose they are; `term` is marked in the titles. */
export const ListTable = ({
  rows,
  term,
  people,
  footer,
}: {
  rows: readonly Request[];
  term: string;
  people: People | null;
  footer: ReactNode;
}) => {
  const waiting = useWaiting();
  const isWaiting = (request: Request) => waiting.has(request.id);
  const title = (request: Request) => <Highlight text={request.title} term={term} />;
  return (
    <Table
      caption="Requests"
      columns={columns(title, waiting, people)}
      rows={rows}
      rowKey={(request) => request.id}
      waiting={isWaiting}
      renderCard={(request) => <RequestCard request={request} title={title(request)} waiting={isWaiting(request)} />}
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
      <span className="[overflow-wrap:anywhere]">
        <Link
          href={paths.request(request.id)}
          data-row
          className="mr-2 scroll-my-20 font-[560] text-ink hover:underline"
        >
          {title(request)}
        </Link>
        <WaitingMark item={waiting.get(request.id)} />
      </span>
    ),
  },
  { header: 'Category', fold: 'xl', cell: (request) => request.category },
  { header: 'Status', cell: (request) => <StatusBadge status={request.status} /> },
  ...(people ? residentColumns(people) : []),
  { header: 'Created', className: 'num whitespace-nowrap', cell: (request) => formatDate(request.created_at) },
  { header: '', name: 'View', align: 'right', cell: (request) => <View id={request.id} /> },
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

const View = ({ id }: { id: string }) => {
  const [, navigate] = useLocation();
  return (
    <Button size="small" onClick={() => navigate(paths.request(id))}>
      View
    </Button>
  );
};

/** The whole card is the link. */
const RequestCard = ({ request, title, waiting }: { request: Request; title: ReactNode; waiting: boolean }) => (
  <Link href={paths.request(request.id)} data-row className="-mx-4 -my-3 grid gap-1.5 px-4 py-3 -outline-offset-2">
    <span className="font-[590] [overflow-wrap:anywhere]">{title}</span>
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-sm">
      <StatusBadge status={request.status} />
      {waiting ? <Badge tone="wait">Waiting to send</Badge> : request.category}
      <span className="num ml-auto">{formatDate(request.created_at)}</span>
    </span>
  </Link>
);
