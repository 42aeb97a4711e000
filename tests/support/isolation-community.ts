import { type Attachment, DELIVERY_METHODS } from '../../schema/announcements.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import type { Tx } from '../../sync/tx.ts';
import { newUser } from '../../sync/users/rules.ts';
import type { Person } from './fixtures.ts';

type Ids = Record<
  | 'former'
  | 'newcomer'
  | 'invited'
  | 'address'
  | 'request'
  | 'comment'
  | 'draft'
  | 'sent'
  | 'document'
  | 'violation'
  | 'message',
  string
>;
type Given = Record<'board' | 'resident', Person> &
  Record<'photo' | 'notice' | 'paper' | 'letter', StoredFile> & { mark: string };

/** Three people, one of them removed and one invited, and a home. */
export const storePeople = async (tx: Tx, ids: Ids, mark: string): Promise<void> => {
  const at = { created_at: tx.now };
  await tx.put('user', {
    ...newUser(tx, ids.former),
    name: mark,
    email: `${ids.former}@example.test`,
    role: 'resident',
    status: 'inactive',
    phone: null,
    deleted_at: tx.now,
  });
  await tx.put('user', {
    ...newUser(tx, ids.newcomer),
    name: mark,
    email: `${ids.newcomer}@example.test`,
    role: 'resident',
    status: 'active',
    phone: null,
    last_login: tx.now,
  });
  await tx.put('user', {
    ...newUser(tx, ids.invited),
    email: `${ids.invited}@example.test`,
    role: 'resident',
    phone: null,
  });
  await tx.put('address', {
    id: ids.address,
    street: `${ids.address} Lane`,
    unit_number: null,
    is_rented: false,
    notes: mark,
    resident_ids: [],
    ...at,
  });
};

/** A request and a violation with a message each, and a document. The resident's are theirs to see. */
export const storeCommunity = async (tx: Tx, ids: Ids, given: Given): Promise<void> => {
  await storeRequest(tx, ids, given);
  await storeAnnouncements(tx, ids, given);
  await storeDocument(tx, ids, given);
  await storeViolation(tx, ids, given);
};

const storeRequest = async (tx: Tx, ids: Ids, { resident, mark, photo }: Given): Promise<void> => {
  const at = { created_at: tx.now };
  await tx.put('request', {
    id: ids.request,
    user_id: resident.id,
    address_id: resident.address_id,
    title: mark,
    description: '<p>x</p>',
    category: 'Other',
    entry_id: null,
    status: 'open',
    photo_url: photo.key,
    photo,
    more_photos: null,
    assigned_to: null,
    resolution_deadline: null,
    resolution_notes: null,
    history: [],
    ...at,
  });
  await tx.put('requestComment', {
    id: ids.comment,
    request_id: ids.request,
    resident_id: resident.id,
    user_id: resident.id,
    author_name: resident.name,
    is_staff: false,
    message: `<p>${mark}</p>`,
    is_public: true,
    photo_url: null,
    photo: null,
    more_photos: null,
    ...at,
  });
};

const storeAnnouncements = async (tx: Tx, ids: Ids, { board, mark, letter }: Given): Promise<void> => {
  const created = { created_by: board.id, created_by_name: board.name, created_at: tx.now };
  const announcement = {
    title: mark,
    message: '<p>x</p>',
    category: 'general' as const,
    audience_type: 'all' as const,
    custom_recipients: [],
    streets: null,
    street_recipients: null,
    delivery_methods: [...DELIVERY_METHODS],
    delivered_count: 0,
    history: [],
    sending_since: null,
    send_at: null,
    ...created,
  };
  await tx.put('announcement', {
    ...announcement,
    id: ids.draft,
    status: 'draft',
    attachment: null,
    recipient_count: 0,
    failed_count: 0,
    sent_at: null,
  });
  await tx.put('announcement', {
    ...announcement,
    id: ids.sent,
    status: 'sent',
    attachment: attachmentOf(letter),
    recipient_count: 1,
    failed_count: 1,
    sent_at: tx.now,
  });
  await tx.put('announcementRecipients', {
    id: ids.sent,
    sending_since: tx.now,
    recipients: [[ids.newcomer, mark, `${ids.newcomer}@example.test`, 'failed', 'The mailbox is full', tx.now]],
  });
};

const storeDocument = async (tx: Tx, ids: Ids, { board, mark, paper }: Given): Promise<void> => {
  const at = { created_at: tx.now };
  await tx.put('document', {
    id: ids.document,
    title: mark,
    category: 'Other',
    file_type: 'pdf',
    file_size: paper.size,
    is_public: true,
    notes: null,
    tags: [],
    s3_key: paper.key,
    file_pending: false,
    uploaded_by: board.id,
    uploaded_by_name: board.name,
    ...at,
  });
};

const storeViolation = async (tx: Tx, ids: Ids, { board, resident, mark, notice }: Given): Promise<void> => {
  const at = { created_at: tx.now };
  await tx.put('violation', {
    id: ids.violation,
    user_id: resident.id,
    address_id: resident.address_id,
    issued_by: board.id,
    issued_by_name: board.name,
    issued_by_email: board.email,
    category: 'Other',
    title: mark,
    message: '<p>x</p>',
    due_date: '2099-01-31',
    photo_url: notice.key,
    photo: notice,
    more_photos: null,
    status: 'open',
    resolution: null,
    history: [],
    ...at,
  });
  await tx.put('violationMessage', {
    id: ids.message,
    violation_id: ids.violation,
    resident_id: resident.id,
    sender_id: resident.id,
    sender_name: resident.name,
    is_staff: false,
    message: `<p>${mark}</p>`,
    is_internal: false,
    photo_url: null,
    photo: null,
    more_photos: null,
    sent_at: tx.now,
  });
};

const attachmentOf = (file: StoredFile): Attachment => ({
  s3_key: file.key,
  filename: file.name,
  file_size: file.size,
  file_type: 'pdf',
});
