import type { Meeting } from '../../schema/tables/meetings.ts';
import { defineList } from '../list.ts';
import { chosen } from '../where.ts';

/** `from` and `below` are instants (ISO 8601, in UTC) around the start. */
export type MeetingQuery = {
  kind?: readonly string[];
  status?: readonly string[];
  from?: string | undefined;
  below?: string | undefined;
};

type Listed = Pick<Meeting, 'id' | 'kind' | 'status' | 'starts_at'>;

/** Those that start last come first. */
export const list = defineList<Listed, MeetingQuery>({
  filters: ({ kind, status, from, below }) => ({
    kind: chosen(kind),
    status: chosen(status),
    starts_at: { gte: from, lt: below },
  }),
  order: () => [
    { column: 'starts_at', descending: true },
    { column: 'id', descending: true },
  ],
});
