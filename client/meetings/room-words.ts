import type { Choice, Outcome } from '../../schema/meetings.ts';
import type { SessionStatus } from '../../sync/meetings/books.ts';

export const EMPTY_AGENDA = 'Nothing on the agenda yet. Start from a template or add open records.';

export const OUTCOME_WORDS: Record<Outcome, string> = {
  adopted: 'Adopted',
  failed: 'Failed',
  withdrawn: 'Withdrawn',
  postponed: 'Postponed',
  referred: 'Referred',
  died: 'Died without a second',
};

export const STATUS_WORDS: Record<SessionStatus, string> = {
  not_started: 'Not started',
  in_session: 'In session',
  recess: 'Recess',
  executive: 'Executive session',
  adjourned: 'Adjourned',
};

export const CHOICE_WORDS: Record<Choice, string> = { for: 'For', against: 'Against', abstain: 'Abstain' };
