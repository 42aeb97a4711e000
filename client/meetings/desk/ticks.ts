import { useState } from 'react';
import type { MeetingBooks, QuorumLight, UnitPresence } from '../../../sync/meetings/books.ts';
import { messageOf } from '../../device/http.ts';
import { formatCount, formatPlural } from '../../ui/format.ts';
import { useAnnounced } from '../announcer.tsx';
import { IS_AHEAD, trueMs, useClock } from '../clock.ts';
import { type NewFact, recordFacts } from '../record.ts';
import { checkIn, type Target } from './check-in.ts';

/** The last action of the desk: `ids` of the facts that "Undo" takes back. */
type Last = { words: string; ids: readonly string[]; at: number };

const FAILED = 'This was not saved. Please try again.';

/** Records who comes and goes, `at` a time (ISO 8601) or now, says so in words, and takes back the last. */
export const useTicks = (books: MeetingBooks, at: string | undefined) => {
  const { record, last, setLast, ...recording } = useRecording(books.meeting.id);
  const clock = useClock();
  useAnnounced(last, quorumWords(books.quorum));
  const when = (time = at) => time !== undefined && { at: time };
  return {
    ...recording,
    last,
    record,
    arrive: (targets: readonly Target[], time = at) => {
      const { facts, already } = checkIn(books.presence, targets, time);
      return record(facts, facts.length > 0 ? arrivedWords(targets, facts.length) : alreadyWords(already, clock));
    },
    leave: ({ unit, people }: UnitPresence, of: { person?: string; proxy_id?: string } = {}, time = at) =>
      record(
        [{ kind: 'left', subject: unit.id, data: of, ...when(time) }],
        `${of.person && people.length > 1 ? `${of.person} of ${unit.label}` : unit.label}, left.`,
      ),
    addGuest: (name: string) => record([{ kind: 'guest', data: { name }, ...when() }], `${name}, guest.`),
    undo: async () => {
      if (last && (await record(last.ids.map(voiding), 'Taken back.')))
        setLast({ words: 'Taken back.', ids: [], at: Date.now() });
    },
  };
};

const voiding = (id: string): NewFact => ({
  kind: 'voided',
  subject: id,
  data: { reason: 'Recorded by mistake' },
  replaces: [id],
});

const useRecording = (meeting_id: string) => {
  const [last, setLast] = useState<Last | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      setFailure(null);
      return true;
    } catch (error) {
      setFailure(messageOf(error, FAILED));
      return false;
    }
  };
  /** Without `words` whoever calls says what was done. */
  const record = async (facts: readonly NewFact[], words: string | null): Promise<boolean> => {
    if (facts.some((fact) => fact.at && Date.parse(fact.at) > trueMs())) {
      setFailure(IS_AHEAD);
      return false;
    }
    return run(async () => {
      const ids = facts.length > 0 ? await recordFacts(meeting_id, facts) : [];
      if (words !== null) setLast({ words, ids, at: Date.now() });
    });
  };
  return { last, setLast, failure, dismiss: () => setFailure(null), run, record };
};

export type Ticks = ReturnType<typeof useTicks>;

const arrivedWords = (targets: readonly Target[], count: number): string => {
  const [first] = targets;
  if (targets.length === 1) return `${first?.unit.label}, present.`;
  return `${formatPlural(count, 'unit')} of ${first?.person ?? first?.unit.label}, present.`;
};

const alreadyWords = ([first]: readonly UnitPresence[], clock: (instant: string) => string): string =>
  first?.since ? `${first.unit.label}: ${hereSince(first, clock)}` : '';

/** "Here since 7:02 PM (Desk 1)." */
export const hereSince = ({ since, desks }: UnitPresence, clock: (instant: string) => string): string =>
  `Here since ${clock(since ?? '')} (${desks.join(', ')}).`;

const quorumWords = ({ present, total, met, missing }: QuorumLight): string =>
  `${formatCount(present)} of ${formatCount(total)}, ${met ? 'quorum reached' : `${formatCount(missing)} more needed`}.`;
