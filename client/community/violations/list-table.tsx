import type { ReactNode } from 'react';
import type { Violation } from '../../../schema/tables/violations.ts';
import { canManage } from '../../../sync/violations/entity.ts';
import { useUser } from '../../device/session.ts';
import { paths } from '../../paths.ts';
import { type People, usePeople, WhoAndWhere } from '../../screens/people.tsx';
import { RowCard, RowTitle, ViewButton } from '../../screens/row.tsx';
import { SelectableCard, type Selection, withSelection } from '../../screens/selection.tsx';
import { type Sorting, withSorting } from '../../screens/sorting.tsx';
import { useWaiting, type WaitingItems } from '../../screens/waiting.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Highlight } from '../../ui/highlight.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { SORTS } from './model.ts';
import { DueDate, StatusBadge } from './parts.tsx';

type Props = {
  rows: readonly Violation[];
  term: string;
  selection: Selection | null;
  sorting: Sorting;
  footer: ReactNode;
};

export const ListTable = ({ rows, term, selection, sorting, footer }: Props) => {
  const waiting = useWaiting();
  const people = usePeople();
  const board = canManage(useUser());
  const isWaiting = (violation: Violation) => waiting.has(violation.id);
  const title = (violation: Violation) => <Highlight text={violation.title} term={term} />;
  const sorted = withSorting(columns(title, waiting, people), SORTS, sorting);
  return (
    <Table
      caption="Violations"
      columns={withSelection(sorted, { selection, idOf: ({ id }) => id, nameOf: ({ title }) => title })}
      rows={rows}
      rowKey={(violation) => violation.id}
      waiting={isWaiting}
      renderCard={(violation) => (
        <SelectableCard selection={selection} id={violation.id} name={violation.title}>
          <ViolationCard
            violation={violation}
            title={title(violation)}
            people={board ? people : null}
            waiting={isWaiting(violation)}
          />
        </SelectableCard>
      )}
      footer={footer}
    />
  );
};

const columns = (
  title: (violation: Violation) => ReactNode,
  waiting: WaitingItems,
  people: People,
): Column<Violation>[] => [
  {
    header: 'Title',
    main: true,
    className: 'min-w-60',
    cell: (violation) => (
      <RowTitle href={paths.violation(violation.id)} waiting={waiting.get(violation.id)}>
        {title(violation)}
      </RowTitle>
    ),
  },
  { header: 'Category', fold: 'xl', cell: (violation) => violation.category },
  { header: 'Status', cell: (violation) => <StatusBadge status={violation.status} /> },
  {
    header: 'Resident',
    fold: 'lg',
    className: 'xl:whitespace-nowrap',
    cell: (violation) => people.name(violation.user_id),
  },
  { header: 'Address', fold: 'lg', className: 'xl:whitespace-nowrap', cell: (violation) => people.address(violation) },
  { header: 'Due Date', cell: (violation) => <DueDate violation={violation} /> },
  {
    header: '',
    name: 'View',
    align: 'right',
    cell: (violation) => <ViewButton href={paths.violation(violation.id)} />,
  },
];

type CardProps = { violation: Violation; title: ReactNode; people: People | null; waiting: boolean };

const ViolationCard = ({ violation, title, people, waiting }: CardProps) => (
  <RowCard href={paths.violation(violation.id)}>
    <span className="font-[590] [overflow-wrap:anywhere]">{title}</span>
    {people && <WhoAndWhere people={people} record={violation} />}
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-sm">
      <StatusBadge status={violation.status} />
      {waiting ? <Badge tone="wait">Waiting to send</Badge> : violation.category}
      <span className="ml-auto">
        due <DueDate violation={violation} />
      </span>
    </span>
  </RowCard>
);
