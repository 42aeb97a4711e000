import type { Outcome } from '../../../schema/meetings.ts';

export const OUTCOME_WORDS: Record<Outcome, string> = {
  adopted: 'Adopted',
  failed: 'Failed',
  withdrawn: 'Withdrawn',
  postponed: 'Postponed',
  referred: 'Referred',
  died: 'Died without a second',
};
