import { CircleDot, MailCheck, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import type { User } from '../../../schema/tables/users.ts';
import { canDelete, canEdit, canResend, hasActivated, nextStatuses } from '../../../sync/users/entity.ts';
import { type SessionUser, useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { type Act, changeMany } from '../../forms/change-many.ts';
import { optionsOf } from '../../screens/filter-bar.tsx';
import { BulkConfirm, BulkPick, type BulkProps, SelectionBar } from '../../screens/selection-bar.tsx';
import { formatLabel, formatPlural } from '../../ui/format.ts';

/** The bar over selected people. */
const Bulk = ({ selection, found }: BulkProps) => {
  const me = useUser();
  const users = useRows('user');
  const { ids, clear } = selection;
  const people = useMemo(() => ids.flatMap((id) => users.get(id) ?? []), [ids, users]);
  const run = async (act: Act<'user'>) => {
    await changeMany(ids, act);
    clear();
  };
  const [invited, removable] = [
    people.filter((user) => canResend(me, user)),
    people.filter((user) => canDelete(me, user)),
  ];
  return (
    <SelectionBar selection={selection} found={found}>
      <BulkPick
        keyName="status"
        icon={CircleDot}
        label="Status"
        title="Set Status"
        options={STATUSES}
        onPick={(status) => void run(settingStatus(me, status as (typeof SETTABLE)[number]))}
      />
      {invited.length > 0 && (
        <BulkConfirm
          icon={MailCheck}
          label="Resend Invitations"
          variant="primary"
          title={`Resend ${formatPlural(invited.length, 'Invitation')}?`}
          onConfirm={() => run(resending(me))}
        >
          <p>Each of them gets a new email with a link to join.</p>
        </BulkConfirm>
      )}
      {removable.length > 0 && (
        <BulkConfirm
          icon={Trash2}
          label="Delete"
          title={`Delete ${formatPlural(removable.length, 'Person', 'People')}?`}
          onConfirm={() => run(deleting(me))}
        >
          <Consequences people={removable} />
        </BulkConfirm>
      )}
    </SelectionBar>
  );
};

export default Bulk;

const Consequences = ({ people }: { people: readonly User[] }) => (
  <>
    <p>They will be signed out everywhere and unassigned from their home. Their names stay on past records.</p>
    <ul className="mt-2 grid list-disc gap-1 pl-5">
      {people.slice(0, MOST_NAMED).map(({ id, name, email }) => (
        <li key={id}>{name || email}</li>
      ))}
      {people.length > MOST_NAMED && <li>and {people.length - MOST_NAMED} more</li>}
    </ul>
  </>
);
const MOST_NAMED = 8;

const SETTABLE = ['active', 'inactive'] as const;
const STATUSES = optionsOf(SETTABLE);
const shared = { entity: 'user', things: ['person', 'people'] } as const;

const settingStatus = (me: SessionUser, status: (typeof SETTABLE)[number]): Act<'user'> => ({
  ...shared,
  to: { status },
  // An invitation that was taken back could not be put back.
  may: (user) => canEdit(me, user) && hasActivated(user) && nextStatuses(user).includes(status),
  leftOut: 'they have never signed in, or you can’t change them',
  write: ({ id }) => ({ mutation: 'updateUser', args: { id, status } }),
  undo: (row) => ({ mutation: 'updateUser', args: { id: row.id, status: row.status } }),
  said: (count) => `${count} set to ${formatLabel(status)}`,
});

const resending = (me: SessionUser): Act<'user'> => ({
  ...shared,
  may: (user) => canResend(me, user),
  leftOut: 'they aren’t waiting for an invitation',
  write: ({ id }) => ({ mutation: 'resendInvite', args: { id } }),
  said: (count) => `Invitation resent to ${count}`,
});

const deleting = (me: SessionUser): Act<'user'> => ({
  ...shared,
  may: (user) => canDelete(me, user),
  write: ({ id }) => ({ mutation: 'deleteUser', args: { id } }),
  said: (count) => `${count} deleted`,
});
