import type { Meeting } from '../../schema/tables/meetings.ts';
import type { CalendarSource } from '../calendar.ts';

/** Every meeting that stands, for everybody who may see it. */
export const calendar: CalendarSource<Meeting> = {
  where: () => [{ status: 'scheduled' }],
  events: ({ id, title, starts_at, place, sequence, changed_at }, dayOf) => [
    {
      uid: `meeting-${id}`,
      day: dayOf(starts_at),
      title: `Meeting: ${title}`,
      text: place ? `At ${place}.` : 'The place is not set yet.',
      path: `/meetings/${id}`,
      revision: sequence,
      changed_at,
    },
  ],
};
