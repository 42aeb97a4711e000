import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf, MotionState } from '../../../sync/meetings/books.ts';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { AmendMotion } from './amend-motion.tsx';
import { useRoom } from './context.ts';
import { TimeMark } from './time-mark.tsx';

/** The words as they stand, both where two desks changed them, and every earlier wording. */
export const Wordings = ({ motion, state }: { motion: Motion; state: MotionState }) => {
  const { record, time } = useRoom();
  const [edited, setEdited] = useState<FactOf<'motion_text'> | null>(null);
  const heads = state.wordings_contested;
  const keep = (fact: FactOf<'motion_text'>) =>
    void record([
      {
        kind: 'motion_text',
        subject: motion.id,
        data: { ...fact.data },
        text: fact.text,
        replaces: heads.map(({ id }) => id),
      },
    ]);
  if (heads.length > 0)
    return (
      <div className="grid gap-3 rounded-md border border-line-strong p-3">
        <p className="flex items-center gap-2 font-medium">
          <TriangleAlert aria-hidden className="size-4 text-ochre" /> Two wordings were recorded
        </p>
        {heads.map((fact) => (
          <div key={fact.id} className="grid gap-2 border-line border-t pt-2">
            <RichText html={fact.text} />
            <span className="num flex flex-wrap items-center gap-2 text-ink-3 text-sm">
              {fact.by_name}, {fact.desk} at {time(fact.at)}
              <TimeMark fact={fact} />
              <Button size="small" onClick={() => keep(fact)}>
                Keep this
              </Button>
              <Button size="small" onClick={() => setEdited(fact)}>
                Edit
              </Button>
            </span>
          </div>
        ))}
        {edited && (
          <AmendMotion
            motion={motion}
            title={`Words of Motion ${motion.number}`}
            submit="Use These Words"
            wording={edited}
            replaces={heads.map(({ id }) => id)}
            onClose={() => setEdited(null)}
          />
        )}
      </div>
    );
  return (
    <>
      {state.wording && <RichText html={state.wording.text} className="text-lg" />}
      {state.wordings.length > 1 && (
        <details>
          <summary className="text-ink-2 text-sm">{state.wordings.length} wordings</summary>
          <ol className="mt-2 grid gap-2">
            {state.wordings.map((fact) => (
              <li key={fact.id} className="border-line border-l-2 pl-3">
                <RichText html={fact.text} />
                <span className="num text-ink-3 text-sm">
                  {fact.data.reason ? `Amended by ${fact.data.mover}: ${fact.data.reason}` : 'As made'} ·{' '}
                  {time(fact.at)}
                  <TimeMark fact={fact} />
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
};
