import { type ActivityKind, type Changes, type ChangeValue, VALUE_LIMIT } from '../../schema/activity.ts';
import type { Attachment } from '../../schema/announcements.ts';
import { plainText } from '../../schema/rich-text.ts';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import type { Resolution } from '../../schema/violations.ts';

/** How an activity shows a field: as it is, as text without tags, as a number of items, or by a function. Bookkeeping,
 * what another field says, storage keys and ids of payment services are never shown. */
type Shown<Value> = 'plain' | 'rich' | 'items' | 'address' | 'never' | ((value: NonNullable<Value>) => ChangeValue);
type Fields<Row> = { [Field in Exclude<keyof Row, 'id' | 'hoa_id' | 'rev'>]-?: Shown<Row[Field]> };

/** A record has activities of its own, a part adds to those of another record. A `minor` part is left out where the same
 * act changes anything else. */
export type Rule<Row> =
  | { kind: 'record'; title(row: Row): string; fields: Fields<Row> }
  | { kind: 'part'; name: string; of(row: Row): [ActivityKind, string]; isMinor?: true; fields: Fields<Row> }
  | { kind: 'none'; because: string };

const fileName = ({ name }: StoredFile) => name;
const fileNames = (files: StoredFile[]) => files.map(fileName).join(', ') || null;
const CREATION = { created_at: 'never' } as const;
const AUTHOR = { created_by: 'never', created_by_name: 'never', ...CREATION } as const;
const EDITED = { history: 'never', edits: 'never' } as const;

/** The compiler asks for every column of every synced table. */
export const rules: { [E in Entity]: Rule<Rows[E]> } = {
  hoa: {
    kind: 'record',
    title: ({ name }) => name,
    fields: {
      name: 'plain',
      name_key: 'never',
      city: 'plain',
      zip: 'plain',
      time_zone: 'plain',
      mails_paused_until: 'plain',
      leaving_at: 'plain',
      ledger_opened_at: 'never',
      ledger_opening: 'never',
      late_fees_announced_on: 'plain',
      online_payments: 'plain',
      ...CREATION,
    },
  },
  user: {
    kind: 'record',
    title: ({ name, email }) => name || email,
    fields: {
      name: 'plain',
      email: 'plain',
      role: 'plain',
      status: 'plain',
      address_id: 'address',
      phone: 'plain',
      ...CREATION,
      last_login: 'never',
      deleted_at: 'plain',
      email_bounced_at: 'plain',
      account_ids: 'never',
      epoch: 'never',
    },
  },
  address: {
    kind: 'record',
    title: ({ street, unit_number }) => [street, unit_number].filter(Boolean).join(' '),
    // `resident_ids` says what users.address_id says.
    fields: {
      street: 'plain',
      unit_number: 'plain',
      is_rented: 'plain',
      notes: 'plain',
      resident_ids: 'never',
      ...CREATION,
      edits: 'never',
    },
  },
  request: {
    kind: 'record',
    title: ({ title }) => title,
    fields: {
      user_id: 'never',
      address_id: 'never',
      title: 'plain',
      description: 'rich',
      category: 'plain',
      status: 'plain',
      photo_url: 'never',
      photo: fileName,
      more_photos: fileNames,
      entry_id: 'never',
      assigned_to: 'plain',
      resolution_deadline: 'plain',
      resolution_notes: 'plain',
      ...EDITED,
      ...CREATION,
    },
  },
  requestComment: {
    kind: 'part',
    name: 'comment',
    of: ({ request_id }) => ['request', request_id],
    fields: {
      request_id: 'never',
      resident_id: 'never',
      user_id: 'never',
      author_name: 'never',
      is_staff: 'never',
      message: 'rich',
      is_public: 'plain',
      photo_url: 'never',
      photo: fileName,
      more_photos: fileNames,
      ...CREATION,
    },
  },
  announcement: {
    kind: 'record',
    title: ({ title }) => title,
    fields: {
      title: 'plain',
      message: 'rich',
      category: 'plain',
      status: 'plain',
      audience_type: 'plain',
      custom_recipients: 'items',
      attachment: ({ filename }: Attachment) => filename,
      delivery_methods: 'never',
      recipient_count: 'never',
      delivered_count: 'never',
      failed_count: 'never',
      sent_at: 'never',
      sending_since: 'never',
      ...EDITED,
      ...AUTHOR,
    },
  },
  announcementRecipients: {
    kind: 'none',
    because: 'Each mail that was delivered would be one; /announcements shows them.',
  },
  announcementRead: { kind: 'none', because: 'What a person reads is their own business.' },
  document: {
    kind: 'record',
    title: ({ title }) => title,
    fields: {
      title: 'plain',
      category: 'plain',
      file_type: 'never',
      file_size: 'never',
      is_public: 'plain',
      notes: 'plain',
      tags: (tags: string[]) => tags.join(', ') || null,
      s3_key: 'never',
      file_pending: 'never',
      uploaded_by: 'never',
      uploaded_by_name: 'never',
      ...CREATION,
      edits: 'never',
    },
  },
  documentText: { kind: 'none', because: 'It repeats what the file says.' },
  violation: {
    kind: 'record',
    title: ({ title }) => title,
    fields: {
      user_id: 'plain',
      address_id: 'address',
      issued_by: 'never',
      issued_by_name: 'never',
      issued_by_email: 'never',
      category: 'plain',
      title: 'plain',
      message: 'rich',
      due_date: 'plain',
      photo_url: 'never',
      photo: fileName,
      more_photos: fileNames,
      status: 'plain',
      resolution: ({ resolution_notes }: Resolution) => resolution_notes,
      ...EDITED,
      ...CREATION,
    },
  },
  violationMessage: {
    kind: 'part',
    name: 'message',
    of: ({ violation_id }) => ['violation', violation_id],
    fields: {
      violation_id: 'never',
      resident_id: 'never',
      sender_id: 'never',
      sender_name: 'never',
      is_staff: 'never',
      message: 'rich',
      is_internal: 'plain',
      photo_url: 'never',
      photo: fileName,
      more_photos: fileNames,
      sent_at: 'never',
    },
  },
  due: {
    kind: 'record',
    title: ({ title }) => title,
    fields: {
      title: 'plain',
      frequency: 'plain',
      recipients: 'items',
      amount_cents: 'plain',
      reason: 'plain',
      description: 'plain',
      anchor_date: 'never',
      periods_sent: 'never',
      send_date: 'plain',
      due_date: 'plain',
      due_date_offset: 'plain',
      status: 'plain',
      fund: 'plain',
      category: 'plain',
      ...AUTHOR,
      edits: 'never',
    },
  },
  invoice: {
    kind: 'record',
    title: ({ title }) => title,
    fields: {
      due_id: 'never',
      recipient_id: 'plain',
      period: 'plain',
      title: 'never',
      description: 'never',
      amount_cents: 'plain',
      status: 'plain',
      sent: 'never',
      due_date: 'plain',
      account_id: 'never',
      paid_cents: 'never',
      paid_at: 'never',
      canceled_at: 'never',
      checkout_session_id: 'never',
    },
  },
  payment: {
    kind: 'part',
    name: 'payment',
    of: ({ invoice_id, account_id, id }) =>
      !invoice_id && account_id ? ['account', account_id] : ['invoice', invoice_id ?? id],
    fields: {
      invoice_id: 'never',
      user_id: 'never',
      kind: 'plain',
      amount_cents: 'plain',
      currency: 'never',
      status: 'plain',
      method: 'plain',
      provider_payment_id: 'never',
      checkout_session_id: 'never',
      refund_of: 'never',
      recorded_by: 'never',
      account_id: 'never',
      received_on: 'plain',
      reference: 'plain',
      payer_name: 'plain',
      memo: 'plain',
      deposit_id: 'never',
      online_fee_cents: 'plain',
      returned_cents: 'plain',
      kept_at: 'never',
      refund_terms: 'never',
      note: 'plain',
      processor_fee_cents: 'plain',
      unrecovered_cents: 'plain',
      failed_settlements: 'never',
      ...CREATION,
      settled_at: 'never',
    },
  },
  dispute: {
    kind: 'part',
    name: 'dispute',
    of: ({ invoice_id, payment_id }) => ['invoice', invoice_id ?? payment_id],
    fields: {
      payment_id: 'never',
      invoice_id: 'never',
      account_id: 'never',
      user_id: 'never',
      amount_cents: 'plain',
      withdrawn_cents: 'plain',
      reason: 'plain',
      status: 'plain',
      evidence_due_by: 'plain',
      provider_dispute_id: 'never',
      movements: 'never',
      opened_at: 'never',
      closed_at: 'never',
    },
  },
  account: {
    kind: 'record',
    title: ({ id }) => id,
    fields: {
      address_id: 'address',
      holder_ids: 'items',
      status: 'plain',
      opened_on: 'never',
      closed_on: 'plain',
      follows: 'never',
      balance_cents: 'never',
      credit_cents: 'never',
      fees_through: 'never',
      fees_off_until: 'plain',
      mail_off: 'plain',
      note: 'plain',
      checkout_session_id: 'never',
    },
  },
  entry: {
    kind: 'part',
    name: 'entry',
    of: ({ account_id }) => ['account', account_id],
    fields: {
      account_id: 'never',
      kind: 'plain',
      category: 'plain',
      amount_cents: 'plain',
      effective_on: 'plain',
      posted_at: 'never',
      due_on: 'plain',
      fund: 'never',
      invoice_id: 'never',
      payment_id: 'never',
      source_id: 'never',
      pins: 'never',
      rule: 'never',
      memo: 'plain',
      note: 'plain',
      reason: 'plain',
      made_by: 'never',
      made_by_name: 'never',
      batch_id: 'never',
    },
  },
  deposit: {
    kind: 'record',
    title: ({ name }) => name,
    fields: {
      name: 'plain',
      fund: 'plain',
      made_on: 'plain',
      status: 'plain',
      number: 'plain',
      ...CREATION,
      closed_at: 'never',
    },
  },
  policy: {
    kind: 'record',
    title: ({ kind }) => kind,
    fields: {
      kind: 'plain',
      starts_on: 'plain',
      settings: 'never',
      made_by: 'never',
      made_by_name: 'never',
      made_at: 'never',
    },
  },
  plan: {
    kind: 'part',
    name: 'plan',
    of: ({ account_id }) => ['account', account_id],
    fields: {
      account_id: 'never',
      covers: 'items',
      instalments: 'items',
      grace_days: 'plain',
      status: 'plain',
      starts_on: 'plain',
      ended_on: 'plain',
      reason: 'plain',
      made_by: 'never',
      made_by_name: 'never',
      made_at: 'never',
      ended_at: 'never',
    },
  },
  reminder: {
    kind: 'part',
    name: 'reminder',
    of: ({ account_id }) => ['account', account_id],
    fields: {
      account_id: 'never',
      kind: 'plain',
      charge_id: 'never',
      plan_id: 'never',
      step: 'plain',
      channel: 'plain',
      status: 'plain',
      remind_on: 'never',
      amount_cents: 'plain',
      reason: 'plain',
      sent_to: 'never',
      made_by: 'never',
      made_by_name: 'never',
      made_at: 'never',
      done_at: 'never',
    },
  },
  failedJob: {
    kind: 'part',
    name: 'failure',
    of: ({ subject, subject_id, id }) =>
      subject && subject_id && subject !== 'payment' ? [subject, subject_id] : ['failedJob', id],
    isMinor: true,
    fields: {
      kind: 'plain',
      subject: 'never',
      subject_id: 'never',
      user_id: 'never',
      reason: 'plain',
      payload: 'never',
      ...CREATION,
      failed_at: 'never',
    },
  },
  notificationPreferences: { kind: 'none', because: 'What a person wants to hear of is their own business.' },
  refusal: { kind: 'none', because: 'A refused change changed nothing.' },
  activity: { kind: 'none', because: 'It is the trail itself.' },
};

/** What a field is shown as; undefined where it is too long. `addressOf` names an address by its id. */
export const shownAs = (
  shown: Shown<unknown>,
  value: unknown,
  addressOf: (id: string) => string,
): ChangeValue | undefined => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof shown === 'function') return short(shown(value));
  if (shown === 'items') return (value as unknown[]).length;
  if (shown === 'rich') return short(plainText(value as string));
  return short(shown === 'address' ? addressOf(value as string) : (value as ChangeValue));
};

/** Null where one of the two is too long to keep. */
export const changeOf = (old: ChangeValue | undefined, now: ChangeValue | undefined): Changes[string] => {
  const [before, after] = [old === undefined ? old : short(old), now === undefined ? now : short(now)];
  return before === undefined || after === undefined ? null : [before, after];
};

const short = (value: ChangeValue): ChangeValue | undefined =>
  typeof value === 'string' && value.length > VALUE_LIMIT ? undefined : value;
