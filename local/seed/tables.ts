import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as tables from '../../schema/index.ts';

export type Row = Record<string, unknown>;

/** A table, the entity under which it syncs once the register knows it, and how old a row is. */
type Source = { table: SQLiteTable; entity?: string; age?(row: Row): string };

const created = (row: Row) => String(row.created_at);
/** Names and addresses come first in a first sync, because lists show them. */
const reference = () => '9999';

/** Every table the seed fills, parents before children. */
export const SOURCES: Source[] = [
  { table: tables.hoas, entity: 'hoa', age: reference },
  { table: tables.addresses, entity: 'address', age: reference },
  { table: tables.users, entity: 'user', age: reference },
  { table: tables.credentials },
  { table: tables.user_tokens },
  { table: tables.subscriptions, entity: 'subscription', age: created },
  { table: tables.payment_accounts },
  { table: tables.signups },
  { table: tables.uploads },
  { table: tables.announcements, entity: 'announcement', age: (row) => String(row.sent_at ?? row.created_at) },
  {
    table: tables.announcement_recipients,
    entity: 'announcementRecipients',
    age: (row) => String(row.sending_since),
  },
  { table: tables.announcement_reads, entity: 'announcementRead', age: (row) => String(row.read_at) },
  { table: tables.requests, entity: 'request', age: created },
  { table: tables.request_comments, entity: 'requestComment', age: created },
  { table: tables.documents, entity: 'document', age: created },
  { table: tables.violations, entity: 'violation', age: created },
  { table: tables.violation_messages, entity: 'violationMessage', age: (row) => String(row.sent_at) },
  { table: tables.dues, entity: 'due', age: created },
  { table: tables.invoices, entity: 'invoice', age: (row) => String(row.sent) },
  { table: tables.payments, entity: 'payment', age: created },
  { table: tables.disputes, entity: 'dispute', age: (row) => String(row.opened_at) },
  { table: tables.accounts, entity: 'account', age: reference },
  { table: tables.entries, entity: 'entry', age: (row) => String(row.effective_on) },
  { table: tables.deposits, entity: 'deposit', age: created },
  { table: tables.policies, entity: 'policy', age: reference },
  { table: tables.plans, entity: 'plan', age: (row) => String(row.made_at) },
  { table: tables.meeting_rules, entity: 'meetingRules', age: reference },
  { table: tables.voting_units, entity: 'votingUnit', age: reference },
  { table: tables.meetings, entity: 'meeting', age: (row) => String(row.starts_at) },
  { table: tables.agenda_items, entity: 'agendaItem', age: created },
  { table: tables.roll_units, entity: 'rollUnit', age: reference },
  { table: tables.meeting_facts, entity: 'meetingFact', age: (row) => String(row.at) },
  { table: tables.motions, entity: 'motion', age: (row) => String(row.at) },
  { table: tables.minutes_texts, entity: 'minutesText', age: (row) => String(row.at) },
  { table: tables.approved_minutes, entity: 'approvedMinutes', age: (row) => String(row.at) },
  { table: tables.proxies, entity: 'proxy', age: (row) => String(row.recorded_at) },
  { table: tables.action_items, entity: 'actionItem', age: created },
  { table: tables.processor_events },
  { table: tables.outbox },
  { table: tables.activity, entity: 'activity', age: (row) => String(row.at) },
];
