import { Eraser, MailCheck, Pencil, Trash2, UserPlus } from 'lucide-react';
import type { User } from '../../../schema/tables/users.ts';
import type { Role, UserStatus } from '../../../schema/users.ts';
import type { OutboxItem } from '../../../sync/client/outbox-item.ts';
import { canDelete, canEdit, canErase, canResend, canRestore, isErased, nameOf } from '../../../sync/users/entity.ts';
import { FailedJobLine } from '../../account/failed-jobs/line.tsx';
import { type SessionUser, useUser } from '../../device/session.ts';
import { paths } from '../../paths.ts';
import { BounceBadge } from '../../screens/people.tsx';
import { WaitingMark } from '../../screens/waiting.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Badge, Tag, type Tone } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { formatLabel } from '../../ui/format.ts';
import { Highlight } from '../../ui/highlight.tsx';

export type RowHandlers = {
  edit: (user: User) => void;
  resend: (user: User) => void;
  inviteAgain: (user: User) => void;
  remove: (user: User) => void;
  erase: (user: User) => void;
};

/** A link, so that it can be opened in another tab. */
export const NameLink = ({ user, handlers, term }: { user: User; handlers: RowHandlers; term: string }) => {
  const me = useUser();
  const name = <Highlight text={nameOf(user)} term={term} />;
  return (
    <span className="[overflow-wrap:anywhere]">
      {canEdit(me, user) ? (
        <a
          href={paths.userEdit(user.id)}
          data-row
          className="scroll-my-20 font-[560] text-ink hover:underline touch:-my-3.5 touch:inline-block touch:min-w-11 touch:py-3.5"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            handlers.edit(user);
          }}
        >
          {name}
        </a>
      ) : (
        <span className="font-[560] text-ink">{name}</span>
      )}
      {me.id === user.id && (
        <>
          {' '}
          <Tag>You</Tag>
        </>
      )}
    </span>
  );
};

export const RowActions = ({ user, handlers }: { user: User; handlers: RowHandlers }) => {
  const me = useUser();
  return (
    <span className="-my-1.5 -mr-2 inline-flex whitespace-nowrap align-middle">
      {canResend(me, user) && (
        <IconButton icon={MailCheck} label="Resend invitation" onClick={() => handlers.resend(user)} />
      )}
      {canRestore(me, user) && (
        <IconButton icon={UserPlus} label="Invite again" onClick={() => handlers.inviteAgain(user)} />
      )}
      {!user.deleted_at && <EditButton user={user} me={me} onEdit={handlers.edit} />}
      {canErase(me, user) && (
        <IconButton
          icon={Eraser}
          label="Erase personal data"
          onClick={() => handlers.erase(user)}
          className="hover:bg-red-soft hover:text-red"
        />
      )}
      {canDelete(me, user) && (
        <IconButton
          icon={Trash2}
          label="Delete"
          onClick={() => handlers.remove(user)}
          className="hover:bg-red-soft hover:text-red"
        />
      )}
    </span>
  );
};

/** Disabled buttons show no tooltip, so the reason is on a wrapper. */
const EditButton = ({ user, me, onEdit }: { user: User; me: SessionUser; onEdit: RowHandlers['edit'] }) => {
  if (canEdit(me, user)) return <IconButton icon={Pencil} label="Edit" onClick={() => onEdit(user)} />;
  const reason = me.id === user.id ? 'You can’t edit your own account here' : 'Only a superadmin can edit a superadmin';
  return (
    <span title={reason} className="cursor-not-allowed">
      <IconButton icon={Pencil} label="Edit" disabled aria-description={reason} className="pointer-events-none" />
    </span>
  );
};

type CardProps = { user: User; handlers: RowHandlers; term: string; address: string; waiting: OutboxItem | undefined };

export const UserCard = ({ user, handlers, term, address, waiting }: CardProps) => (
  <div className="grid gap-0.5">
    <span className="flex items-start justify-between gap-2">
      <span className="min-w-0 pt-0.5">
        <NameLink user={user} handlers={handlers} term={term} />
        {user.name && (
          <span className="block text-ink-3 text-sm [overflow-wrap:anywhere]">
            <Highlight text={user.email} term={term} />
          </span>
        )}
      </span>
      <RowActions user={user} handlers={handlers} />
    </span>
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-sm">
      <RoleBadge role={user.role} /> <StatusBadge user={user} /> <WaitingMark item={waiting} />
    </span>
    <FailedJobLine subject_id={user.id} />
    <span className="flex flex-wrap justify-between gap-x-3 text-ink-3 text-sm">
      <span>{address || 'No address'}</span>
      <span>
        Last login: <LastLogin user={user} />
      </span>
    </span>
  </div>
);

export const LastLogin = ({ user: { last_login } }: { user: User }) => (last_login ? <Ago at={last_login} /> : 'Never');

const ROLE_TONES: Record<Role, Tone | undefined> = { resident: undefined, board: 'violet', superadmin: 'blue' };
const STATUS_TONES: Record<UserStatus, Tone> = { active: 'ok', invited: 'warn', inactive: 'neutral' };

export const RoleBadge = ({ role }: { role: Role }) => {
  const tone = ROLE_TONES[role];
  return tone ? <Badge tone={tone}>{formatLabel(role)}</Badge> : formatLabel(role);
};

export const StatusBadge = ({ user }: { user: User }) => {
  if (user.deleted_at) return <Badge tone="neutral">{isErased(user) ? 'Erased' : 'Deleted'}</Badge>;
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={STATUS_TONES[user.status]}>{formatLabel(user.status)}</Badge>
      <BounceBadge user={user} />
    </span>
  );
};
