import { Undo2 } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { CHOICES, type Choice } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import type { Tally } from '../../../sync/meetings/books.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { CHOICE_WORDS } from '../room-words.ts';
import { useRoom } from './context.ts';
import { useMarks } from './marks.ts';
import { Segments } from './parts.tsx';
import { Row } from './roll-call-row.tsx';
import { TooFewDirectors, Totals } from './totals.tsx';
import { boundOf, proxyOf } from './votes.ts';

type Filter = 'all' | 'unmarked' | 'contested';

/** Those present in the order of the roll, each with For, Against and Abstain; F, A and S mark the current one. */
export const RollCall = ({ motion, tally }: { motion: Motion; tally: Tally }) => {
  const { books, presence } = useRoom();
  const { filter, setFilter, shown, contested } = useFilter(tally);
  const { bound, free } = useBound(motion, tally);
  const marks = useMarks({ motion, tally, free, bound });
  // The totals are painted first, then the rows, of which one press may mark hundreds.
  const choices = useDeferredValue(tally.choices);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Totals tally={tally} />
      <TooFewDirectors motion={motion} />
      <div className="flex flex-wrap items-center gap-2">
        <Rest free={free} onMark={marks.markRest} />
        <Button size="small" icon={Undo2} disabled={!marks.canUndo} onClick={marks.undo}>
          Undo
        </Button>
        {(tally.eligible.length > 12 || contested.size > 0) && (
          <Segments label="Show" value={filter} onChange={setFilter} options={filtersOf(tally)} />
        )}
        <span className="ml-auto text-ink-3 text-sm max-md:hidden">Keys: F for, A against, S abstain, U undo</span>
      </div>
      {tally.eligible.length === 0 && <p className="text-ink-2">No one eligible to vote is here.</p>}
      <ul className="relative max-h-[60dvh] overflow-y-auto rounded-md bg-card">
        {shown.map((unit) => (
          <Row
            key={unit.id}
            unit={unit}
            holder={proxyOf(books, presence, unit)?.holder_name ?? null}
            choice={choices.get(unit.id) ?? null}
            bound={bound.get(unit.id) ?? null}
            isContested={contested.has(unit.id)}
            isCurrent={marks.current?.id === unit.id}
            onCurrent={marks.setCurrent}
            onMark={marks.mark}
          />
        ))}
      </ul>
    </div>
  );
};

/** The choices that directed proxies have made, by unit, and the units that are free to choose. */
const useBound = (motion: Motion, { eligible, unmarked }: Tally) => {
  const { books, presence } = useRoom();
  const bound = useMemo(
    () => new Map(eligible.map((unit) => [unit.id, boundOf(books, motion, presence, unit)])),
    [books, motion, presence, eligible],
  );
  return { bound, free: unmarked.filter(({ id }) => !bound.get(id)) };
};

const useFilter = (tally: Tally) => {
  const [filter, setFilter] = useState<Filter>('all');
  const contested = useMemo(() => new Set(tally.contested.map(({ id }) => id)), [tally.contested]);
  const unmarked = useMemo(() => new Set(tally.unmarked.map(({ id }) => id)), [tally.unmarked]);
  const shown = tally.eligible.filter(
    ({ id }) => filter === 'all' || (filter === 'contested' ? contested.has(id) : unmarked.has(id)),
  );
  return { filter, setFilter, shown, contested };
};

const filtersOf = ({ unmarked, contested }: Tally): { value: Filter; label: string }[] => [
  { value: 'all', label: 'All' },
  { value: 'unmarked', label: `Not marked (${unmarked.length})` },
  { value: 'contested', label: `Contested (${contested.length})` },
];

/** Marks all who are present without a mark, and names their number first. */
const Rest = ({ free, onMark }: { free: readonly RollUnit[]; onMark: (choice: Choice) => Promise<boolean> }) => {
  const [asked, setAsked] = useState<Choice | null>(null);
  if (free.length === 0) return null;
  return (
    <>
      {CHOICES.map((choice) => (
        <Button key={choice} size="small" onClick={() => setAsked(choice)}>
          The Rest Vote {CHOICE_WORDS[choice]}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          open
          title={`${formatCount(free.length)} Without a Mark`}
          variant="primary"
          confirm={`Mark ${formatCount(free.length)} ${CHOICE_WORDS[asked]}`}
          onClose={() => setAsked(null)}
          onConfirm={async () => void (await onMark(asked))}
        >
          All {formatCount(free.length)} present without a mark will be marked {CHOICE_WORDS[asked]}.
        </ConfirmDialog>
      )}
    </>
  );
};
