import type { Method } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import { ofKind } from '../../../sync/meetings/facts/heads.ts';
import { announce } from '../announcer.tsx';
import { useRoom } from './context.ts';
import { METHOD_WORDS } from './make-motion.tsx';

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
