import type { KeyName } from './keys.ts';

/** The help says what each key does. */
export const KEY_WORDS: Record<KeyName, string> = {
  search: 'Search everything',
  help: 'Show keyboard shortcuts',
  goTo: 'Go to a screen (then its letter)',
  menu: 'Collapse or expand the menu',
  back: 'Leave the message box, clear the selection, or go back to the list',
  next: 'Next row or record',
  previous: 'Previous row or record',
  open: 'Open the row',
  select: 'Select the row (so does Space)',
  create: 'Create',
  find: 'Search the list',
  status: 'Set the status (then a number)',
  assignee: 'Assign (then a number)',
  answer: 'Write a message',
  send: 'Send the message',
  sendAndSet: 'Send and set the status',
  voteFor: 'Vote for',
  voteAgainst: 'Vote against',
  voteAbstain: 'Abstain',
  undoVote: 'Undo the last vote',
};
