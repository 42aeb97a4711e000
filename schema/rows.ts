import type { Edits } from './edits.ts';
import * as schema from './index.ts';
import type { RowOf } from './tables/columns.ts';

/** The table of each synced entity; parents come before children. */
export const tables = {
  hoa: schema.hoas,
  address: schema.addresses,
  user: schema.users,
  request: schema.requests,
  requestComment: schema.request_comments,
  announcement: schema.announcements,
  announcementRecipients: schema.announcement_recipients,
  announcementRead: schema.announcement_reads,
  document: schema.documents,
  documentText: schema.document_texts,
  violation: schema.violations,
  violationMessage: schema.violation_messages,
  due: schema.dues,
  invoice: schema.invoices,
  payment: schema.payments,
  dispute: schema.disputes,
  account: schema.accounts,
  deposit: schema.deposits,
  entry: schema.entries,
  policy: schema.policies,
  plan: schema.plans,
  reminder: schema.reminders,
  meetingRules: schema.meeting_rules,
  votingUnit: schema.voting_units,
  meeting: schema.meetings,
  agendaItem: schema.agenda_items,
  rollUnit: schema.roll_units,
  meetingFact: schema.meeting_facts,
  motion: schema.motions,
  minutesText: schema.minutes_texts,
  approvedMinutes: schema.approved_minutes,
  proxy: schema.proxies,
  actionItem: schema.action_items,
  notificationPreferences: schema.notification_preferences,
  failedJob: schema.failed_jobs,
  refusal: schema.refusals,
  activity: schema.activity,
};

type RowOfEntity = { [E in keyof typeof tables]: RowOf<(typeof tables)[E]> };
/** The rows of the synced entities. Client keys are `entity/id`. */
export interface Rows extends RowOfEntity {}

export type Entity = keyof Rows;

/** A row as mutators write it: the store sets `hoa_id` and `rev`. */
export type Unsaved<Row> = Omit<Row, 'hoa_id' | 'rev' | 'edits'> & {
  hoa_id?: string;
  rev?: number;
  edits?: Edits | null;
};
