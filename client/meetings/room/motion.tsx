import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf, MotionState } from '../../../sync/meetings/books.ts';
import { isExecutiveMotion } from '../../../sync/meetings/executive.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { OUTCOME_WORDS } from '../room-words.ts';
import { useRoom } from './context.ts';
import { METHOD_WORDS } from './make-motion.tsx';
import { thresholdWords } from './model.ts';
import { Actions, LateResult } from './motion-actions.tsx';
import { Result, Warnings } from './result.tsx';
import { Voting } from './voting.tsx';
import { Wordings } from './wordings.tsx';

const DecisionPanel = lazy(() =>
  import('../decisions/decision-panel.tsx').then((module) => ({ default: module.DecisionPanel })),
);

const STATUS: Record<MotionState['status'], [tone: Tone, words: string]> = {
  made: ['neutral', 'Made'],
  seconded: ['blue', 'Seconded'],
  voting: ['violet', 'Voting'],
  closed: ['ok', 'Closed'],
  contested: ['bad', 'Two results'],
};

/** A motion from its words to its result. */
export const MotionCard = ({ motion }: { motion: Motion }) => {
  const { books, session } = useRoom();
  const state = books.stateOf(motion);
  return (
    <article
      id={`motion-${motion.id}`}
      aria-label={`Motion ${motion.number}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-card px-4 py-3.5 shadow-card"
    >
      <Heading motion={motion} state={state} />
      <Wordings motion={motion} state={state} />
      <p className="text-ink-2 text-sm">
        Moved by {motion.mover}
        {state.seconded_by && ` · Seconded by ${state.seconded_by}`}
        {` · ${METHOD_WORDS[state.method]} · ${thresholdWords(motion.threshold)}`}
      </p>
      {state.status === 'voting' && <Voting motion={motion} state={state} />}
      {(state.status === 'closed' || state.status === 'contested') && <Result motion={motion} state={state} />}
      <Warnings state={state} />
      <Suspense>
        <DecisionPanel motion={motion} canPlan={session.status !== 'adjourned'} />
      </Suspense>
      {session.status === 'adjourned' ? (
        <LateResult motion={motion} state={state} />
      ) : (
        <Actions motion={motion} state={state} />
      )}
    </article>
  );
};

const Heading = ({ motion, state }: { motion: Motion; state: MotionState }) => {
  const { books } = useRoom();
  const [tone, words] = STATUS[state.status];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h3 className="font-semibold text-lg">Motion {motion.number}</h3>
      {state.result ? <OutcomeBadge result={state.result} /> : <Badge tone={tone}>{words}</Badge>}
      {isExecutiveMotion(books, motion) && <Badge tone="violet">Executive</Badge>}
      {state.check && (
        <span className="inline-flex items-center gap-1">
          <TriangleAlert aria-hidden className="size-4 text-ochre" />
          <Badge tone="warn">Check this result</Badge>
        </span>
      )}
    </div>
  );
};

export const OutcomeBadge = ({ result }: { result: FactOf<'result'> }) => {
  const { outcome } = result.data;
  const tone = outcome === 'adopted' ? 'ok' : outcome === 'failed' ? 'bad' : 'neutral';
  return <Badge tone={tone}>{OUTCOME_WORDS[outcome]}</Badge>;
};
