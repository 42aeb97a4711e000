import { TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { METHODS, type Method } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf } from '../../../sync/meetings/books.ts';
import { ofKind } from '../../../sync/meetings/heads.ts';
import type { MotionState } from '../../../sync/meetings/motions.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Select } from '../../ui/select.tsx';
import { announce } from '../announcer.tsx';
import { useRoom } from './context.ts';
import { Counting } from './counting.tsx';
import { AmendMotion, ChangeMotion, METHOD_WORDS } from './make-motion.tsx';
import { thresholdWords } from './model.ts';
import { OUTCOME_WORDS } from './outcomes.ts';
import { FormDialog, NameField } from './parts.tsx';
import { RecordResult } from './record-result.tsx';
import { Result, Warnings } from './result.tsx';
import { RollCall } from './roll-call.tsx';
import { stateIn, tallyIn } from './states.ts';

const DecisionPanel = lazy(() => import('../decision-panel.tsx').then((module) => ({ default: module.DecisionPanel })));

const STATUS: Record<MotionState['status'], [tone: Tone, words: string]> = {
  made: ['neutral', 'Made'],
  seconded: ['blue', 'Seconded'],
  voting: ['violet', 'Voting'],
  closed: ['ok', 'Closed'],
  contested: ['bad', 'Two results'],
};

type Open = 'amend' | 'change' | 'second' | 'end' | null;

/** A motion from its words to its result. */
export const MotionCard = ({ motion }: { motion: Motion }) => {
  const { books, session, cases } = useRoom();
  const state = stateIn(books, motion, cases);
  const [tone, words] = STATUS[state.status];
  return (
    <article
      id={`motion-${motion.id}`}
      aria-label={`Motion ${motion.number}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-card px-4 py-3.5 shadow-card"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold text-lg">Motion {motion.number}</h3>
        {state.result ? <OutcomeBadge result={state.result} /> : <Badge tone={tone}>{words}</Badge>}
        {motion.executive && <Badge tone="violet">Executive</Badge>}
        {state.check && (
          <span className="inline-flex items-center gap-1">
            <TriangleAlert aria-hidden className="size-4 text-ochre" />
            <Badge tone="warn">Check this result</Badge>
          </span>
        )}
      </div>
      <Wordings motion={motion} state={state} />
      <p className="text-ink-2 text-sm">
        Moved by {motion.mover}
        {state.seconded_by && ` · Seconded by ${state.seconded_by}`}
        {` · ${METHOD_WORDS[state.method]} · ${thresholdWords(motion.threshold)}`}
      </p>
      {state.status === 'voting' && <Voting motion={motion} state={state} />}
      {(state.status === 'closed' || state.status === 'contested') && <Result motion={motion} state={state} />}
      <Warnings state={state} />
      {!state.result && (
        <Suspense>
          <DecisionPanel motion={motion} />
        </Suspense>
      )}
      {session.status !== 'adjourned' && <Actions motion={motion} state={state} />}
    </article>
  );
};

export const OutcomeBadge = ({ result }: { result: FactOf<'result'> }) => {
  const { outcome } = result.data;
  const tone = outcome === 'adopted' ? 'ok' : outcome === 'failed' ? 'bad' : 'neutral';
  return <Badge tone={tone}>{OUTCOME_WORDS[outcome]}</Badge>;
};

/** The words as they stand, both where two desks changed them, and every earlier wording. */
const Wordings = ({ motion, state }: { motion: Motion; state: MotionState }) => {
  const { record, time } = useRoom();
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
              <Button size="small" onClick={() => keep(fact)}>
                Keep this
              </Button>
            </span>
          </div>
        ))}
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
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
};

/** Opens the vote by this method. */
const useOpenVote = (motion: Motion) => {
  const { books, record } = useRoom();
  const states = ofKind(books.facts, 'motion_state').filter(({ subject }) => subject === motion.id);
  return async (method: Method) => {
    const done = await record([
      {
        kind: 'motion_state',
        subject: motion.id,
        data: { state: 'voting', method },
        replaces: states.map(({ id }) => id),
      },
    ]);
    if (done) announce(`Voting on Motion ${motion.number}: ${METHOD_WORDS[method]}`);
  };
};

const Actions = ({ motion, state }: { motion: Motion; state: MotionState }) => {
  const { books, record, session } = useRoom();
  const [open, setOpen] = useState<Open>(null);
  const openVote = useOpenVote(motion);
  const close = () => setOpen(null);
  if (state.status === 'closed' || state.status === 'contested') return null;
  const isVoting = state.status === 'voting';
  const needsSecond = Boolean(books.meeting.rules?.second_required) && !state.seconded_by;
  const back = () => void record([{ kind: 'motion_state', subject: motion.id, data: { state: 'made' } }]);
  return (
    <>
      {needsSecond && !isVoting && <p className="text-ink-2 text-sm">It needs a second before the vote.</p>}
      <div className="flex flex-wrap gap-2">
        {!isVoting && (
          <Button
            variant="primary"
            disabled={needsSecond || session.status === 'recess' || state.wording_contested}
            onClick={() => void openVote(state.method)}
          >
            Open the Vote
          </Button>
        )}
        {!isVoting && !state.seconded_by && <Button onClick={() => setOpen('second')}>Second</Button>}
        {!isVoting && <Button onClick={() => setOpen('amend')}>Amend</Button>}
        {!isVoting && <Button onClick={() => setOpen('change')}>Change</Button>}
        {isVoting && <Button onClick={back}>Back to the Floor</Button>}
        <Button onClick={() => setOpen('end')}>End Without a Vote</Button>
      </div>
      {open === 'second' && <SecondDialog motion={motion} onClose={close} />}
      {open === 'change' && <ChangeMotion motion={motion} onClose={close} />}
      {open === 'amend' && (
        <AmendMotion
          motion={motion}
          text={state.wording?.text ?? ''}
          replaces={state.wording ? [state.wording.id] : []}
          onClose={close}
        />
      )}
      {open === 'end' && <RecordResult motion={motion} state={state} outcome="withdrawn" onClose={close} />}
    </>
  );
};

const SecondDialog = ({ motion, onClose }: { motion: Motion; onClose: () => void }) => {
  const { books, record } = useRoom();
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const user_id = books.roll.find(({ label, user_id: director }) => director && label === name.trim())?.user_id;
  const send = () => {
    setTried(true);
    if (!name.trim()) return false;
    const data = { name: name.trim(), ...(user_id && { user_id }) };
    return record([{ kind: 'motion_seconded', subject: motion.id, data }]);
  };
  return (
    <FormDialog title={`Second Motion ${motion.number}`} submit="Second" onSubmit={send} onClose={onClose}>
      <NameField
        label="Seconded by"
        required
        value={name}
        onChange={setName}
        error={tried && !name.trim() ? 'Please name who seconded it.' : undefined}
      />
    </FormDialog>
  );
};

/** The vote by its method, which may change until the result is recorded. */
const Voting = ({ motion, state }: { motion: Motion; state: MotionState }) => {
  const { books, cases } = useRoom();
  const openVote = useOpenVote(motion);
  const [outcome, setOutcome] = useState<'adopted' | 'failed' | null>(null);
  const tally = tallyIn(books, motion, cases);
  return (
    <section aria-label="Vote" className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md bg-sunk p-3">
      <div className="max-w-64">
        <Select
          label="Method"
          value={state.method}
          onChange={(method) => void openVote(method)}
          options={METHODS.map((value) => ({ value, label: METHOD_WORDS[value] }))}
        />
      </div>
      {state.method === 'consent' && (
        <Announced question="Is there any objection?">
          <Button variant="primary" onClick={() => setOutcome('adopted')}>
            No Objection
          </Button>
          <Button onClick={() => void openVote('voice')}>Objection: Take a Vote</Button>
        </Announced>
      )}
      {state.method === 'voice' && (
        <Announced question="What does the chair announce?">
          <Button variant="primary" onClick={() => setOutcome('adopted')}>
            The Ayes Have It
          </Button>
          <Button onClick={() => setOutcome('failed')}>The Noes Have It</Button>
        </Announced>
      )}
      {state.method === 'count' && <Counting motion={motion} tally={tally} />}
      {state.method === 'roll_call' && <RollCall motion={motion} tally={tally} />}
      {(state.method === 'count' || state.method === 'roll_call') && (
        <div>
          <Button variant="primary" onClick={() => setOutcome(tally.adopts ? 'adopted' : 'failed')}>
            Record Result
          </Button>
        </div>
      )}
      {outcome && <RecordResult motion={motion} state={state} outcome={outcome} onClose={() => setOutcome(null)} />}
    </section>
  );
};

const Announced = ({ question, children }: { question: string; children: ReactNode }) => (
  <div className="grid gap-2">
    <p className="font-medium">{question}</p>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
);
