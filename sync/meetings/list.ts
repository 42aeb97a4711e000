import { MEETING_STATUSES } from '../../schema/meetings.ts';
import type { Meeting } from '../../schema/tables/meetings.ts';
import { defineList, type OrderKey } from '../list.ts';
import { chosen } from '../where.ts';

/** `from` and `below` are instants (ISO 8601, in UTC) around the start. */
export type MeetingQuery = {
  kind?: readonly string[];
  status?: readonly string[];
  from?: string | undefined;
  below?: string | undefined;
  /** 'when', 'title' or 'status', with '-' before it descending. */
  sort?: string | undefined;
  /** Minutes that are not published do not decide the order. */
  hidesMinutes?: boolean;
};

type Listed = Pick<
  Meeting,
  'id' | 'kind' | 'status' | 'starts_at' | 'title' | 'minutes_status' | 'called_at' | 'adjourned_at'
>;
type Keys = readonly OrderKey<Listed>[];

/** Those that start last come first, unless another sort is asked for; equal ones of a sort by their start, too. */
export const meetingList = defineList<Listed, MeetingQuery>({
  filters: ({ kind, status, from, below }) => ({
    kind: chosen(kind),
    status: chosen(status),
    starts_at: { gte: from, lt: below },
  }),
  order: ({ sort = '-when', hidesMinutes = false }) => {
    const descending = sort.startsWith('-');
    const keys = keysOf(sort.replace('-', ''), hidesMinutes).map((key) => ({ ...key, descending }));
    return [...keys, ...byStart(sort !== 'when')];
  },
});

const keysOf = (name: string, hidesMinutes: boolean): Keys => {
  if (name === 'title') return [{ column: 'title', ignoreCase: true }];
  if (name === 'status') return hidesMinutes ? PUBLIC_PROGRESS : PROGRESS;
  return [];
};

/** The badge of a meeting says these things, in this order. */
const PROGRESS: Keys = [
  { column: 'status', among: MEETING_STATUSES },
  { column: 'minutes_status', among: ['in_review', 'approved', 'published'] },
  { column: 'adjourned_at' },
  { column: 'called_at' },
];
const PUBLIC_PROGRESS: Keys = [
  { column: 'status', among: MEETING_STATUSES },
  { column: 'minutes_status', among: ['published'] },
  { column: 'adjourned_at' },
];

const byStart = (descending: boolean): Keys => [
  { column: 'starts_at', descending },
  { column: 'id', descending },
];
