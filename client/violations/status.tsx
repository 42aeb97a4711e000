import type { ViolationStatus } from '../../schema/violations.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { formatLabel } from '../ui/format.ts';

const TONES: Record<ViolationStatus, Tone> = {
  open: 'blue',
  under_review: 'violet',
  resolved: 'ok',
  escalated: 'bad',
  dismissed: 'neutral',
};

/** The status of a violation as a badge with its word. */
export const StatusBadge = ({ status }: { status: ViolationStatus }) => (
  <Badge tone={TONES[status]}>{formatLabel(status)}</Badge>
);
