import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Edits } from './edits.ts';
import { type Account, accounts } from './tables/accounts.ts';
import { type Activity, activity } from './tables/activity.ts';
import { type Address, addresses } from './tables/addresses.ts';
import {
  type Announcement,
  type AnnouncementRead,
  type AnnouncementRecipients,
  announcement_reads,
  announcement_recipients,
  announcements,
} from './tables/announcements.ts';
import { type Dispute, disputes } from './tables/disputes.ts';
import { type Document, type DocumentText, document_texts, documents } from './tables/documents.ts';
import { type Due, dues } from './tables/dues.ts';
import { type FailedJob, failed_jobs } from './tables/failed-jobs.ts';
import { type Hoa, hoas } from './tables/hoas.ts';
import { type Invoice, invoices, type Payment, payments } from './tables/invoices.ts';
import { type Deposit, deposits, type Entry, entries, type Policy, policies } from './tables/ledger.ts';
import {
  type ActionItem,
  type AgendaItem,
  type ApprovedMinutes,
  action_items,
  agenda_items,
  approved_minutes,
  type Meeting,
  type MeetingFact,
  type MeetingProxy,
  type MeetingRules,
  type MinutesText,
  type Motion,
  meeting_facts,
  meeting_rules,
  meetings,
  minutes_texts,
  motions,
  proxies,
  type RollUnit,
  roll_units,
  type VotingUnit,
  voting_units,
} from './tables/meetings.ts';
import { type NotificationPreferences, notification_preferences } from './tables/notifications.ts';
import { type PaymentPlan, plans } from './tables/payment-plans.ts';
import { type Reminder, reminders } from './tables/reminders.ts';
import { type Request, type RequestComment, request_comments, requests } from './tables/requests.ts';
import { type RefusalRow, refusals } from './tables/sync.ts';
import { type User, users } from './tables/users.ts';
import { type Violation, type ViolationMessage, violation_messages, violations } from './tables/violations.ts';

/** The synced entities. Client keys are `entity/id`. */
export type Rows = {
  hoa: Hoa;
  user: User;
  address: Address;
  request: Request;
  requestComment: RequestComment;
  announcement: Announcement;
  announcementRecipients: AnnouncementRecipients;
  announcementRead: AnnouncementRead;
  document: Document;
  documentText: DocumentText;
  violation: Violation;
  violationMessage: ViolationMessage;
  due: Due;
  invoice: Invoice;
  payment: Payment;
  dispute: Dispute;
  account: Account;
  deposit: Deposit;
  entry: Entry;
  policy: Policy;
  plan: PaymentPlan;
  reminder: Reminder;
  meetingRules: MeetingRules;
  votingUnit: VotingUnit;
  meeting: Meeting;
  agendaItem: AgendaItem;
  rollUnit: RollUnit;
  meetingFact: MeetingFact;
  motion: Motion;
  minutesText: MinutesText;
  approvedMinutes: ApprovedMinutes;
  proxy: MeetingProxy;
  actionItem: ActionItem;
  notificationPreferences: NotificationPreferences;
  failedJob: FailedJob;
  refusal: RefusalRow;
  activity: Activity;
};

export type Entity = keyof Rows;

/** Parents come before children. */
export const tables: Record<Entity, SQLiteTable> = {
  hoa: hoas,
  address: addresses,
  user: users,
  request: requests,
  requestComment: request_comments,
  announcement: announcements,
  announcementRecipients: announcement_recipients,
  announcementRead: announcement_reads,
  document: documents,
  documentText: document_texts,
  violation: violations,
  violationMessage: violation_messages,
  due: dues,
  invoice: invoices,
  payment: payments,
  dispute: disputes,
  account: accounts,
  deposit: deposits,
  entry: entries,
  policy: policies,
  plan: plans,
  reminder: reminders,
  meetingRules: meeting_rules,
  votingUnit: voting_units,
  meeting: meetings,
  agendaItem: agenda_items,
  rollUnit: roll_units,
  meetingFact: meeting_facts,
  motion: motions,
  minutesText: minutes_texts,
  approvedMinutes: approved_minutes,
  proxy: proxies,
  actionItem: action_items,
  notificationPreferences: notification_preferences,
  failedJob: failed_jobs,
  refusal: refusals,
  activity,
};

/** A row as mutators write it: the store sets `hoa_id` and `rev`. */
export type Unsaved<Row> = Omit<Row, 'hoa_id' | 'rev' | 'edits'> & {
  hoa_id?: string;
  rev?: number;
  edits?: Edits | null;
};
