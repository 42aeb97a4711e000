import type { Meeting } from '../../schema/tables/meetings.ts';
import { shortTimeInWords } from './local-time.ts';

type Held = Pick<Meeting, 'status' | 'called_at' | 'adjourned_at'>;

/** True if it was called to order, maybe by devices that did not know that it was canceled. */
export const isHeld = ({ called_at, adjourned_at }: Omit<Held, 'status'>): boolean =>
  Boolean(called_at ?? adjourned_at);

/** True if it was held although it was canceled: its facts count. */
export const isHeldThoughCanceled = (meeting: Held): boolean => meeting.status === 'canceled' && isHeld(meeting);

/** "Was canceled at Nov 12, 2026, 7:00 PM by Ann Lee." Null for a meeting that was not. */
export const canceledInWords = (
  { status, canceled_at, canceled_by_name }: Pick<Meeting, 'status' | 'canceled_at' | 'canceled_by_name'>,
  time_zone: string,
): string | null =>
  status === 'canceled' && canceled_at !== null
    ? `Was canceled at ${shortTimeInWords(time_zone, canceled_at)} by ${canceled_by_name ?? 'the board'}.`
    : null;
