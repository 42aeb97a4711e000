import type { Role, UserStatus } from '../../schema/users.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { formatLabel } from '../ui/format.ts';

const ROLE_TONES: Record<Role, Tone | undefined> = { resident: undefined, board: 'violet', superadmin: 'blue' };
const STATUS_TONES: Record<UserStatus, Tone> = { active: 'ok', invited: 'warn', inactive: 'neutral' };

/** A role; those who speak for the HOA wear a badge. */
export const RoleBadge = ({ role }: { role: Role }) => {
  const tone = ROLE_TONES[role];
  return tone ? <Badge tone={tone}>{formatLabel(role)}</Badge> : formatLabel(role);
};

export const StatusBadge = ({ status }: { status: UserStatus }) => (
  <Badge tone={STATUS_TONES[status]}>{formatLabel(status)}</Badge>
);
