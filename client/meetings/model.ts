import { useMemo, useSyncExternalStore } from 'react';
import { bodyOf } from '../../schema/meetings.ts';
import type { AgendaItem, Meeting } from '../../schema/tables/meetings.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/kinds.ts';
import { useRows } from '../device/store.ts';
import { paths } from '../paths.ts';

export const LOADER = {
  entity: 'meeting',
  name: 'Meeting',
  list: { label: 'Meetings', href: paths.meetings() },
  back: 'Back to Meetings',
  notFound: MEETING_NOT_FOUND,
  failed: 'Failed to load meeting',
} as const;

export { KIND_LABELS } from '../../sync/meetings/kinds.ts';

export const isBoardMeeting = ({ kind }: Pick<Meeting, 'kind'>): boolean => bodyOf(kind) === 'board';

/** How long after its start a meeting that nobody adjourned counts as coming. */
const OPEN_FOR_MS = 24 * 3_600_000;

type Timed = Pick<Meeting, 'id' | 'status' | 'starts_at' | 'adjourned_at'>;

const isComing = ({ status, starts_at, adjourned_at }: Timed, now: number): boolean =>
  status !== 'canceled' && !adjourned_at && Date.parse(starts_at) + OPEN_FOR_MS > now;

/** Coming ones, the next first; past and canceled ones, the latest first. */
const splitByTime = <Row extends Timed>(meetings: readonly Row[], now: number): { coming: Row[]; past: Row[] } => {
  const sorted = meetings.toSorted((a, b) => compare(a.starts_at, b.starts_at) || compare(a.id, b.id));
  return {
    coming: sorted.filter((meeting) => isComing(meeting, now)),
    past: sorted.filter((meeting) => !isComing(meeting, now)).reverse(),
  };
};
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const MINUTE_MS = 60_000;

/** Now, at the last whole minute; rerenders at the next. */
export const useMinute = (): number =>
  useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
const everyMinute = (check: () => void) => {
  const timer = setInterval(check, MINUTE_MS / 4);
  return () => clearInterval(timer);
};

export const useMeetings = () => {
  const meetings = useRows('meeting');
  const now = useMinute();
  return useMemo(() => splitByTime(meetings.all, now), [meetings, now]);
};

export const byPosition = (a: Pick<AgendaItem, 'position' | 'id'>, b: Pick<AgendaItem, 'position' | 'id'>): number =>
  a.position - b.position || compare(a.id, b.id);

/** The items of a meeting in order; withdrawn ones among them. */
export const useAgenda = (meeting_id: string): readonly AgendaItem[] => {
  const items = useRows('agendaItem').by('meeting_id', meeting_id);
  return useMemo(() => items.toSorted(byPosition), [items]);
};
