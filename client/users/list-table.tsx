import { type ReactNode, useMemo } from 'react';
import type { User } from '../../schema/users.ts';
import { FailedJobLine } from '../failed-jobs/notice.tsx';
import { type People, usePeople } from '../screens/people.ts';
import { WaitingMark } from '../screens/waiting-mark.tsx';
import { Alert } from '../ui/alert.tsx';
import { Highlight } from '../ui/highlight.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { RoleBadge, StatusBadge } from './badges.tsx';
import { type Acts, lastLogin, Name, RowActions, UserCard } from './list-cells.tsx';
import { useWaitingPeople } from './waiting.ts';

type Props = {
  rows: readonly User[];
  term: string;
  acts: Acts;
  /** What went wrong with which row, until the next attempt. */
  errors: Readonly<Record<string, string | undefined>>;
  onDismiss: (id: string) => void;
  footer: ReactNode;
};

/** Users as rows or cards. `term` is marked where it was found. */
export const ListTable = ({ rows, term, acts, errors, onDismiss, footer }: Props) => {
  const waiting = useWaitingPeople();
  const people = usePeople();
  const shown = useMemo(() => columns({ acts, term, waiting, people }), [acts, term, waiting, people]);
  return (
    <Table
      caption="All Users"
      columns={shown}
      rows={rows}
      rowKey={({ id }) => id}
      waiting={(user) => waiting(user) !== undefined}
      renderCard={(user) => (
        <UserCard user={user} acts={acts} term={term} address={people.address(user)} waiting={waiting(user)} />
      )}
      under={({ id }) =>
        errors[id] && (
          <Alert tone="error" onClose={() => onDismiss(id)}>
            {errors[id]}
          </Alert>
        )
      }
      footer={footer}
    />
  );
};

type Known = { acts: Acts; term: string; waiting: ReturnType<typeof useWaitingPeople>; people: People };

const columns = ({ acts, term, waiting, people }: Known): Column<User>[] => [
  {
    header: 'Name',
    main: true,
    className: 'min-w-44',
    cell: (user) => (
      <>
        <Name user={user} acts={acts} term={term} /> <WaitingMark item={waiting(user)} />
        <FailedJobLine subject_id={user.id} />
      </>
    ),
  },
  {
    header: 'Email',
    className: '[overflow-wrap:anywhere]',
    fold: 'xl',
    cell: ({ email }) => <Highlight text={email} term={term} />,
  },
  { header: 'Role', cell: ({ role }) => <RoleBadge role={role} /> },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Address', fold: 'lg', cell: (user) => people.address(user) },
  { header: 'Last Login', fold: 'lg', labelled: true, className: 'num whitespace-nowrap', cell: lastLogin },
  { header: 'Actions', align: 'right', cell: (user) => <RowActions user={user} acts={acts} /> },
];
