import { FileUp, UserPlus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '../../../schema/tables/users.ts';
import { ROLES, USER_STATUSES } from '../../../schema/users.ts';
import { figures, nameOf } from '../../../sync/users/entity.ts';
import { FailedJobLine } from '../../account/failed-jobs/line.tsx';
import { messageOf } from '../../device/http.ts';
import { queryList, useTally } from '../../device/live.ts';
import { save, useRows } from '../../device/store.ts';
import { exportCsv, outputActions } from '../../screens/export-csv.tsx';
import { FilterBar, MultiFilter, optionsOf, type ResultCount } from '../../screens/filter-bar.tsx';
import { ListHeader } from '../../screens/list-header.tsx';
import { useListState, useRowErrors } from '../../screens/list-state.ts';
import { type People, usePeople } from '../../screens/people.tsx';
import { EmptyResults, ResultList } from '../../screens/result-list.tsx';
import { SelectableCard, type Selection, useSelection, withSelection } from '../../screens/selection.tsx';
import { type Sorting, SortSelect, withSorting } from '../../screens/sorting.tsx';
import { WaitingMark } from '../../screens/waiting.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { StatCards } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Highlight } from '../../ui/highlight.tsx';
import { lazyPart } from '../../ui/on-demand.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { UserDialogs, useUserDialogs } from './dialogs.tsx';
import { listPath, matchingIds, SORTS, useFilters, userLines, useWaitingUsers } from './model.ts';
import { LastLogin, NameLink, RoleBadge, RowActions, type RowHandlers, StatusBadge, UserCard } from './parts.tsx';

const UsersScreen = () => {
  const filtering = useFilters();
  const { filters, shown } = filtering;
  const { loaded, ...results } = useListState('user', filters, shown);
  const counts = useTally('user', figures);
  const { errors, setError } = useRowErrors();
  const dialogs = useUserDialogs();
  const { open } = dialogs;
  const sorting = { sort: filters.sort, onSort: (sort: string) => filtering.set({ sort }) };
  const invite = () => open({ kind: 'invite', user: null });
  const selection = useSelection({ filters, shown: results.rows, matching: () => matchingIds(filters) });
  const shared = { term: filters.search, handlers: handlersOf(open, setError), errors, setError, selection };
  return (
    <>
      <Header filters={filters} onBulk={() => open({ kind: 'bulk' })} onInvite={invite} />
      <Figures counts={counts} loaded={loaded} />
      <ListFilters
        {...filtering}
        found={results.found}
        of={loaded && !filters.includeDeleted ? counts.totalUsers : results.total}
        partial={results.partial}
      />
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        enter="edit"
        create={invite}
        verb="invite"
        selection={selection}
        bar={<BulkBar selection={selection} found={results.found} />}
        empty={<Empty {...filtering} onInvite={invite} />}
        table={(rows, footer) => <ListTable {...shared} sorting={sorting} rows={rows} footer={footer} />}
      />
      <UserDialogs dialogs={dialogs} onError={setError} />
    </>
  );
};

export default UsersScreen;

const BulkBar = lazyPart(() => import('./bulk-bar.tsx'));

const LABELS = {
  more: 'Load More',
  end: 'No more users',
  failed: 'Failed to load data',
  failedMore: 'Failed to load more users',
};

type SetError = (id: string, message: string | undefined) => void;

const handlersOf = (open: ReturnType<typeof useUserDialogs>['open'], setError: SetError): RowHandlers => ({
  edit: ({ id }) => open({ kind: 'edit', id }),
  inviteAgain: (user) => open({ kind: 'invite', user }),
  remove: (user) => open({ kind: 'delete', user }),
  erase: (user) => open({ kind: 'erase', user }),
  resend: (user) => void resend(user, setError),
});

const resend = async ({ id }: User, onError: SetError) => {
  onError(id, undefined);
  await save('resendInvite', { id }).then(
    () => toast('Invitation resent successfully'),
    (error) => onError(id, messageOf(error, 'Failed to resend invite')),
  );
};

type HeaderProps = Pick<ReturnType<typeof useFilters>, 'filters'> & { onBulk: () => void; onInvite: () => void };

const Header = ({ filters, onBulk, onInvite }: HeaderProps) => {
  const addresses = useRows('address');
  const onExport = async () => {
    const [header = [], ...lines] = userLines(await queryList('user', filters), (id) => addresses.get(id));
    await exportCsv('users', header, lines);
  };
  return (
    <ListHeader
      title="Users"
      subtitle="Manage who belongs to your HOA and what they can do"
      primary={{ label: 'Invite User', icon: UserPlus, run: onInvite }}
      others={[...outputActions(onExport), { label: 'Bulk Add', icon: FileUp, run: onBulk }]}
    />
  );
};

const Figures = ({ counts, loaded }: { counts: ReturnType<typeof figures.zero>; loaded: boolean }) => (
  <StatCards
    strip
    loaded={loaded}
    stats={[
      { label: 'Active Users', value: counts.activeUsers, href: listPath({ status: ['active'] }) },
      { label: 'Board Members', value: counts.boardMembers, href: listPath({ role: ['board'] }) },
      { label: 'Pending Invitations', value: counts.pendingInvitations, href: listPath({ status: ['invited'] }) },
      { label: 'Super Admins', value: counts.superAdmins, href: listPath({ role: ['superadmin'] }) },
    ]}
  />
);

const STATUSES = optionsOf(USER_STATUSES);
const ROLE_OPTIONS = optionsOf(ROLES);

const ListFilters = (props: ReturnType<typeof useFilters> & ResultCount) => (
  <FilterBar {...props} title="All Users" search="Search users">
    <MultiFilter {...props} name="role" label="Role" options={ROLE_OPTIONS} className="max-md:flex-1" />
    <MultiFilter {...props} name="status" label="Status" options={STATUSES} className="max-md:flex-1" />
    <Checkbox
      label="Show deleted"
      checked={props.filters.includeDeleted}
      onChange={({ target }) => props.set({ includeDeleted: target.checked })}
      className="md:ml-1"
    />
    <SortSelect onPhonesOnly sorts={SORTS} sort={props.filters.sort} onSort={(sort) => props.set({ sort })} />
  </FilterBar>
);

const Empty = ({ onInvite, ...filtering }: { active: boolean; clear: () => void; onInvite: () => void }) => (
  <EmptyResults
    {...filtering}
    icon={Users}
    title="No users found"
    hint="Invite the people who live here, one by one or from a file."
    filteredHint="No one matches these filters."
  >
    <Button variant="primary" icon={UserPlus} onClick={onInvite}>
      Invite User
    </Button>
  </EmptyResults>
);

type TableProps = {
  rows: readonly User[];
  term: string;
  handlers: RowHandlers;
  errors: Readonly<Record<string, string | undefined>>;
  setError: SetError;
  selection: Selection;
  sorting: Sorting;
  footer: ReactNode;
};

const ListTable = ({ rows, term, handlers, errors, setError, selection, sorting, footer }: TableProps) => {
  const waiting = useWaitingUsers();
  const people = usePeople();
  const sorted = withSorting(columns({ handlers, term, waiting, people }), SORTS, sorting);
  return (
    <Table
      caption="All Users"
      columns={withSelection(sorted, { selection, idOf: ({ id }) => id, nameOf })}
      rows={rows}
      rowKey={({ id }) => id}
      waiting={(user) => waiting(user) !== undefined}
      renderCard={(user) => (
        <SelectableCard selection={selection} id={user.id} name={nameOf(user)}>
          <UserCard
            user={user}
            handlers={handlers}
            term={term}
            address={people.address(user)}
            waiting={waiting(user)}
          />
        </SelectableCard>
      )}
      under={({ id }) =>
        errors[id] && (
          <Alert tone="error" onClose={() => setError(id, undefined)}>
            {errors[id]}
          </Alert>
        )
      }
      footer={footer}
    />
  );
};

type ColumnContext = {
  handlers: RowHandlers;
  term: string;
  waiting: ReturnType<typeof useWaitingUsers>;
  people: People;
};

const columns = ({ handlers, term, waiting, people }: ColumnContext): Column<User>[] => [
  {
    header: 'Name',
    main: true,
    className: 'min-w-44',
    cell: (user) => (
      <>
        <NameLink user={user} handlers={handlers} term={term} /> <WaitingMark item={waiting(user)} />
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
  { header: 'Status', cell: (user) => <StatusBadge user={user} /> },
  { header: 'Address', fold: 'lg', cell: (user) => people.address(user) },
  {
    header: 'Last Login',
    fold: 'lg',
    labelled: true,
    className: 'num whitespace-nowrap',
    cell: (user) => <LastLogin user={user} />,
  },
  { header: 'Actions', align: 'right', cell: (user) => <RowActions user={user} handlers={handlers} /> },
];
