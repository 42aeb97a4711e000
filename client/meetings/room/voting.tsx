import { type ReactNode, useState } from 'react';
import type { Method } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { MotionState } from '../../../sync/meetings/books.ts';
import { ofKind } from '../../../sync/meetings/facts/heads.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { announce } from '../announcer.tsx';
import { useRoom } from './context.ts';
import { Counting } from './counting.tsx';
import { METHOD_OPTIONS, METHOD_WORDS } from './make-motion.tsx';
import { RecordResult } from './record-result.tsx';
import { RollCall } from './roll-call.tsx';

/** The vote by its method, which may change until the result is recorded. */
export const Voting = ({ motion, state }: { motion: Motion; state: MotionState }) => {
  const { books } = useRoom();
  const openVote = useOpenVote(motion);
  const [outcome, setOutcome] = useState<'adopted' | 'failed' | null>(null);
  const tally = books.tallyOf(motion);
  return (
    <section aria-label="Vote" className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md bg-sunk p-3">
      <div className="max-w-64">
        <Select
          label="Method"
          value={state.method}
          onChange={(method) => void openVote(method)}
          options={METHOD_OPTIONS}
        />
      </div>
      {state.method === 'consent' && (
        <Announced question="Is there any objection?" adopts="No Objection" onResult={setOutcome}>
          <Button onClick={() => void openVote('voice')}>Objection: Take a Vote</Button>
        </Announced>
      )}
      {state.method === 'voice' && (
        <Announced question="What does the chair announce?" adopts="The Ayes Have It" onResult={setOutcome}>
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

type AnnouncedProps = { question: string; adopts: string; onResult: (outcome: 'adopted') => void; children: ReactNode };

const Announced = ({ question, adopts, onResult, children }: AnnouncedProps) => (
  <div className="grid gap-2">
    <p className="font-medium">{question}</p>
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" onClick={() => onResult('adopted')}>
        {adopts}
      </Button>
      {children}
    </div>
  </div>
);

/** Opens the vote by this method. */
export const useOpenVote = (motion: Motion) => {
  const { books, record } = useRoom();
  const states = ofKind(books, 'motion_state').filter(({ subject }) => subject === motion.id);
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
