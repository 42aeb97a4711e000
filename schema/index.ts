/** drizzle-kit generates the migrations from the tables exported here. */
export { addresses } from './addresses.ts';
export { announcement_deliveries, announcement_reads, announcements } from './announcements.ts';
export { credentials, rate_limits, refresh_tokens, user_tokens } from './auth.ts';
export { payment_accounts, processor_events, subscriptions } from './billing.ts';
export { documents } from './documents.ts';
export { dues } from './dues.ts';
export { failed_jobs } from './failed-jobs.ts';
export { hoas } from './hoas.ts';
export { invoices, payments } from './invoices.ts';
export { outbox } from './outbox.ts';
export { request_comments, requests } from './requests.ts';
export { signups } from './signup.ts';
export {
  refusals,
  sync_client_groups,
  sync_clients,
  sync_guard,
  sync_instance,
  sync_log,
  sync_log_days,
} from './sync.ts';
export { uploads } from './uploads.ts';
export { users } from './users.ts';
export { violation_messages, violations } from './violations.ts';
