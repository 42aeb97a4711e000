import { useState } from 'react';
import { plainText } from '../../../schema/rich-text.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { contestedIn } from './contested.tsx';
import { useRoom } from './context.ts';
import { MotionCard, OutcomeBadge } from './motion.tsx';

/** Every motion of the meeting, each to be opened and put right; what is to settle comes with the others above. */
export const MotionList = () => {
  const room = useRoom();
  const open = new Set(contestedIn(room).map(({ motion }) => motion.id));
  const rest = room.books.motionsInOrder.filter(({ id }) => !open.has(id));
  if (rest.length === 0) return null;
  return (
    <Card title="Motions" flush>
      <ul className="mt-1">
        {rest.map((motion) => (
          <Line key={motion.id} motion={motion} />
        ))}
      </ul>
    </Card>
  );
};

const Line = ({ motion }: { motion: Motion }) => {
  const { books } = useRoom();
  const [isOpen, setOpen] = useState(false);
  const { result, wording, check } = books.stateOf(motion);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2.5 border-line border-t px-4 py-2.5 first:border-t-0">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-2">
            <b className="font-semibold">Motion {motion.number}</b>
            {result ? <OutcomeBadge result={result} /> : <Badge tone="warn">No result</Badge>}
            {check && <Badge tone="warn">Check this result</Badge>}
          </span>
          <span className="block truncate text-ink-2">{plainText(wording?.text ?? '')}</span>
        </span>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Close' : 'Open'}
          <span className="sr-only"> Motion {motion.number}</span>
        </Button>
      </div>
      {isOpen && <MotionCard motion={motion} />}
    </li>
  );
};
