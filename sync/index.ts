import type { Rows } from '../schema/rows.ts';
import * as accounts from './accounts/entity.ts';
import * as activity from './activity/entity.ts';
import * as addresses from './addresses/entity.ts';
import * as announcements from './announcements/entity.ts';
import * as announcementRecipients from './announcements/recipients.ts';
import * as disputes from './disputes/entity.ts';
import * as documents from './documents/entity.ts';
import * as dues from './dues/entity.ts';
import * as failedJobs from './failed-jobs/entity.ts';
import * as hoas from './hoas/entity.ts';
import * as invoices from './invoices/entity.ts';
import * as ledger from './ledger/synced.ts';
import * as meetingList from './meetings/list.ts';
import * as meetings from './meetings/synced.ts';
import * as notifications from './notifications/entity.ts';
import * as refusals from './refusals/entity.ts';
import * as requests from './requests/entity.ts';
import type { Synced } from './tx.ts';
import * as users from './users/entity.ts';
import * as violations from './violations/entity.ts';

export const synced: { [E in keyof Rows]: Synced<Rows[E]> } = {
  hoa: hoas.synced,
  user: users.synced,
  address: addresses.synced,
  request: requests.synced,
  requestComment: requests.syncedComments,
  announcement: announcements.synced,
  announcementRecipients: announcementRecipients.synced,
  announcementRead: announcements.syncedReads,
  document: documents.synced,
  documentText: documents.syncedTexts,
  violation: violations.synced,
  violationMessage: violations.syncedMessages,
  due: dues.synced,
  invoice: invoices.synced,
  payment: invoices.syncedPayments,
  dispute: disputes.synced,
  account: accounts.synced,
  deposit: ledger.syncedDeposits,
  entry: ledger.syncedEntries,
  policy: ledger.syncedPolicies,
  plan: ledger.syncedPlans,
  reminder: ledger.syncedReminders,
  meetingRules: meetings.syncedRules,
  votingUnit: meetings.syncedVotingUnits,
  meeting: meetings.syncedMeetings,
  agendaItem: meetings.syncedItems,
  rollUnit: meetings.syncedRoll,
  meetingFact: meetings.syncedFacts,
  motion: meetings.syncedMotions,
  minutesText: meetings.syncedTexts,
  approvedMinutes: meetings.syncedApproved,
  proxy: meetings.syncedProxies,
  actionItem: meetings.syncedActionItems,
  notificationPreferences: notifications.synced,
  failedJob: failedJobs.synced,
  refusal: refusals.synced,
  activity: activity.synced,
};

/** The lists that the REST routes query in SQL. */
export const lists = {
  user: users.list,
  address: addresses.list,
  request: requests.list,
  announcement: announcements.list,
  document: documents.list,
  violation: violations.list,
  due: dues.list,
  invoice: invoices.list,
  activity: activity.list,
  meeting: meetingList.list,
};
export type Lists = typeof lists;
export type ListQuery<E extends keyof Lists> = Parameters<Lists[E]['filters']>[0];
