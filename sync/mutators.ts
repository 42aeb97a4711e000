import * as accounts from './accounts/mutators.ts';
import * as addresses from './addresses/mutators.ts';
import * as announcements from './announcements/mutators.ts';
import * as deposits from './deposits/mutators.ts';
import * as documents from './documents/mutators.ts';
import * as dues from './dues/mutators.ts';
import * as failedJobs from './failed-jobs/mutators.ts';
import * as hoas from './hoas/mutators.ts';
import * as invoices from './invoices/mutators.ts';
import * as ledger from './ledger/postings.ts';
import * as meetings from './meetings/mutators.ts';
import * as notifications from './notifications/mutators.ts';
import * as payments from './payments/mutators.ts';
import * as photos from './photos/mutators.ts';
import * as plans from './plans/mutators.ts';
import * as policies from './policies/mutators.ts';
import * as refusals from './refusals/mutators.ts';
import * as reminders from './reminders/mutators.ts';
import * as requests from './requests/mutators.ts';
import type { Mutator } from './tx.ts';
import * as users from './users/mutators.ts';
import * as violations from './violations/mutators.ts';

/** Apart from what every screen needs of the features (sync/index.ts): devices load the mutators when they are idle, or for
 * their first change. Clients may push mutations of an older release, so no name or argument is ever removed. */
export const mutators = {
  ...hoas.mutators,
  ...users.mutators,
  ...accounts.mutators,
  ...addresses.mutators,
  ...requests.mutators,
  ...announcements.mutators,
  ...documents.mutators,
  ...violations.mutators,
  ...photos.mutators,
  ...dues.mutators,
  ...invoices.mutators,
  ...ledger.mutators,
  ...payments.mutators,
  ...deposits.mutators,
  ...policies.mutators,
  ...plans.mutators,
  ...reminders.mutators,
  ...failedJobs.mutators,
  ...refusals.mutators,
  ...notifications.mutators,
  ...meetings.mutators,
};
export type MutatorName = keyof typeof mutators;

export const mutatorNamed = (name: string): Mutator | undefined =>
  Object.hasOwn(mutators, name) ? (mutators[name as MutatorName] as Mutator) : undefined;
