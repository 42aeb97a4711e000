import { Undo2 } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { Tally } from '../../../sync/meetings/books.ts';
import { Button } from '../../ui/button.tsx';
import { useRoom } from './context.ts';
import { useMarks } from './marks.ts';
import { Segments } from './parts.tsx';
import { Rest } from './rest.tsx';
import { Row } from './roll-call-row.tsx';
import { TooFew } from './too-few.tsx';
import { Totals } from './totals.tsx';
import { boundOf, proxyOf } from './votes.ts';

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
  // The totals are painted first, then the rows, of which one press may mark hundreds.
  const choices = useDeferredValue(tally.choices);
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
            choice={choices.get(unit.id) ?? null}
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
