import { useState } from 'react';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { MotionState } from '../../../sync/meetings/books.ts';
import { isHead } from '../../../sync/meetings/facts/heads.ts';
import { Button } from '../../ui/button.tsx';
import { AmendMotion } from './amend-motion.tsx';
import { useRoom } from './context.ts';
import { ChangeMotion } from './make-motion.tsx';
import { FormDialog, NameField, useErrors } from './parts.tsx';
import { RecordResult } from './record-result.tsx';
import { useOpenVote } from './voting.tsx';

type Open = 'amend' | 'change' | 'second' | 'end';

type Props = { motion: Motion; state: MotionState };

/** The actions on a motion that has no result yet. */
export const Actions = ({ motion, state }: Props) => {
  const { books, record, session } = useRoom();
  const [open, setOpen] = useState<Open | null>(null);
  const openVote = useOpenVote(motion);
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
        {!isVoting && !state.wording_contested && <Button onClick={() => setOpen('amend')}>Amend</Button>}
        {!isVoting && <Button onClick={() => setOpen('change')}>Change</Button>}
        {isVoting && <Button onClick={back}>Back to the Floor</Button>}
        <Button onClick={() => setOpen('end')}>End Without a Vote</Button>
      </div>
      {open && <OpenDialog open={open} motion={motion} state={state} onClose={() => setOpen(null)} />}
    </>
  );
};

const OpenDialog = ({ open, motion, state, onClose }: Props & { open: Open; onClose: () => void }) => {
  const { books } = useRoom();
  if (open === 'second') return <SecondDialog motion={motion} onClose={onClose} />;
  if (open === 'change') return <ChangeMotion motion={motion} onClose={onClose} />;
  if (open === 'end') return <RecordResult motion={motion} state={state} outcome="withdrawn" onClose={onClose} />;
  const replaces = state.wordings.filter(({ id }) => isHead(books, id)).map(({ id }) => id);
  return <AmendMotion motion={motion} wording={state.wording} replaces={replaces} onClose={onClose} />;
};

/** Records the result of a motion after the meeting that ended without one. */
export const LateResult = ({ motion, state }: Props) => {
  const [open, setOpen] = useState(false);
  if (state.results.length > 0 || state.status === 'voting') return null;
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Record Result</Button>
      {open && <RecordResult motion={motion} state={state} outcome="withdrawn" onClose={() => setOpen(false)} />}
    </div>
  );
};

const SecondDialog = ({ motion, onClose }: { motion: Motion; onClose: () => void }) => {
  const { books, record } = useRoom();
  const [name, setName] = useState('');
  const { errors, isValid } = useErrors({ name: !name.trim() && 'Please enter who seconded it.' });
  const user_id = books.roll.find(({ label, user_id: director }) => director && label === name.trim())?.user_id;
  const send = () => {
    if (!isValid()) return false;
    const data = { name: name.trim(), ...(user_id && { user_id }) };
    return record([{ kind: 'motion_seconded', subject: motion.id, data }]);
  };
  return (
    <FormDialog title={`Second Motion ${motion.number}`} submit="Second" onSubmit={send} onClose={onClose}>
      <NameField label="Seconded by" required value={name} onChange={setName} error={errors.name} />
    </FormDialog>
  );
};
