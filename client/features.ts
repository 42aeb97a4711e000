import type { MutatorName } from '../sync/mutators.ts';
import * as failedJobs from './account/failed-jobs/outbox.ts';
import * as profile from './account/profile/outbox.ts';
import * as announcements from './community/announcements/outbox.ts';
import * as documents from './community/documents/outbox.ts';
import * as requests from './community/requests/outbox.ts';
import * as violations from './community/violations/outbox.ts';
import * as meetings from './meetings/outbox.ts';
import * as accounts from './money/account/outbox.ts';
import * as holders from './money/account/outbox-holders.ts';
import * as dues from './money/dues/outbox.ts';
import * as invoices from './money/invoices/outbox.ts';
import type { OutboxLabel, RecordTitles } from './outbox.ts';
import * as addresses from './people/addresses/outbox.ts';
import * as users from './people/users/outbox.ts';

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
