import type { MutatorName } from '../../sync/mutators.ts';
import type { Change } from './convergence-chance.ts';
import { COMMUNITY_CHANGES } from './convergence-community.ts';
import { MEETING_CHANGES } from './convergence-meetings.ts';
import { MONEY_CHANGES } from './convergence-money.ts';
import { PEOPLE_CHANGES } from './convergence-people.ts';

/** A change of every kind, from what the device sees; nothing where it sees nothing to change. The record of mutators is
 * whole, or this does not compile. */
export const CHANGES: Record<MutatorName, Change> = {
  ...PEOPLE_CHANGES,
  ...COMMUNITY_CHANGES,
  ...MONEY_CHANGES,
  ...MEETING_CHANGES,
};

/** Where the row of a creation stands. */
export const TABLES: Partial<Record<MutatorName, string>> = {
  inviteUser: 'users',
  openAccount: 'accounts',
  createAddress: 'addresses',
  createRequest: 'requests',
  addRequestComment: 'request_comments',
  createAnnouncement: 'announcements',
  createDocument: 'documents',
  createViolation: 'violations',
  addViolationMessage: 'violation_messages',
  createDue: 'dues',
  recordPayment: 'payments',
  createDeposit: 'deposits',
  createPolicy: 'policies',
  createPlan: 'plans',
  giveProxy: 'proxies',
  recordProxy: 'proxies',
  makeMotion: 'motions',
  createActionItem: 'action_items',
  saveMinutesText: 'minutes_texts',
  createMeeting: 'meetings',
  addAgendaItem: 'agenda_items',
};
