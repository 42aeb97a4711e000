import { UserPlus, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { User } from '../../schema/users.ts';
import { Found } from '../screens/result-list.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/list.tsx';
import type { useFilters } from './filters.ts';

type Props = {
  found: readonly User[];
  filtering: ReturnType<typeof useFilters>;
  /** Whether this device holds any users. */
  cached: boolean;
  onInvite: () => void;
  table: (rows: readonly User[], footer: ReactNode) => ReactNode;
};

const WORDS = {
  more: 'Load more',
  end: 'No more users',
  failed: 'Failed to load data',
  failedMore: 'Failed to load more users',
};

/** The first rows of what was found, with a way to more; or why there are none. */
export const FoundUsers = ({ found, filtering, cached, onInvite, table }: Props) => (
  <Found
    {...filtering}
    found={found}
    cached={cached}
    words={WORDS}
    create={null}
    nothing={<Nothing {...filtering} onInvite={onInvite} />}
    table={table}
  />
);

const Nothing = ({ active, clear, onInvite }: { active: boolean; clear: () => void; onInvite: () => void }) => (
  <EmptyState
    icon={Users}
    title="No users found"
    hint={active ? 'Nobody matches these filters.' : 'Invite the people who live here, one by one or from a file.'}
  >
    {active ? (
      <Button onClick={clear}>Clear Filters</Button>
    ) : (
      <Button look="go" icon={UserPlus} onClick={onInvite}>
        Invite User
      </Button>
    )}
  </EmptyState>
);
