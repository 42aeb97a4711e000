import { CalendarPlus, Gavel, Scale } from 'lucide-react';
import { KIND_LABELS } from '../../sync/meetings/kinds.ts';
import { paths } from '../paths.ts';
import { type SearchAction, searchSource } from '../search/source.ts';
import { formatDate } from '../ui/format.ts';
import { fieldsOf, zoneOf } from './time.ts';

/** A meeting with its agenda; each device searches the items that it holds. */
export const source = searchSource({
  entity: 'meeting',
  label: 'Meetings',
  icon: Gavel,
  read: ({ id, title, kind, place, purpose, status, starts_at, adjourned_at }, rows) => {
    const items = rows('agendaItem').by('meeting_id', id);
    return {
      title,
      about: [KIND_LABELS[kind], place],
      texts: [purpose, ...items.flatMap((item) => [item.title, item.description, item.proposal])],
      detail: () => formatDate(fieldsOf(zoneOf(rows('hoa').all), starts_at).date),
      isOpen: status !== 'canceled' && !adjourned_at,
      at: starts_at,
      href: paths.meeting(id),
    };
  },
  parts: { agendaItem: 'meeting_id' },
});

export const actions: SearchAction[] = [
  {
    label: 'Schedule Meeting',
    href: paths.meetingCreate(),
    icon: CalendarPlus,
    needs: 'meetings.manage',
    words: 'new board annual agenda notice',
  },
  {
    label: 'Meeting Rules',
    href: paths.meetingRules(),
    icon: Scale,
    needs: 'meetings.manage',
    words: 'quorum proxies directors weights templates',
  },
];
