import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Totals } from '../../../schema/meetings.ts';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import type { MotionState, QuorumLight, SessionStatus } from '../../../sync/meetings/books.ts';
import { isExecutiveMotion } from '../../../sync/meetings/executive.ts';
import { useRows } from '../../device/store.ts';
import { OUTCOME_WORDS } from '../room-words.ts';
import type { Room } from './context.ts';
import { motionsOf, nextItem } from './model.ts';
import type { ShownTimer } from './timer.tsx';

/** All that the room's display may show: nothing executive, and nobody's vote. */
export type Display = {
  title: string;
  /** Nothing else stands in it then. */
  executive: boolean;
  status: SessionStatus;
  item: string | null;
  next: string | null;
  motion: { number: string; text: string; state: string } | null;
  totals: { totals: Totals; contested: number; needed: number; of: number } | null;
  quorum: QuorumLight | null;
  timer: ShownTimer | null;
};

type Shown = Pick<Room, 'books' | 'session' | 'quorum'>;

export const displayOf = (
  { books, session, quorum }: Shown,
  timer: ShownTimer | null,
  item_id = session.item_id,
): Display => {
  const { title } = books.meeting;
  const item = books.items.find(({ id }) => id === item_id);
  const { status } = session;
  if (status === 'executive' || item?.executive || books.meeting.executive_only)
    return { ...NOTHING, title: books.meeting.executive_only ? '' : title, status, executive: true };
  const next = status === 'adjourned' ? undefined : nextItem(books.items, item_id);
  const motions = item ? motionsOf(books, item.id).filter((motion) => !isExecutiveMotion(books, motion)) : [];
  const states = motions.map((motion) => ({ motion, state: books.stateOf(motion) }));
  const shown = states.find(({ state }) => state.status === 'voting') ?? states.at(-1);
  const counts = shown?.state.status === 'voting' && ['count', 'roll_call'].includes(shown.state.method);
  const tally = counts ? books.tallyOf(shown.motion) : null;
  return {
    title,
    status,
    executive: false,
    item: item?.title ?? null,
    next: next ? (next.executive ? 'Executive session' : next.title) : null,
    motion: shown
      ? { number: shown.motion.number, text: shown.state.wording?.text ?? '', state: stateWords(shown.state) }
      : null,
    totals: tally && {
      totals: tally.totals,
      contested: tally.contested.length,
      needed: tally.needed,
      of: tally.of,
    },
    quorum,
    timer,
  };
};

const NOTHING = { item: null, next: null, motion: null, totals: null, quorum: null, timer: null };

const stateWords = ({ status, result }: MotionState): string => {
  if (status === 'closed' && result) return OUTCOME_WORDS[result.data.outcome];
  return { made: '', seconded: 'Seconded', voting: 'Voting', closed: '', contested: 'To be settled' }[status];
};

type Message = { display: Display } | { hello: true } | { bye: true };
const channelOf = (meeting_id: string) => new BroadcastChannel(`porchlight.meeting/${meeting_id}`);

/** How often the display hears that the meeting's tab is there. */
const BEAT_MS = 2000;
const SILENT_MS = 3 * BEAT_MS;

/** Sends the displays of this browser what they show, at each change and whenever one opens. Gives a function that shows an
 * item at once, before it is stored. */
export const useSendDisplay = (room: Shown, timer: ShownTimer | null): ((item: AgendaItem) => void) => {
  const { id } = room.books.meeting;
  const { books, session, quorum } = room;
  const display = useMemo(() => displayOf({ books, session, quorum }, timer), [books, session, quorum, timer]);
  const last = useRef(display);
  const channel = useRef<BroadcastChannel | null>(null);
  useEffect(() => {
    const open = channelOf(id);
    channel.current = open;
    const send = () => open.postMessage({ display: last.current } satisfies Message);
    open.onmessage = ({ data }: MessageEvent<Message>) => 'hello' in data && send();
    const beat = setInterval(send, BEAT_MS);
    const leave = () => open.postMessage({ bye: true } satisfies Message);
    addEventListener('pagehide', leave);
    return () => {
      leave();
      clearInterval(beat);
      removeEventListener('pagehide', leave);
      open.close();
      channel.current = null;
    };
  }, [id]);
  useEffect(() => {
    last.current = display;
    channel.current?.postMessage({ display } satisfies Message);
  }, [display]);
  return useCallback(
    (item: AgendaItem) => {
      const next = displayOf({ books, session, quorum }, null, item.id);
      channel.current?.postMessage({ display: next } satisfies Message);
    },
    [books, session, quorum],
  );
};

/** Calls back with each display that the meeting's tab sends, and with null where it has gone. */
export const followRoom = (meeting_id: string, onDisplay: (display: Display | null) => void): (() => void) => {
  const channel = channelOf(meeting_id);
  let silent: ReturnType<typeof setTimeout> | undefined;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('hello' in data) return;
    clearTimeout(silent);
    if ('bye' in data) return onDisplay(null);
    silent = setTimeout(() => onDisplay(null), SILENT_MS);
    onDisplay(data.display);
  };
  channel.postMessage({ hello: true } satisfies Message);
  return () => {
    clearTimeout(silent);
    channel.close();
  };
};

export const useHoaName = (): string => useRows('hoa').all[0]?.name ?? '';
