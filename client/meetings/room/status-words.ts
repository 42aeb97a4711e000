import type { SessionStatus } from '../../../sync/meetings/books.ts';

export const STATUS_WORDS: Record<SessionStatus, string> = {
  not_started: 'Not started',
  in_session: 'In session',
  recess: 'Recess',
  executive: 'Executive session',
  adjourned: 'Adjourned',
};
