import { type ReactNode, type Ref, useMemo, useRef, useState } from 'react';
import type { Address } from '../../../schema/tables/addresses.ts';
import type { User } from '../../../schema/tables/users.ts';
import { canMoveIn, isInvited, nameOf } from '../../../sync/users/entity.ts';
import { messageOf } from '../../device/http.ts';
import { useList } from '../../device/live.ts';
import { save, useRows, useSync } from '../../device/store.ts';
import { NoticeAlert, useNotice } from '../../screens/notice-alert.tsx';
import { useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatAddress, formatCount } from '../../ui/format.ts';
import { SearchInput } from '../../ui/input.tsx';
import { useResidents } from './model.ts';
import { BoardTag } from './parts.tsx';

type Props = { open: boolean; onClose: () => void; id: string };

const ResidentsDialog = ({ open, onClose, id }: Props) => {
  const address = useRows('address').get(id);
  const ready = useSync().phase === 'ready';
  return (
    <Dialog open={open} onClose={onClose} title="Manage Residents" subtitle={address && formatAddress(address)}>
      {address && <Residents address={address} />}
      {!address && (ready ? <Alert tone="error">This address no longer exists.</Alert> : <p>Loading...</p>)}
    </Dialog>
  );
};

export default ResidentsDialog;

const NOTICE_MS = 5000;

const Residents = ({ address }: { address: Address }) => {
  const { notice, dismiss, takeBack, heading, assign, unassign } = useAssignments(address);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <NoticeAlert notice={notice} onClose={dismiss} clearAfter_ms={NOTICE_MS}>
        {takeBack && notice?.tone === 'success' && (
          <button type="button" className="ml-2 font-semibold underline" onClick={takeBack}>
            Undo
          </button>
        )}
      </NoticeAlert>
      <CurrentResidents address={address} heading={heading} onUnassign={(user) => void unassign(user)} />
      <AvailableUsers onAssign={(user) => void assign(user)} />
    </div>
  );
};

/** The pressed button disappears with its row, so focus moves to the heading. */
const useAssignments = (address: Address) => {
  const { notice, notify, dismiss } = useNotice();
  const [takeBack, setTakeBack] = useState<(() => void) | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const place = formatAddress(address);
  const run = async (work: Promise<void>, done: string, failed: string, undo: (() => void) | null) => {
    await work.then(
      () => notify(done),
      (error) => notify(messageOf(error, failed), 'error'),
    );
    setTakeBack(() => undo);
    heading.current?.focus();
  };
  // The outbox shows the title: names and addresses may have changed by then.
  const assign = (user: User, isUndo = false): Promise<void> =>
    run(
      save('assignAddress', { id: user.id, address_id: address.id, title: `${nameOf(user)} to ${place}` }),
      'User assigned successfully',
      'Failed to assign user',
      isUndo ? null : () => void unassign(user, true),
    );
  const unassign = (user: User, isUndo = false): Promise<void> =>
    run(
      save('unassignAddress', { id: user.id, address_id: address.id, title: `${nameOf(user)} from ${place}` }),
      'User unassigned successfully',
      'Failed to unassign user',
      // Someone who was deactivated meanwhile could not move in again.
      isUndo || !canMoveIn({ ...user, address_id: null }) ? null : () => void assign(user, true),
    );
  return { notice, dismiss, takeBack, heading, assign, unassign };
};

type CurrentResidentsProps = { address: Address; heading: Ref<HTMLHeadingElement>; onUnassign: (user: User) => void };

const CurrentResidents = ({ address, heading, onUnassign }: CurrentResidentsProps) => {
  const residents = useResidents()(address);
  return (
    <Section title="Current Residents" count={residents.length} heading={heading}>
      {residents.length === 0 && <Hint>No one lives here yet.</Hint>}
      <ul aria-label="Current Residents">
        {residents.map((user) => (
          <UserRow key={user.id} user={user}>
            <Button size="small" onClick={() => onUnassign(user)}>
              Unassign<span className="sr-only"> {nameOf(user)}</span>
            </Button>
          </UserRow>
        ))}
      </ul>
    </Section>
  );
};

const MAX_ROWS = 100;

const AvailableUsers = ({ onAssign }: { onAssign: (user: User) => void }) => {
  const { phase, failed } = useSync();
  const [search, setSearch] = useState('');
  const { rows: users, total } = useList('user', { search });
  const available = useMemo(() => users.filter(canMoveIn), [users]);
  const first = phase === 'first';
  return (
    <Section title="Available Users" count={available.length}>
      {first && failed && total === 0 && <Alert tone="error">Failed to load users</Alert>}
      <SearchInput label="Search users" value={search} onChange={setSearch} />
      {available.length === 0 && <Hint>{emptyHint(search, first)}</Hint>}
      <ul aria-label="Available Users" className="max-h-72 overflow-y-auto max-md:max-h-none">
        {available.slice(0, MAX_ROWS).map((user) => (
          <UserRow key={user.id} user={user}>
            <Button size="small" onClick={() => onAssign(user)}>
              Assign<span className="sr-only"> {nameOf(user)}</span>
            </Button>
          </UserRow>
        ))}
      </ul>
      {available.length > MAX_ROWS && (
        <Hint>{`${formatCount(available.length - MAX_ROWS)} more. Keep typing to narrow the list.`}</Hint>
      )}
    </Section>
  );
};

const emptyHint = (search: string, first: boolean) => {
  if (first) return 'Loading...';
  return search.trim() === '' ? 'Everyone has an address.' : 'No one without an address matches.';
};

type SectionProps = { title: string; count: number; heading?: Ref<HTMLHeadingElement>; children: ReactNode };

const Section = ({ title, count, heading, children }: SectionProps) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <h3 ref={heading} tabIndex={-1} className="font-semibold">
      {title} <span className="num font-normal text-ink-3">{formatCount(count)}</span>
    </h3>
    {children}
  </section>
);

const Hint = ({ children }: { children: string }) => <p className="text-ink-3">{children}</p>;

const UserRow = ({ user, children }: { user: User; children: ReactNode }) => {
  const waiting = useWaiting().get(user.id);
  return (
    <li className="flex min-h-12 items-center gap-2.5 border-line border-t py-1.5 first:border-t-0">
      <Avatar name={user.name} email={user.email} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]">
          {nameOf(user)} <BoardTag user={user} />
          {isInvited(user) && <Badge tone="warn">Invited</Badge>}
          <WaitingMark item={waiting} />
        </span>
        {user.name && <span className="block truncate text-ink-3 text-sm">{user.email}</span>}
      </span>
      {children}
    </li>
  );
};
