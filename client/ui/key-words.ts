import type { KeyName } from './keys.ts';

/** The help says what each key does. */
export const KEY_WORDS: Record<KeyName, string> = {
  search: 'Search everything',
  help: 'Show the keys',
  goTo: 'Go to a screen, with a second letter',
  menu: 'Collapse or expand the menu',
  back: 'Leave the answer box or the selection, then back to the list',
  next: 'Next row or record',
  previous: 'Previous row or record',
  open: 'Open the row',
  select: 'Select the row, as Space does',
  create: 'Create',
  find: 'Search the list',
  status: 'Set the status, then a number',
  assignee: 'Assign, then a number',
  answer: 'Write an answer',
  send: 'Send the answer',
  sendAndSet: 'Send and set the status',
  voteFor: 'Vote for',
  voteAgainst: 'Vote against',
  voteAbstain: 'Abstain',
  undoVote: 'Undo the last vote',
};
