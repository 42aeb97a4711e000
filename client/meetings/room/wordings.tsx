import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf, MotionState } from '../../../sync/meetings/books.ts';
import { Button } from '../../ui/button.tsx';
import { RichTextLater } from '../../ui/rich-text-later.tsx';
import { AmendMotion } from './amend-motion.tsx';
import { useRoom } from './context.ts';
import { RecordedBy, TimeMark } from './time-mark.tsx';

type Wording = FactOf<'motion_text'>;
type Props = { motion: Motion; state: MotionState };

/** The words of a motion: two where two desks changed them, else the last, with those before. */
export const Wordings = (props: Props) =>
  props.state.wordings_contested.length > 0 ? <TwoWordings {...props} /> : <LastWording {...props} />;

const TwoWordings = ({ motion, state: { wordings_contested: wordings } }: Props) => {
  const { record } = useRoom();
  const [edited, setEdited] = useState<Wording | null>(null);
  const replaces = wordings.map(({ id }) => id);
  const keep = ({ data, text }: Wording) =>
    void record([{ kind: 'motion_text', subject: motion.id, data: { ...data }, text, replaces }]);
  return (
    <div className="grid gap-3 rounded-md border border-line-strong p-3">
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert aria-hidden className="size-4 text-ochre" /> Two versions were recorded
      </p>
      {wordings.map((fact) => (
        <div key={fact.id} className="grid gap-2 border-line border-t pt-2">
          <RichTextLater html={fact.text} />
          <span className="num flex flex-wrap items-center gap-2 text-ink-3 text-sm">
            <RecordedBy fact={fact} />
            <Button size="small" onClick={() => keep(fact)}>
              Keep This
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
          replaces={replaces}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
};

const LastWording = ({ state: { wording, wordings } }: Props) => {
  const { time } = useRoom();
  return (
    <>
      {wording && <RichTextLater html={wording.text} className="text-lg" />}
      {wordings.length > 1 && (
        <details>
          <summary className="text-ink-2 text-sm">{wordings.length} wordings</summary>
          <ol className="mt-2 grid gap-2">
            {wordings.map((fact) => (
              <li key={fact.id} className="border-line border-l-2 pl-3">
                <RichTextLater html={fact.text} />
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
