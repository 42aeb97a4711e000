import type { Address } from './addresses.ts';
import type { Announcement, AnnouncementDelivery, AnnouncementRead } from './announcements.ts';
import type { Document } from './documents.ts';
import type { Due } from './dues.ts';
import type { Edits } from './edits.ts';
import type { FailedJob } from './failed-jobs.ts';
import type { Hoa } from './hoas.ts';
import type { Invoice, Payment } from './invoices.ts';
import type { Request, RequestComment } from './requests.ts';
import type { RefusalRow } from './sync.ts';
import type { User } from './users.ts';
import type { Violation, ViolationMessage } from './violations.ts';

/** The synced entities. Client keys are `entity/id`. */
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

export type Entity = keyof Rows;

/** A row as mutators write it: the store sets `hoa_id` and `rev`. */
export type Unsaved<Row> = Omit<Row, 'hoa_id' | 'rev' | 'edits'> & {
  hoa_id?: string;
  rev?: number;
  edits?: Edits | null;
};
