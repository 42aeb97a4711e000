import type { Entry } from '../notifications/entries.ts';

const WORDS: Record<Entry['event'], string> = {
  reply: 'New reply',
  status: 'New status',
  decision: 'Decision',
  newViolation: 'Violation notice',
  dueDate: 'New due date',
  newInvoice: 'New invoice',
  dueSoon: 'Upcoming dues',
  pastDue: 'Past-due reminders',
  announcement: 'Announcement',
  newRequest: 'New request',
  assignment: 'Assigned to you',
  unanswered: 'Waiting for an answer',
  overdue: 'Overdue',
};

export const headingOf = ({ event, title }: Pick<Entry, 'event' | 'title'>): string => `${WORDS[event]}: ${title}`;
