import type { Due } from '../../../schema/tables/dues.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatLabel } from '../../ui/format.ts';

export const DueBadge = ({ status }: Pick<Due, 'status'>) => (
  <Badge tone={status === 'active' ? 'ok' : 'neutral'}>{formatLabel(status)}</Badge>
);
