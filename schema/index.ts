/** drizzle-kit generates the migrations from the tables exported here. */

export { account_figures, accounts } from './tables/accounts.ts';
export { activity, activity_keeping } from './tables/activity.ts';
export { addresses } from './tables/addresses.ts';
export { announcement_reads, announcement_recipients, announcements } from './tables/announcements.ts';
export { api_tokens, webhook_deliveries, webhook_endpoints } from './tables/api.ts';
export {
  credentials,
  known_devices,
  rate_limits,
  recovery_codes,
  refresh_tokens,
  second_factor_checks,
  second_factors,
  user_tokens,
} from './tables/auth.ts';
export { payment_accounts, processor_events, subscriptions } from './tables/billing.ts';
export { calendar_feeds } from './tables/calendar.ts';
export { checkouts } from './tables/checkouts.ts';
export { disputes } from './tables/disputes.ts';
export { document_texts, documents } from './tables/documents.ts';
export { dues } from './tables/dues.ts';
export { failed_jobs } from './tables/failed-jobs.ts';
export { departures, hoas } from './tables/hoas.ts';
export { invoices, payments } from './tables/invoices.ts';
export { deposits, entries, policies } from './tables/ledger.ts';
export {
  action_items,
  agenda_items,
  approved_minutes,
  meeting_facts,
  meeting_rules,
  meetings,
  minutes_texts,
  motions,
  proxies,
  roll_units,
  voting_units,
} from './tables/meetings.ts';
export { notification_preferences, notifications, push_subscriptions } from './tables/notifications.ts';
export { cron_runs, operator_mails } from './tables/operations.ts';
export { outbox } from './tables/outbox.ts';
export { plans } from './tables/payment-plans.ts';
export { reminders } from './tables/reminders.ts';
export { request_comments, requests } from './tables/requests.ts';
export { signups } from './tables/signup.ts';
export {
  refusals,
  sync_client_groups,
  sync_clients,
  sync_guard,
  sync_instance,
  sync_log,
  sync_log_days,
} from './tables/sync.ts';
export { uploads } from './tables/uploads.ts';
export { users } from './tables/users.ts';
export { violation_messages, violations } from './tables/violations.ts';
