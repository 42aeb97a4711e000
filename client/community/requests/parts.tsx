import type { RequestStatus } from '../../../schema/requests.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { formatLabel } from '../../ui/format.ts';

const TONES: Record<RequestStatus, Tone> = {
  open: 'blue',
  in_progress: 'violet',
  awaiting_info: 'warn',
  resolved: 'ok',
  closed: 'neutral',
  rejected: 'bad',
};

export const StatusBadge = ({ status }: { status: RequestStatus }) => (
  <Badge tone={TONES[status]}>{formatLabel(status)}</Badge>
);
