import { useEffect, useRef, useState } from 'react';
import type { Choice } from '../../../schema/meetings.ts';
import type { Motion, RollUnit } from '../../../schema/tables/meetings.ts';
import type { Tally } from '../../../sync/meetings/books.ts';
import { useKeys } from '../../ui/keys.ts';
import { announce } from '../announcer.tsx';
import type { NewFact } from '../record.ts';
import { useRoom } from './context.ts';
import { type Bound, CHOICE_WORDS, marksOf, voteFact } from './votes.ts';

/** What one press changed: the choices before it, by roll id. */
type Step = ReadonlyMap<string, Choice | null>;

/** The unit whose turn it is, what marks it (a tap or F, A and S), and what takes the last marks back. */
export const useMarks = (
  motion: Motion,
  tally: Tally,
  free: readonly RollUnit[],
  bound: ReadonlyMap<string, Bound | null>,
) => {
  const { books, presence, record } = useRoom();
  const [chosen, setCurrent] = useState<string | null>(null);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const current =
    tally.eligible.find(({ id }) => id === chosen) ??
    tally.contested[0] ??
    free[0] ??
    tally.eligible.find(({ id }) => !tally.choices.has(id));
  const send = (units: readonly (readonly [RollUnit, Choice])[]) => {
    const step = new Map(units.map(([{ id }]) => [id, tally.choices.get(id) ?? null]));
    setSteps((before) => [...before, step]);
    return record(units.map(([unit, choice]) => voteFact(books, motion, unit, choice, presence)));
  };
  // The rows keep these functions, so that marking one draws no other.
  const marking = useRef<(unit: RollUnit, choice: Choice) => void>(() => {});
  useEffect(() => {
    marking.current = (unit, choice) => {
      if (tally.choices.get(unit.id) === choice && !tally.contested.some(({ id }) => id === unit.id)) return;
      const rest = free.filter(({ id }) => id !== unit.id);
      const next = rest.find(({ position }) => position > unit.position) ?? rest[0];
      setCurrent(next?.id ?? null);
      void send([[unit, choice]]);
      announce(`${unit.label}, ${CHOICE_WORDS[choice]}. ${rest.length} not marked.`);
    };
  });
  const [mark] = useState(() => (unit: RollUnit, choice: Choice) => marking.current(unit, choice));
  const markCurrent = (choice: Choice) => current && !bound.get(current.id) && mark(current, choice);
  const undo = () => {
    const step = steps.at(-1);
    if (!step) return;
    setSteps(steps.slice(0, -1));
    setCurrent([...step.keys()][0] ?? null);
    void record([...step].flatMap(([id, choice]) => undoFacts(id, choice)));
    announce('The last mark was undone');
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
  useKeys({
    voteFor: () => markCurrent('for'),
    voteAgainst: () => markCurrent('against'),
    voteAbstain: () => markCurrent('abstain'),
    undoVote: undo,
  });
  const markRest = (choice: Choice) => {
    announce(`${free.length} marked ${CHOICE_WORDS[choice]}`);
    return send(free.map((unit) => [unit, choice] as const));
  };
  return { current, setCurrent, mark, markRest, undo, canUndo: steps.length > 0 };
};
