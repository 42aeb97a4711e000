import * as deposits from './deposits.ts';
import * as holders from './holders.ts';
import * as invoiceStatus from './invoice-status.ts';
import * as postings from './ledger/postings.ts';
import * as receiptMail from './ledger/receipt-mail.ts';
import * as recording from './ledger/recording.ts';
import * as resolving from './ledger/resolving.ts';
import * as actionItems from './meetings/mutators/action-items.ts';
import * as decisions from './meetings/mutators/decisions.ts';
import * as minutes from './meetings/mutators/minutes.ts';
import * as meetingNotices from './meetings/mutators/notice.ts';
import * as proxies from './meetings/mutators/proxies.ts';
import * as meetings from './meetings/mutators.ts';
import * as meetingRecording from './meetings/recording.ts';
import * as addresses from './mutators/addresses.ts';
import * as announcements from './mutators/announcements.ts';
import * as documents from './mutators/documents.ts';
import * as dues from './mutators/dues.ts';
import * as hoas from './mutators/hoas.ts';
import * as notifications from './mutators/notifications.ts';
import * as photos from './mutators/photos.ts';
import * as policies from './mutators/policies.ts';
import * as refusals from './mutators/refusals.ts';
import * as requests from './mutators/requests.ts';
import * as users from './mutators/users.ts';
import * as violations from './mutators/violations.ts';
import * as openingBalances from './opening-balances.ts';
import * as plans from './plans.ts';
import * as reminders from './reminders.ts';
import * as resending from './resending.ts';
import * as sale from './sale.ts';
import type { Mutator } from './tx.ts';

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
  ...receiptMail.mutators,
  ...resolving.mutators,
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
