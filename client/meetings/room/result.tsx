import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { CHOICES } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf, MotionState } from '../../../sync/meetings/books.ts';
import { ARRIVED_LATE, TWO_RESULTS } from '../../../sync/meetings/motions/motions.ts';
import { useCan } from '../../device/session.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount, formatPlural } from '../../ui/format.ts';
import { useRoom } from './context.ts';
import { OUTCOME_WORDS } from './outcomes.ts';
import { ReasonDialog } from './parts.tsx';
import { RecordResult } from './record-result.tsx';
import { TimeMark } from './time-mark.tsx';
import { CHOICE_WORDS } from './votes.ts';

/** What was decided, with everything that is known against it. */
export const Result = ({ motion, state }: { motion: Motion; state: MotionState }) => {
  if (state.status === 'contested') return <TwoResults motion={motion} state={state} />;
  if (!state.result) return null;
  return <One motion={motion} state={state} result={state.result} />;
};

const One = ({ motion, state, result }: { motion: Motion; state: MotionState; result: FactOf<'result'> }) => {
  const { time } = useRoom();
  const canCorrect = useCan('meetings.manage');
  const [correcting, setCorrecting] = useState(false);
  const earlier = state.corrected;
  return (
    <div className="num grid gap-1.5">
      <p className="font-medium">
        <ResultWords result={result} />
      </p>
      <p className="text-ink-3 text-sm">
        Recorded at {time(result.at)} by {result.by_name}, {result.desk}
        <TimeMark fact={result} />
      </p>
      {result.data.no_quorum_reason && (
        <p className="text-ochre text-sm">Recorded without a quorum: {result.data.no_quorum_reason}</p>
      )}
      {state.notes.map((note) => (
        <p key={note} className="text-pine-text text-sm">
          {note}
        </p>
      ))}
      {result.data.reason && <p className="text-ink-2 text-sm">Corrected: {result.data.reason}</p>}
      {earlier.length > 0 && (
        <details>
          <summary className="text-ink-2 text-sm">{formatPlural(earlier.length, 'earlier result')}</summary>
          <ul className="mt-1 grid gap-1 text-sm">
            {earlier.map((each) => (
              <li key={each.id}>
                <ResultWords result={each} /> · {time(each.at)}, {each.desk}
                <TimeMark fact={each} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <Late state={state} />
      {canCorrect && (
        <div>
          <Button size="small" onClick={() => setCorrecting(true)}>
            Correct
          </Button>
        </div>
      )}
      {correcting && (
        <RecordResult
          motion={motion}
          state={state}
          outcome={result.data.outcome}
          corrects={state.results}
          onClose={() => setCorrecting(false)}
        />
      )}
    </div>
  );
};

/** "Adopted by roll call: 3 for, 1 against, 0 abstain. 3 of 4 needed." */
export const ResultWords = ({ result }: { result: FactOf<'result'> }) => {
  const { outcome, method, totals, needed, of, to } = result.data;
  const counted = method === 'count' || method === 'roll_call';
  const voted = outcome === 'adopted' || outcome === 'failed';
  const by = { consent: 'unanimous consent', voice: 'voice', count: 'count', roll_call: 'roll call' }[method];
  const parts = CHOICES.map((choice) => {
    const { units, weight } = totals[choice];
    const heavy = weight === units ? '' : ` (weight ${formatCount(weight)})`;
    return `${formatCount(units)} ${CHOICE_WORDS[choice].toLowerCase()}${heavy}`;
  });
  return (
    <>
      {OUTCOME_WORDS[outcome]}
      {to && ` to ${to}`}
      {voted && ` by ${by}`}
      {voted && counted && `: ${parts.join(', ')}. ${formatCount(needed)} of ${formatCount(of)} needed.`}
    </>
  );
};

const TwoResults = ({ motion, state }: { motion: Motion; state: MotionState }) => {
  const { record, time } = useRoom();
  const canCorrect = useCan('meetings.manage');
  const [kept, setKept] = useState<FactOf<'result'> | null>(null);
  const [correcting, setCorrecting] = useState(false);
  const heads = state.results;
  const keep = (reason: string) =>
    record([
      {
        kind: 'result',
        subject: motion.id,
        data: { ...kept!.data, reason },
        replaces: heads.map(({ id }) => id),
      },
    ]);
  return (
    <div className="grid gap-2 rounded-md border border-red-line p-3">
      <p className="flex items-center gap-2 font-medium text-red">
        <TriangleAlert aria-hidden className="size-4" /> {TWO_RESULTS}
      </p>
      {heads.map((result) => (
        <p key={result.id} className="num flex flex-wrap items-center justify-between gap-2 border-line border-t pt-2">
          <span>
            <ResultWords result={result} />
            <span className="block text-ink-3 text-sm">
              {result.by_name}, {result.desk} at {time(result.at)}
              <TimeMark fact={result} />
            </span>
          </span>
          {canCorrect && (
            <Button size="small" onClick={() => setKept(result)}>
              Keep this
            </Button>
          )}
        </p>
      ))}
      {canCorrect && (
        <div className="border-line border-t pt-2">
          <Button size="small" onClick={() => setCorrecting(true)}>
            Neither: Record Another
          </Button>
        </div>
      )}
      {correcting && (
        <RecordResult
          motion={motion}
          state={state}
          outcome={heads[0]!.data.outcome}
          corrects={heads}
          onClose={() => setCorrecting(false)}
        />
      )}
      {kept && (
        <ReasonDialog
          title="Which result stands?"
          subtitle={<ResultWords result={kept} />}
          submit="Keep this"
          onReason={keep}
          onClose={() => setKept(null)}
        />
      )}
    </div>
  );
};

const Late = ({ state }: { state: MotionState }) => {
  const { books, time } = useRoom();
  if (state.late.length === 0) return null;
  const label = (id: string | null) => books.roll.find((unit) => unit.id === id)?.label ?? '';
  return (
    <details>
      <summary className="text-ochre text-sm">
        {formatPlural(state.late.length, 'mark')}: {ARRIVED_LATE}
      </summary>
      <ul className="mt-1 grid gap-0.5 text-sm">
        {state.late.map((fact) => (
          <li key={fact.id}>
            {label(fact.subject)}: {CHOICE_WORDS[fact.data.choice]} · {fact.desk} at {time(fact.at)}
            <TimeMark fact={fact} />
          </li>
        ))}
      </ul>
    </details>
  );
};

export const Warnings = ({ state }: { state: MotionState }) =>
  state.warnings.length > 0 && (
    <ul className="grid gap-1 rounded-md bg-ochre-soft px-3 py-2 text-ochre">
      {state.warnings.map(({ words, weight }) => (
        <li key={words} className="flex items-start gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            {words}
            {weight > 0 && ` (weight ${formatCount(weight)})`}
          </span>
        </li>
      ))}
    </ul>
  );
