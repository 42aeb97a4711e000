import { CHOICES, type Count, type Threshold, type Totals } from '../../../schema/meetings.ts';
import type { Tally } from '../books.ts';
import { atLeast } from '../quorum.ts';

/** The votes that adoption needs, of how many, and whether they are there. `present` are those who may vote, `roll` the whole roll. A
 * tie fails. */
export const decide = (
  { kind, basis, percent }: Threshold,
  totals: Totals,
  present: Count,
  roll: Count,
): Pick<Tally, 'needed' | 'of' | 'adopts'> => {
  const [votes, cast] = [totals.for[basis], totals.for[basis] + totals.against[basis]];
  const of = kind === 'roll' ? roll[basis] : kind === 'present' ? present[basis] : cast;
  const needed = neededOf(kind, percent, of);
  return { needed, of, adopts: votes >= needed };
};

const neededOf = (kind: Threshold['kind'], percent: number | undefined, of: number): number => {
  if (kind === 'two_thirds') return Math.max(1, Math.ceil((of * 2) / 3));
  return kind === 'roll' && percent !== undefined ? atLeast(percent, of) : Math.floor(of / 2) + 1;
};

/** A show of hands cannot have more votes than those present. */
export const beyondPresent = ({ basis }: Threshold, totals: Totals, here: Count): Tally['beyond'] => {
  const votes = CHOICES.reduce((sum, choice) => sum + totals[choice][basis], 0);
  return votes > here[basis] ? { votes, present: here[basis] } : null;
};
