import { useEffect, useMemo, useState } from 'react';
import type { Threshold } from '../../../schema/meetings.ts';
import type { AgendaItem, Motion } from '../../../schema/tables/meetings.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { sessionOf } from '../../../sync/meetings/meeting-session.ts';
import { trueMs } from '../clock.ts';
import { byPosition, isBoardMeeting } from '../model.ts';
import type { Room } from './context.ts';

/** In the order of the agenda; what was withdrawn stays in its place. */
export const inOrder = (items: readonly AgendaItem[]): AgendaItem[] => items.toSorted(byPosition);

export const liveItems = (items: readonly AgendaItem[]): AgendaItem[] =>
  inOrder(items).filter(({ removed_at }) => !removed_at);

export const nextItem = (items: readonly AgendaItem[], current: string | null): AgendaItem | undefined => {
  const live = inOrder(items).filter(({ removed_at, id }) => !removed_at || id === current);
  return live[live.findIndex(({ id }) => id === current) + 1];
};

export const motionsOf = ({ motionsInOrder }: MeetingBooks, item_id: string): Motion[] =>
  motionsInOrder.filter((motion) => motion.item_id === item_id || motion.item_ids?.includes(item_id));

/** The motion by which this item is adopted with others, unless it ended without a vote. */
export const consentMotionOf = (books: MeetingBooks, item_id: string): Motion | undefined =>
  motionsOf(books, item_id).find(
    (motion) => motion.item_ids?.includes(item_id) && books.stateOf(motion).result?.data.outcome !== 'withdrawn',
  );

/** "12:04", "1:02:03"; below zero with a minus. */
export const clockText = (ms: number): string => {
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return `${ms <= -1000 ? '−' : ''}${h > 0 ? `${h}:${two(m)}` : m}:${two(s)}`;
};

/** The true time in milliseconds, again every `every_ms` while `running`. */
export const useTrueNow = (every_ms: number, running = true): number => {
  const [now, setNow] = useState(() => trueMs());
  useEffect(() => {
    if (!running) return;
    const tick = () => setNow(trueMs());
    tick();
    const timer = setInterval(tick, every_ms);
    return () => clearInterval(timer);
  }, [every_ms, running]);
  return now;
};

/** "Majority of the votes cast", with the basis where it is weight. */
export const thresholdWords = ({ kind, basis, percent }: Threshold): string => {
  const words = {
    majority: 'Majority of the votes cast',
    two_thirds: 'Two-thirds of the votes cast',
    present: 'Majority of those present',
    roll: `${percent ?? 50}% of the whole roll`,
  }[kind];
  return basis === 'weight' ? `${words}, by weight` : words;
};

/** Those who may move and second: the directors, or the owners of units that are here. */
export const namesOf = ({ meeting, roll }: MeetingBooks, present: ReadonlySet<string>): string[] =>
  isBoardMeeting(meeting)
    ? roll.map(({ label }) => label)
    : [...new Set(roll.filter(({ id }) => present.has(id)).flatMap(({ owners }) => owners.map(({ name }) => name)))];

/** The director of that name. */
export const directorNamed = ({ meeting, roll }: MeetingBooks, name: string): string | null =>
  (isBoardMeeting(meeting) && roll.find(({ label }) => label === name)?.user_id) || null;

/** Text as HTML. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const EVERY_MS = 10_000;

/** How long each item has taken (ms) as of `at`, recesses left out; anew every ten seconds while time runs. */
export const useUsed = ({ books, session: { status, item_id } }: Pick<Room, 'books' | 'session'>) => {
  const runs = item_id !== null && (status === 'in_session' || status === 'executive');
  const at = useTrueNow(EVERY_MS, runs);
  const used = useMemo(() => sessionOf(books, new Date(at).toISOString()).used, [books, at]);
  return { used, at, runs };
};
