import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { Fold } from '../../ui/fold-out.tsx';
import { useHasSide } from '../../ui/media.ts';

/** True where the address is that of the record's thread, which is the same page, shown from its newest message. */
export const useIsAtThread = (): boolean => useLocation()[0].endsWith('/messages');

type Props = {
  /** How many messages the thread has. */
  count: number;
  /** The record's text. */
  children: ReactNode;
  /** Beside the thread; without room for that folded between the text and the thread. */
  side: ReactNode;
  thread: ReactNode;
  /** Stays in reach of the thumb where there is one column. */
  composer: ReactNode;
};

/** The screen of a record that is talked about. */
export const Conversation = ({ count, children, side, thread, composer }: Props) => {
  const end = useRef<HTMLDivElement>(null);
  const hasSide = useHasSide();
  useNewestInView(end, count);
  return (
    <div className="flex flex-col gap-3.5 print:block! print:space-y-3 min-[50rem]:grid min-[50rem]:grid-cols-[minmax(0,1fr)_17rem] min-[50rem]:grid-rows-[auto_auto_auto_1fr] min-[50rem]:items-start min-[50rem]:gap-x-5.5 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className={COLUMN}>{children}</div>
      {hasSide ? (
        <div className={`${COLUMN} col-start-2 row-span-4 row-start-1`}>{side}</div>
      ) : (
        <Fold title="Details" bare>
          <div className={COLUMN}>{side}</div>
        </Fold>
      )}
      {thread}
      {composer}
      <div ref={end} className="scroll-mb-24 md:scroll-mb-6" />
    </div>
  );
};

const COLUMN = 'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3.5';

/** At the thread's address the newest message stays in view until the reader scrolls or types; whoever writes keeps the
 * answer box in view. */
const useNewestInView = (end: RefObject<HTMLElement | null>, count: number) => {
  const atThread = useIsAtThread();
  const moved = useRef(false);
  useEffect(() => {
    const mark = () => {
      moved.current = true;
    };
    for (const event of MOVES) addEventListener(event, mark, { passive: true });
    return () => {
      for (const event of MOVES) removeEventListener(event, mark);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message moves the end
  useEffect(() => {
    const isWriting = document.activeElement?.matches('main [contenteditable="true"]');
    if ((atThread && !moved.current) || isWriting) end.current?.scrollIntoView({ block: 'nearest' });
  }, [atThread, count, end]);
};
const MOVES = ['wheel', 'touchmove', 'keydown'] as const;
