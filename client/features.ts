import type { MutatorName } from '../sync/mutators.ts';
import * as accounts from './accounts/outbox.ts';
import * as holders from './accounts/outbox-holders.ts';
import * as addresses from './addresses/outbox.ts';
import * as announcements from './announcements/outbox.ts';
import * as documents from './documents/outbox.ts';
import * as dues from './dues/outbox.ts';
import * as failedJobs from './failed-jobs/outbox.ts';
import * as invoices from './invoices/outbox.ts';
import * as meetings from './meetings/outbox.ts';
import type { OutboxLabel, RecordTitles } from './outbox.ts';
import * as profile from './profile/outbox.ts';
import * as requests from './requests/outbox.ts';
import * as users from './users/outbox.ts';
import * as violations from './violations/outbox.ts';

export const outboxLabels: Record<MutatorName, OutboxLabel> = {
  ...announcements.labels,
  ...requests.labels,
  ...violations.labels,
  ...dues.labels,
  ...invoices.labels,
  ...accounts.labels,
  ...documents.labels,
  ...addresses.labels,
  ...holders.labels,
  ...users.labels,
  ...profile.labels,
  ...failedJobs.labels,
  ...meetings.labels,
  dismissRefusal: { title: () => 'Dismiss Refusal' },
};

export const recordTitles: RecordTitles = {
  ...announcements.titles,
  ...requests.titles,
  ...violations.titles,
  ...documents.titles,
  ...dues.titles,
  ...meetings.titles,
  ...users.titles,
};
