import { Download, FileUp, UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { User } from '../../schema/users.ts';
import { list, statistics } from '../../sync/users.ts';
import { messageOf } from '../api.ts';
import { usePeople } from '../screens/people.ts';
import { save, useRows, useSync } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { PageHeader } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { useDialogs } from './dialogs.tsx';
import { exportUsers } from './export.ts';
import { useFilters } from './filters.ts';
import type { Acts } from './list-cells.tsx';
import { ListFilters } from './list-filters.tsx';
import { FoundUsers } from './list-found.tsx';
import { Counts } from './list-overview.tsx';
import { ListTable } from './list-table.tsx';

/** /users: everybody of the HOA, filtered on this device. */
const UsersScreen = () => {
  const users = useRows('user');
  const people = usePeople();
  const filtering = useFilters();
  const found = useMemo(() => list(users.all, filtering.filters), [users, filtering.filters]);
  const figures = useMemo(() => statistics(users.all), [users]);
  const cached = users.size > 0;
  const known = useSync().phase === 'ready' || cached;
  const { errors, setError } = useRowErrors();
  const { open, dialogs } = useDialogs(setError);
  const invite = () => open({ kind: 'invite', user: null });
  const acts: Acts = {
    edit: (user) => open({ kind: 'edit', user }),
    inviteAgain: (user) => open({ kind: 'invite', user }),
    askDelete: (user) => open({ kind: 'delete', user }),
    resend: (user) => void resend(user, setError),
  };
  return (
    <>
      <Header onExport={() => exportUsers(found, people)} onBulk={() => open({ kind: 'bulk' })} onInvite={invite} />
      <Counts figures={figures} known={known} />
      <ListFilters {...filtering} found={found.length} of={known ? figures.totalUsers : null} />
      <FoundUsers
        found={found}
        filtering={filtering}
        cached={cached}
        onInvite={invite}
        table={(rows, footer) => (
          <ListTable
            rows={rows}
            term={filtering.filters.search}
            acts={acts}
            errors={errors}
            onDismiss={(id) => setError(id, undefined)}
            footer={footer}
          />
        )}
      />
      {dialogs}
    </>
  );
};

export default UsersScreen;

/** Errors stay under their rows until the next attempt. */
const useRowErrors = () => {
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const setError = (id: string, message: string | undefined) => setErrors((all) => ({ ...all, [id]: message }));
  return { errors, setError };
};

const resend = async ({ id }: User, onError: (id: string, message: string | undefined) => void) => {
  onError(id, undefined);
  await save('resendInvite', { id }).then(
    () => toast('Invitation resent successfully'),
    (error) => onError(id, messageOf(error, 'Failed to resend invite')),
  );
};

const Header = ({ onExport, onBulk, onInvite }: { onExport: () => void; onBulk: () => void; onInvite: () => void }) => (
  <PageHeader
    title="Users"
    subtitle="Who belongs to your HOA, and what they may do"
    actions={
      <>
        <Button icon={Download} onClick={onExport} className="max-md:[&>svg]:hidden">
          Export CSV
        </Button>
        <Button icon={FileUp} onClick={onBulk} className="max-md:[&>svg]:hidden">
          Bulk Add
        </Button>
        <Button look="go" icon={UserPlus} onClick={onInvite} className="max-md:[&>svg]:hidden">
          Invite User
        </Button>
      </>
    }
  />
);
