import type { Motion } from '../../../schema/tables/meetings.ts';
import { Refusal } from '../../tx.ts';
import type { Indexed } from '../books.ts';
import { ofKind } from '../facts/heads.ts';
import { canonicalJson } from './canonical-json.ts';

const VOTE_HAS_BEGUN = 'The vote on this motion has started, so it can’t be changed. Record a correction instead.';
const BEFORE_THE_VOTE = ['mover', 'mover_id', 'threshold', 'method', 'executive', 'item_ids'] as const;
/** The board may choose what happens to a record until the result is recorded. */
const BEFORE_THE_RESULT = ['on_adopt', 'on_fail'] as const;

/** Throws Refusal for fields that people voted on. The public summary of an executive motion may be written afterwards. */
export const assertChangeable = (
  facts: Indexed,
  motion: Motion,
  changes: { [Field in keyof Motion]?: Motion[Field] | undefined },
): void => {
  const isChanged = (field: keyof Motion) =>
    changes[field] !== undefined && canonicalJson(changes[field]) !== canonicalJson(motion[field]);
  const fixed = [
    ...(hasVoteBegun(facts, motion) ? BEFORE_THE_VOTE : []),
    ...(resultsOf(facts, motion).length > 0 ? BEFORE_THE_RESULT : []),
  ];
  if (fixed.some(isChanged)) throw new Refusal('conflict', VOTE_HAS_BEGUN);
};

const resultsOf = (facts: Indexed, { id }: Pick<Motion, 'id'>) =>
  ofKind(facts, 'result').filter(({ subject }) => subject === id);

/** True if it is being voted on, or a mark, a count or a result of it stands. */
export const hasVoteBegun = (facts: Indexed, motion: Pick<Motion, 'id'>): boolean =>
  ofKind(facts, 'motion_state').findLast(({ subject }) => subject === motion.id)?.data.state === 'voting' ||
  ofKind(facts, 'vote').some(({ data }) => data.motion_id === motion.id) ||
  ofKind(facts, 'count').some(({ subject }) => subject === motion.id) ||
  resultsOf(facts, motion).length > 0;
