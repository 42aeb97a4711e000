import * as holders from './accounts/mutators.ts';
import * as openingBalances from './accounts/opening-balances.ts';
import * as sale from './accounts/sale.ts';
import * as addresses from './addresses/mutators.ts';
import * as announcements from './announcements/mutators.ts';
import * as deposits from './deposits/mutators.ts';
import * as documents from './documents/mutators.ts';
import * as dues from './dues/mutators.ts';
import * as resending from './failed-jobs/mutators.ts';
import * as hoas from './hoas/mutators.ts';
import * as invoiceStatus from './invoices/mutators.ts';
import * as postings from './ledger/postings.ts';
import * as actionItems from './meetings/mutators/action-items.ts';
import * as decisions from './meetings/mutators/decisions.ts';
import * as minutes from './meetings/mutators/minutes.ts';
import * as meetingNotices from './meetings/mutators/notice.ts';
import * as proxies from './meetings/mutators/proxies.ts';
import * as meetingRecording from './meetings/mutators/recording.ts';
import * as meetings from './meetings/mutators.ts';
import * as notifications from './notifications/mutators.ts';
import * as payments from './payments/mutators.ts';
import * as recording from './payments/recording.ts';
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
  ...holders.mutators,
  ...sale.mutators,
  ...addresses.mutators,
  ...requests.mutators,
  ...announcements.mutators,
  ...documents.mutators,
  ...violations.mutators,
  ...photos.mutators,
  ...dues.mutators,
  ...invoiceStatus.mutators,
  ...postings.mutators,
  ...recording.mutators,
  ...payments.mutators,
  ...deposits.mutators,
  ...policies.mutators,
  ...plans.mutators,
  ...openingBalances.mutators,
  ...reminders.mutators,
  ...resending.mutators,
  ...refusals.mutators,
  ...notifications.mutators,
  ...meetings.mutators,
  ...meetingRecording.mutators,
  ...minutes.mutators,
  ...decisions.mutators,
  ...actionItems.mutators,
  ...meetingNotices.mutators,
  ...proxies.mutators,
};
export type MutatorName = keyof typeof mutators;

export const mutatorNamed = (name: string): Mutator | undefined =>
  Object.hasOwn(mutators, name) ? (mutators[name as MutatorName] as Mutator) : undefined;
