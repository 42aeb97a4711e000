import type { RollUnit } from '../../schema/tables/meetings.ts';
import { listInWords } from '../words.ts';

type Unit = Pick<RollUnit, 'label' | 'weight' | 'owners' | 'designated' | 'suspended' | 'non_voting' | 'removed_at'>;

/** "12 Oak Lane: weight 1 to 2, owners Ann Lee"; empty where nothing differs. */
export const changeInWords = (before: Unit, after: Unit): string => {
  const parts = [
    before.weight !== after.weight && `weight ${before.weight} to ${after.weight}`,
    namesOf(before) !== namesOf(after) && `owners ${namesOf(after) || 'not recorded'}`,
    before.designated?.name !== after.designated?.name && `designated voter ${after.designated?.name ?? 'none'}`,
    before.suspended !== after.suspended && (after.suspended ? 'vote suspended' : 'vote restored'),
    before.non_voting !== after.non_voting && (after.non_voting ? 'without a vote' : 'with a vote'),
    (before.removed_at === null) !== (after.removed_at === null) &&
      (after.removed_at ? 'taken off the roll' : 'back on the roll'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `${before.label}: ${parts.join(', ')}`;
};

const namesOf = ({ owners }: Pick<Unit, 'owners'>): string => listInWords(owners.map(({ name }) => name));
