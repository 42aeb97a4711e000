import { TriangleAlert, Vote } from 'lucide-react';
import { useMemo, useState } from 'react';
import { plainText } from '../../../schema/rich-text.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { MeetingBooks, MotionState, Tally } from '../../../sync/meetings/books.ts';
import { EmptyState } from '../../ui/list.tsx';
import { Select } from '../../ui/select.tsx';
import { type Room, RoomContext, useRoomOf } from '../room/context.ts';
import { Counting } from '../room/counting.tsx';
import { RollCall } from '../room/roll-call.tsx';
import { CHOICE_WORDS } from '../room-words.ts';
import type { Ticks } from './ticks.ts';

type Props = { books: MeetingBooks; ticks: Ticks };

/** Marks and numbers that counters enter at a desk, for the motion that is being voted on. */
const CountingPanel = ({ books, ticks }: Props) => {
  const room = useDeskRoom(books, ticks);
  return (
    <RoomContext value={room}>
      <Motions books={books} />
    </RoomContext>
  );
};

export default CountingPanel;

/** The room as a desk has it: it holds no record, and its failures are those of the ticks. */
const useDeskRoom = (books: MeetingBooks, ticks: Ticks): Room => ({
  ...useRoomOf(books, nothing),
  holdsRecord: false,
  showItem: nothing,
  record: (facts) => ticks.record(facts, null),
  run: ticks.run,
});

const nothing = () => undefined;

const Motions = ({ books }: { books: MeetingBooks }) => {
  const open = useMemo(() => motionsToCount(books), [books]);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = open.find(({ motion }) => motion.id === chosen) ?? open[0];
  if (!shown)
    return (
      <EmptyState
        icon={Vote}
        title="No vote is open."
        hint="The motion appears here once voting starts and this device syncs."
      />
    );
  return (
    <>
      {open.length > 1 && (
        <div className="flex">
          <Select
            label="Motion"
            value={shown.motion.id}
            options={open.map(({ motion }) => ({ value: motion.id, label: motion.number }))}
            onChange={setChosen}
          />
        </div>
      )}
      <Count key={shown.motion.id} books={books} {...shown} />
    </>
  );
};

type Counted = { motion: Motion; state: MotionState };

/** Those with a vote that is open, the newest first. */
const motionsToCount = (books: MeetingBooks): Counted[] =>
  books.motionsInOrder
    .map((motion) => ({ motion, state: books.stateOf(motion) }))
    .filter(({ state }) => state.status === 'voting')
    .toReversed();

/** Marks that are kept and count nowhere. */
const NotCounted = ({ books, tally }: { books: MeetingBooks; tally: Tally }) =>
  tally.not_counted.length > 0 && (
    <section aria-label="Not counted" className="rounded-lg border border-line px-4 py-2.5">
      <h3 className="font-semibold">Not counted</h3>
      <ul>
        {tally.not_counted.map(({ fact, reason }) => (
          <li key={fact.id} className="flex items-start gap-1.5 border-line border-t py-1.5 first:border-t-0">
            <TriangleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0 text-ochre" />
            <span>
              {books.roll.find(({ id }) => id === fact.subject)?.label}: {CHOICE_WORDS[fact.data.choice]} ({fact.desk}).{' '}
              <span className="text-ochre">{reason}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );

const Count = ({ books, motion, state }: Counted & { books: MeetingBooks }) => {
  const tally = books.tallyOf(motion);
  return (
    <>
      <h2 className="font-semibold text-lg [overflow-wrap:anywhere]">
        Motion {motion.number}
        {state.wording && <span className="font-normal">: {plainText(state.wording.text)}</span>}
      </h2>
      {state.method === 'roll_call' && <RollCall motion={motion} tally={tally} />}
      {state.method === 'count' && <Counting motion={motion} tally={tally} />}
      <NotCounted books={books} tally={tally} />
      {state.method !== 'roll_call' && state.method !== 'count' && (
        <p className="text-ink-2">This is a voice vote. The desk doesn’t count it.</p>
      )}
    </>
  );
};
