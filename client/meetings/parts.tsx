import type { Meeting } from '../../schema/tables/meetings.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

type Shown = Pick<Meeting, 'status' | 'called_at' | 'adjourned_at' | 'minutes_status'>;

const stateOf = ({ status, called_at, adjourned_at, minutes_status }: Shown): [tone: Tone, label: string] => {
  if (status === 'canceled' && !called_at && !adjourned_at) return ['bad', 'Canceled'];
  if (minutes_status === 'published') return ['ok', 'Minutes published'];
  if (minutes_status === 'approved') return ['ok', 'Minutes approved'];
  if (minutes_status === 'in_review') return ['violet', 'Minutes in review'];
  if (adjourned_at) return ['neutral', 'Adjourned'];
  if (called_at) return ['ok', 'In session'];
  return status === 'draft' ? ['neutral', 'Draft'] : ['blue', 'Scheduled'];
};

export const MeetingBadge = ({ meeting }: { meeting: Shown }) => {
  const [tone, label] = stateOf(meeting);
  return <Badge tone={tone}>{label}</Badge>;
};
