import { type ReactNode, useState } from 'react';
import type { Activity } from '../../../schema/tables/activity.ts';
import { type People, usePeople } from '../../screens/people.tsx';
import { type Sorting, withSorting } from '../../screens/sorting.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { SORTS } from './model.ts';
import { ActivityDetails, ActivityText, ActivityTime } from './parts.tsx';

type Opening = { opened: ReadonlySet<string>; toggle: (id: string) => void; people: People };

type Props = { caption: string; rows: readonly Activity[]; sorting?: Sorting; footer?: ReactNode };

/** Activities as sentences, of which each opens. */
export const ActivityTable = ({ sorting, ...props }: Props) => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpened((all) => (all.has(id) ? new Set([...all].filter((one) => one !== id)) : new Set([...all, id])));
  const opening = { opened, toggle, people: usePeople() };
  return (
    <Table
      {...props}
      columns={sorting ? withSorting(columns(opening), SORTS, sorting) : columns(opening)}
      rowKey={({ id }) => id}
      renderCard={(activity) => <ActivityCard activity={activity} {...opening} />}
      under={(activity) => opened.has(activity.id) && <ActivityDetails activity={activity} />}
    />
  );
};

const columns = ({ people, ...opening }: Opening): Column<Activity>[] => [
  {
    header: 'Activity',
    main: true,
    className: 'min-w-60',
    cell: (activity) => <ActivityText activity={activity} people={people} />,
  },
  { header: 'When', cell: ActivityTime },
  { header: '', name: 'Details', align: 'right', cell: ({ id }) => <Toggle id={id} {...opening} /> },
];

const ActivityCard = ({ activity, people, ...opening }: { activity: Activity } & Opening) => (
  <div className="grid gap-1.5">
    <ActivityText activity={activity} people={people} />
    <span className="flex items-center justify-between gap-3">
      <ActivityTime at={activity.at} />
      <Toggle id={activity.id} {...opening} />
    </span>
  </div>
);

const Toggle = ({ id, opened, toggle }: { id: string } & Omit<Opening, 'people'>) => (
  <Button
    size="small"
    variant="ghost"
    data-row
    className="max-md:-my-2"
    aria-expanded={opened.has(id)}
    onClick={() => toggle(id)}
  >
    {opened.has(id) ? 'Hide' : 'Details'}
  </Button>
);
