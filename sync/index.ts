import type { Address } from '../schema/addresses.ts';
import type { Announcement, AnnouncementDelivery, AnnouncementRead } from '../schema/announcements.ts';
import type { Document } from '../schema/documents.ts';
import type { Due } from '../schema/dues.ts';
import type { FailedJob } from '../schema/failed-jobs.ts';
import type { Hoa } from '../schema/hoas.ts';
import type { Invoice, Payment } from '../schema/invoices.ts';
import type { Request, RequestComment } from '../schema/requests.ts';
import type { RefusalRow } from '../schema/sync.ts';
import type { User } from '../schema/users.ts';
import type { Violation, ViolationMessage } from '../schema/violations.ts';
import * as addresses from './addresses.ts';
import * as announcements from './announcements.ts';
import * as documents from './documents.ts';
import * as dues from './dues.ts';
import * as failedJobs from './failed-jobs.ts';
import * as hoas from './hoas.ts';
import * as invoices from './invoices.ts';
import * as refusals from './refusals.ts';
import * as requests from './requests.ts';
import * as resending from './resending.ts';
import type { Mutator, Synced } from './tx.ts';
import * as users from './users.ts';
import * as violations from './violations.ts';

/** The synced entities and their rows. Client keys are `entity/id`. */
export type Rows = {
  hoa: Hoa;
  user: User;
  address: Address;
  request: Request;
  requestComment: RequestComment;
  announcement: Announcement;
  announcementDelivery: AnnouncementDelivery;
  announcementRead: AnnouncementRead;
  document: Document;
  violation: Violation;
  violationMessage: ViolationMessage;
  due: Due;
  invoice: Invoice;
  payment: Payment;
  failedJob: FailedJob;
  refusal: RefusalRow;
};

/** Who may have a row of each entity, and what they get of it. */
export const synced: { [E in keyof Rows]: Synced<Rows[E]> } = {
  hoa: hoas.synced,
  user: users.synced,
  address: addresses.synced,
  request: requests.synced,
  requestComment: requests.syncedComments,
  announcement: announcements.synced,
  announcementDelivery: announcements.syncedDeliveries,
  announcementRead: announcements.syncedReads,
  document: documents.synced,
  violation: violations.synced,
  violationMessage: violations.syncedMessages,
  due: dues.synced,
  invoice: invoices.synced,
  payment: invoices.syncedPayments,
  failedJob: failedJobs.synced,
  refusal: refusals.synced,
};

/** Every change that may be pushed, by name. Names and arguments only ever grow. */
export const mutators = {
  ...users.mutators,
  ...addresses.mutators,
  ...requests.mutators,
  ...announcements.mutators,
  ...documents.mutators,
  ...violations.mutators,
  ...dues.mutators,
  ...invoices.mutators,
  ...resending.mutators,
  ...refusals.mutators,
};
export type MutatorName = keyof typeof mutators;

/** The mutator of that name, or undefined for a name that no register knows. */
export const mutatorNamed = (name: string): Mutator | undefined =>
  Object.hasOwn(mutators, name) ? (mutators[name as MutatorName] as Mutator) : undefined;
