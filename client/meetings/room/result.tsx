import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { CHOICES, type Outcome } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf, MotionState } from '../../../sync/meetings/books.ts';
import { ARRIVED_LATE, RESULTS_DIFFER } from '../../../sync/meetings/motions/motions.ts';
import { useCan } from '../../device/session.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount, formatPlural } from '../../ui/format.ts';
import { CHOICE_WORDS, OUTCOME_WORDS } from '../room-words.ts';
import { useRoom } from './context.ts';
import { ReasonDialog } from './parts.tsx';
import { RecordResult } from './record-result.tsx';
import { RecordedBy, TimeMark } from './time-mark.tsx';

type Props = { motion: Motion; state: MotionState };

/** The result of a motion, or two that are to be settled. */
export const Result = ({ motion, state }: Props) => {
  if (state.status === 'contested') return <TwoResults motion={motion} state={state} />;
  if (!state.result) return null;
  return <OneResult motion={motion} state={state} result={state.result} />;
};

const OneResult = ({ motion, state, result }: Props & { result: FactOf<'result'> }) => {
  const { time } = useRoom();
  const { no_quorum_reason, reason } = result.data;
  return (
    <div className="num grid gap-1.5">
      <p className="font-medium">
        <ResultWords result={result} />
      </p>
      <p className="text-ink-3 text-sm">
        Recorded at {time(result.at)} by {result.by_name}, {result.desk}
        <TimeMark fact={result} />
      </p>
      {no_quorum_reason && <p className="text-ochre text-sm">Recorded without a quorum: {no_quorum_reason}</p>}
      {state.notes.map((note) => (
        <p key={note} className="text-good text-sm">
          {note}
        </p>
      ))}
      {reason && <p className="text-ink-2 text-sm">Corrected: {reason}</p>}
      {state.corrected.length > 0 && <EarlierResults results={state.corrected} />}
      <LateMarks state={state} />
      <CorrectResult motion={motion} state={state} outcome={result.data.outcome} label="Correct" />
    </div>
  );
};

const EarlierResults = ({ results }: { results: readonly FactOf<'result'>[] }) => {
  const { time } = useRoom();
  return (
    <details>
      <summary className="text-ink-2 text-sm">{formatPlural(results.length, 'earlier result')}</summary>
      <ul className="mt-1 grid gap-1 text-sm">
        {results.map((result) => (
          <li key={result.id}>
            <ResultWords result={result} /> · {time(result.at)}, {result.desk}
            <TimeMark fact={result} />
          </li>
        ))}
      </ul>
    </details>
  );
};

/** Replaces all results of the motion; for the board. */
const CorrectResult = ({
  label,
  className,
  ...result
}: Props & { outcome: Outcome; label: string; className?: string }) => {
  const canCorrect = useCan('meetings.manage');
  const [isOpen, setOpen] = useState(false);
  if (!canCorrect) return null;
  return (
    <>
      <div className={className}>
        <Button size="small" onClick={() => setOpen(true)}>
          {label}
        </Button>
      </div>
      {isOpen && <RecordResult {...result} corrects={result.state.results} onClose={() => setOpen(false)} />}
    </>
  );
};

/** "Adopted by roll call: 3 for, 1 against, 0 abstain. 3 of 4 needed." */
const ResultWords = ({ result }: { result: FactOf<'result'> }) => {
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

const TwoResults = ({ motion, state }: Props) => {
  const { record } = useRoom();
  const [kept, setKept] = useState<FactOf<'result'> | null>(null);
  const [first] = state.results;
  const keep = async (reason: string) => {
    if (!kept) return false;
    const replaces = state.results.map(({ id }) => id);
    return record([{ kind: 'result', subject: motion.id, data: { ...kept.data, reason }, replaces }]);
  };
  return (
    <div className="grid gap-2 rounded-md border border-red-line p-3">
      <p className="flex items-center gap-2 font-medium text-red">
        <TriangleAlert aria-hidden className="size-4" /> {RESULTS_DIFFER}
      </p>
      {state.results.map((result) => (
        <Candidate key={result.id} result={result} onKeep={() => setKept(result)} />
      ))}
      {first && (
        <CorrectResult
          motion={motion}
          state={state}
          outcome={first.data.outcome}
          label="Neither: Record Another"
          className="border-line border-t pt-2"
        />
      )}
      {kept && (
        <ReasonDialog
          title="Which Result Is Right?"
          subtitle={<ResultWords result={kept} />}
          submit="Keep This"
          onReason={keep}
          onClose={() => setKept(null)}
        />
      )}
    </div>
  );
};

const Candidate = ({ result, onKeep }: { result: FactOf<'result'>; onKeep: () => void }) => (
  <p className="num flex flex-wrap items-center justify-between gap-2 border-line border-t pt-2">
    <span>
      <ResultWords result={result} />
      <span className="block text-ink-3 text-sm">
        <RecordedBy fact={result} />
      </span>
    </span>
    {useCan('meetings.manage') && (
      <Button size="small" onClick={onKeep}>
        Keep This
      </Button>
    )}
  </p>
);

const LateMarks = ({ state }: { state: MotionState }) => {
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
