import { clsx } from 'clsx';
import { Lock, TriangleAlert, Undo2 } from 'lucide-react';
import { memo, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { CHOICES, type Choice } from '../../../schema/meetings.ts';
import type { Motion, RollUnit } from '../../../schema/tables/meetings.ts';
import type { Tally } from '../../../sync/meetings/books.ts';
import { tooFewDirectors } from '../../../sync/meetings/recusal.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { useKeys } from '../../ui/keys.ts';
import { announce } from '../announcer.tsx';
import type { NewFact } from '../record.ts';
import { useRoom } from './context.ts';
import { Segments } from './parts.tsx';
import { Totals } from './totals.tsx';
import { type Bound, boundOf, CHOICE_WORDS, marksOf, proxyOf, voteFact } from './votes.ts';

const OPTIONS = CHOICES.map((value) => ({ value, label: CHOICE_WORDS[value] }));
/** What one press changed: the choices before it, by roll id. */
type Step = ReadonlyMap<string, Choice | null>;
type Filter = 'all' | 'unmarked' | 'contested';

/** Those present in the order of the roll, each with For, Against and Abstain; F, A and S mark the current one. */
export const RollCall = ({ motion, tally }: { motion: Motion; tally: Tally }) => {
  const { books, presence } = useRoom();
  const [filter, setFilter] = useState<Filter>('all');
  const bound = useMemo(
    () => new Map(tally.eligible.map((unit) => [unit.id, boundOf(books, motion, presence, unit)])),
    [books, motion, presence, tally.eligible],
  );
  const contested = useMemo(() => new Set(tally.contested.map(({ id }) => id)), [tally.contested]);
  const unmarked = useMemo(() => new Set(tally.unmarked.map(({ id }) => id)), [tally.unmarked]);
  const free = tally.unmarked.filter(({ id }) => !bound.get(id));
  const { current, setCurrent, mark, markRest, undo, canUndo } = useMarks(motion, tally, free, bound);
  const shown = tally.eligible.filter(
    ({ id }) => filter === 'all' || (filter === 'contested' ? contested.has(id) : unmarked.has(id)),
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Totals tally={tally} />
      <TooFew motion={motion} />
      <div className="flex flex-wrap items-center gap-2">
        <Rest free={free} onMark={markRest} />
        <Button size="small" icon={Undo2} disabled={!canUndo} onClick={undo}>
          Undo
        </Button>
        {(tally.eligible.length > 12 || contested.size > 0) && (
          <Segments
            label="Show"
            value={filter}
            onChange={setFilter}
            options={[
              { value: 'all', label: 'All' },
              { value: 'unmarked', label: `Not marked (${unmarked.size})` },
              { value: 'contested', label: `Contested (${contested.size})` },
            ]}
          />
        )}
        <span className="ml-auto text-ink-3 text-sm max-md:hidden">Keys: F for, A against, S abstain, U undo</span>
      </div>
      {tally.eligible.length === 0 && <p className="text-ink-2">Nobody who may vote is here.</p>}
      <ul className="relative max-h-[60dvh] overflow-y-auto rounded-md bg-card">
        {shown.map((unit) => (
          <Row
            key={unit.id}
            unit={unit}
            holder={proxyOf(books, presence, unit)?.holder_name ?? null}
            choice={tally.choices.get(unit.id) ?? null}
            bound={bound.get(unit.id) ?? null}
            isContested={contested.has(unit.id)}
            isCurrent={current?.id === unit.id}
            onCurrent={setCurrent}
            onMark={mark}
          />
        ))}
      </ul>
    </div>
  );
};

const useMarks = (
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

const Row = memo(
  ({
    unit,
    holder,
    choice,
    bound,
    isContested,
    isCurrent,
    onCurrent,
    onMark,
  }: {
    unit: RollUnit;
    holder: string | null;
    choice: Choice | null;
    bound: Bound | null;
    isContested: boolean;
    isCurrent: boolean;
    onCurrent: (id: string) => void;
    onMark: (unit: RollUnit, choice: Choice) => void;
  }) => {
    const row = useRef<HTMLLIElement>(null);
    useFollow(row, isCurrent);
    return (
      <li
        ref={row}
        aria-current={isCurrent || undefined}
        onFocus={() => onCurrent(unit.id)}
        className={clsx(
          'flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-line border-t border-l-3 px-3 py-2 [contain-intrinsic-height:3.25rem] [content-visibility:auto] first:border-t-0',
          isCurrent ? 'border-l-pine bg-pine-soft' : 'border-l-transparent',
        )}
      >
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-medium">{unit.label}</span>
          {unit.weight !== 1 && <span className="num text-ink-3 text-sm"> · weight {formatCount(unit.weight)}</span>}
          {holder && <span className="block text-ink-3 text-sm">By proxy: {holder}</span>}
          {isContested && (
            <span className="flex items-center gap-1.5 text-red text-sm">
              <TriangleAlert aria-hidden className="size-3.5" />
              Contested: the desks marked it differently. Choose what counts.
            </span>
          )}
        </span>
        {bound && bound !== 'directed' ? (
          <Badge tone="warn">{BOUND_WORDS[bound]}</Badge>
        ) : (
          <span className="flex items-center gap-2">
            {bound && (
              <span className="flex items-center gap-1 text-ink-3 text-sm">
                <Lock aria-hidden className="size-3.5" /> Directed
              </span>
            )}
            <Segments
              label={unit.label}
              options={OPTIONS}
              value={isContested ? null : choice}
              disabled={bound !== null}
              onChange={(next) => onMark(unit, next)}
            />
          </span>
        )}
      </li>
    );
  },
);

const BOUND_WORDS = {
  reworded: 'Not voting: the words were amended',
  quorum: 'Not voting: proxy for quorum only',
} as const;

/** The list, not the page, scrolls to the next row; the focus goes with it, where it was in the list. */
const useFollow = (row: { current: HTMLLIElement | null }, isCurrent: boolean) => {
  const follow = useEffectEvent(() => {
    const list = row.current?.parentElement;
    if (!list || !row.current) return;
    const { offsetTop, offsetHeight } = row.current;
    if (offsetTop < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = offsetTop - list.clientHeight / 3;
    if (!list.contains(document.activeElement) || row.current.contains(document.activeElement)) return;
    row.current.querySelector<HTMLElement>('[role="radio"][tabindex="0"]')?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (isCurrent) follow();
  }, [isCurrent]);
};

const Rest = ({ free, onMark }: { free: readonly RollUnit[]; onMark: (choice: Choice) => Promise<boolean> }) => {
  const [asked, setAsked] = useState<Choice | null>(null);
  if (free.length === 0) return null;
  return (
    <>
      {CHOICES.map((choice) => (
        <Button key={choice} size="small" onClick={() => setAsked(choice)}>
          The rest vote {CHOICE_WORDS[choice]}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          open
          title={`${formatCount(free.length)} without a mark`}
          variant="primary"
          confirm={`Mark ${formatCount(free.length)} ${CHOICE_WORDS[asked]}`}
          onClose={() => setAsked(null)}
          onConfirm={async () => void (await onMark(asked))}
        >
          All {formatCount(free.length)} who are present and have no mark are marked {CHOICE_WORDS[asked]}.
        </ConfirmDialog>
      )}
    </>
  );
};

/** Told where recusals leave fewer directors than a quorum takes. */
export const TooFew = ({ motion }: { motion: Motion }) => {
  const { books, quorum, cases } = useRoom();
  const item = books.items.find(({ id }) => id === motion.item_id);
  const words = item && tooFewDirectors(books, item, quorum.needed, cases);
  return words && <p className="font-medium text-ochre">{words}</p>;
};
