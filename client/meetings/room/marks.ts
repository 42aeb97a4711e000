import { useState } from 'react';
import type { Choice } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import type { Tally } from '../../../sync/meetings/books.ts';
import { useKeys } from '../../ui/keys.ts';
import { useStable } from '../../ui/use-stable.ts';
import { announce } from '../announcer.tsx';
import type { NewFact } from '../record.ts';
import { CHOICE_WORDS } from '../room-words.ts';
import { useRoom } from './context.ts';
import { type Bound, marksOf, voteFact } from './votes.ts';

type Recording = {
  motion: Motion;
  tally: Tally;
  /** Units without a mark that may be marked. */
  free: readonly RollUnit[];
  bound: ReadonlyMap<string, Bound | null>;
};

/** The current unit, what marks it (a tap or F, A and S), and what takes the last marks back. */
export const useMarks = (recording: Recording) => {
  const { tally, free, bound } = recording;
  const [chosen, setCurrent] = useState<string | null>(null);
  const { send, sendBack, canUndo } = useSentMarks(recording);
  const current =
    tally.eligible.find(({ id }) => id === chosen) ??
    tally.contested[0] ??
    free[0] ??
    tally.eligible.find(({ id }) => !tally.choices.has(id));
  // The rows keep this function, so that marking one draws no other.
  const mark = useStable((unit: RollUnit, choice: Choice) => {
    if (tally.choices.get(unit.id) === choice && !tally.contested.some(({ id }) => id === unit.id)) return;
    const rest = free.filter(({ id }) => id !== unit.id);
    const next = rest.find(({ position }) => position > unit.position) ?? rest[0];
    setCurrent(next?.id ?? null);
    void send([unit], choice);
    announce(`${unit.label}, ${CHOICE_WORDS[choice]}. ${rest.length} not marked.`);
  });
  const markCurrent = (choice: Choice) => current && !bound.get(current.id) && mark(current, choice);
  const markRest = (choice: Choice) => {
    announce(`${free.length} marked ${CHOICE_WORDS[choice]}`);
    return send(free, choice);
  };
  const undo = () => {
    const step = sendBack();
    if (!step) return;
    setCurrent([...step.keys()][0] ?? null);
    announce('The last mark was undone');
  };
  useKeys({
    voteFor: () => markCurrent('for'),
    voteAgainst: () => markCurrent('against'),
    voteAbstain: () => markCurrent('abstain'),
    undoVote: undo,
  });
  return { current, setCurrent, mark, markRest, undo, canUndo };
};

/** The choices that a press changed, by roll id, as they were before. */
type Step = ReadonlyMap<string, Choice | null>;

const useSentMarks = ({ motion, tally }: Recording) => {
  const { books, presence, record } = useRoom();
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const send = (units: readonly RollUnit[], choice: Choice) => {
    const step = new Map(units.map(({ id }) => [id, tally.choices.get(id) ?? null]));
    setSteps((before) => [...before, step]);
    return record(units.map((unit) => voteFact(books, motion, unit, choice, presence)));
  };
  const undoFacts = (unit_id: string, choice: Choice | null): NewFact[] => {
    const unit = tally.eligible.find(({ id }) => id === unit_id);
    if (choice && unit) return [voteFact(books, motion, unit, choice, presence)];
    return marksOf(books, motion, unit_id).map(({ id }) => ({
      kind: 'voided',
      subject: id,
      data: { reason: 'Undone' },
      replaces: [id],
    }));
  };
  const sendBack = (): Step | undefined => {
    const step = steps.at(-1);
    if (!step) return;
    setSteps(steps.slice(0, -1));
    void record([...step].flatMap(([id, choice]) => undoFacts(id, choice)));
    return step;
  };
  return { send, sendBack, canUndo: steps.length > 0 };
};
