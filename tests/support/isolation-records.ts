import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { type Attachment, DELIVERY_METHODS } from '../../schema/announcements.ts';
import { addDays } from '../../schema/dates.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import { UPLOAD_FEATURES, type UploadFeature } from '../../schema/uploads.ts';
import { newAccount } from '../../sync/accounts/entity.ts';
import { entryIdOf } from '../../sync/ledger/entries.ts';
import { post } from '../../sync/ledger/post.ts';
import { rollId } from '../../sync/meetings/books.ts';
import { transact } from '../../sync/server/transact.ts';
import type { Tx } from '../../sync/tx.ts';
import { newUser } from '../../sync/users/rules.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import { writeDeps } from '../../worker/transact.ts';
import type { Person, TestContext } from './fixtures.ts';
import { storeMeeting } from './isolation-meetings.ts';
import { storeMinutes } from './isolation-minutes.ts';
import { storeAssembly } from './isolation-proxies.ts';

const KINDS = [
  'newcomer',
  'former',
  'invited',
  'address',
  'request',
  'comment',
  'draft',
  'sent',
  'document',
  'violation',
  'message',
  'due',
  'invoice',
  'account',
  'entry',
  'payment',
  'twin',
  'paid',
  'batch',
  'imported',
  'deposit',
  'policy',
  'plan',
  'reminder',
  'debtor',
  'debt',
  'failedJob',
  'refusal',
  'group',
  'apiToken',
  'webhook',
  'delivery',
  'meeting',
  'draftMeeting',
  'rollUnit',
  'item',
  'motion',
  'fact',
  'decided',
  'result',
  'text',
  'actionItem',
  'assembly',
  'topic',
  'proxy',
] as const;
type Kind = (typeof KINDS)[number];

/** The ids of one record of every kind in one HOA, of its people, and keys of its files: `files` are free to be named by
 * a record, `photo`, `notice`, `paper`, `letter` and `scan` stand in a request, a violation, a document, an announcement and a proxy. */
export type Records = Record<Kind, string> & {
  /** A sign-in of the resident's. */
  session: string;
  hoa: string;
  board: string;
  resident: string;
  files: Record<UploadFeature, string>;
  photo: string;
  notice: string;
  paper: string;
  letter: string;
  scan: string;
};

/** What only the people of an HOA may ever read. */
export const markOf = (hoa_id: string) => `Seen by ${hoa_id} alone`;

/** Stores one record of every kind in the HOA of `board`, in one change. The resident's are theirs to see. */
export const storeRecords = async (
  { deps }: Pick<TestContext, 'deps'>,
  { board, resident }: { board: Person; resident: Person },
): Promise<Records> => {
  const { hoa_id } = board;
  const ids = Object.fromEntries(KINDS.map((kind) => [kind, uuidv7()])) as Record<Kind, string>;
  // Accounts and their entries have longer ids.
  ids.account = `a-${ids.account}`;
  ids.entry = entryIdOf(ids.account, ids.entry);
  ids.paid = entryIdOf(ids.account, ids.payment);
  ids.debtor = `a-${ids.debtor}`;
  ids.debt = entryIdOf(ids.debtor, ids.debt);
  ids.imported = entryIdOf(ids.account, ids.batch);
  ids.rollUnit = rollId(ids.meeting, board.id);
  const mark = markOf(hoa_id);
  const uploads: InStatement[] = [];
  const upload = (feature: UploadFeature): StoredFile => {
    const file = { key: `files/${hoa_id}/${feature}/${uuidv7()}/plan.pdf`, name: 'plan.pdf', size: 9, type: PDF };
    const by = feature === 'requests' || feature === 'violations' ? resident : board;
    uploads.push(uploadStatement(hoa_id, by, feature, file));
    return file;
  };
  const free = UPLOAD_FEATURES.map((feature) => [feature, upload(feature).key]);
  const [photo, notice] = [upload('requests'), upload('violations')];
  const [paper, letter] = [upload('documents'), upload('announcements')];
  const scan = upload('meetings');
  await transact(
    writeDeps(deps),
    board,
    async (tx) => {
      const at = { created_at: tx.now };
      const created = { created_by: board.id, created_by_name: board.name, ...at };
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
      const announcement = {
        title: mark,
        message: '<p>x</p>',
        category: 'general' as const,
        audience_type: 'all' as const,
        custom_recipients: [],
        delivery_methods: [...DELIVERY_METHODS],
        delivered_count: 0,
        history: [],
        sending_since: null,
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
      await storeMeeting(tx, ids, board, mark);
      await storeMinutes(tx, ids, board, mark);
      await storeAssembly(tx, ids, { board, resident, mark, scan });
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
      await tx.put('due', {
        id: ids.due,
        title: mark,
        frequency: 'monthly',
        recipients: [resident.id],
        amount_cents: 12_550,
        reason: 'dues',
        description: null,
        anchor_date: '2099-01-31',
        periods_sent: 0,
        send_date: '2099-01-31',
        due_date: '2099-02-07',
        due_date_offset: 7,
        fund: 'operating',
        category: null,
        status: 'active',
        ...created,
      });
      await tx.put('invoice', {
        id: ids.invoice,
        due_id: ids.due,
        recipient_id: resident.id,
        period: '2099-01-31',
        title: mark,
        description: null,
        amount_cents: 12_550,
        status: 'pending',
        sent: tx.now,
        due_date: '2099-02-07',
        account_id: ids.account,
        paid_cents: 0,
        paid_at: null,
        canceled_at: null,
        checkout_session_id: null,
      });
      await storeLedger(tx, ids, resident.id, mark);
      await tx.put('failedJob', {
        id: ids.failedJob,
        kind: 'mailViolation',
        subject: 'violation',
        subject_id: ids.violation,
        user_id: resident.id,
        reason: mark,
        payload: { id: ids.violation },
        failed_at: tx.now,
        ...at,
      });
      await tx.put('refusal', {
        id: ids.refusal,
        client_group_id: ids.group,
        user_id: resident.id,
        mutation: 'createRequest',
        args: { title: mark },
        code: 'invalid',
        message: mark,
        at: tx.now,
      });
    },
    {
      statementsBefore: [
        {
          sql: 'INSERT INTO sync_client_groups (id, hoa_id, user_id, created_at) VALUES (?, ?, ?, ?)',
          args: [ids.group, hoa_id, resident.id, new Date().toISOString()],
        },
        apiTokenStatement(ids.apiToken, board, mark),
        ...webhookStatements(ids, hoa_id, mark),
        ...uploads,
      ],
    },
  );
  return {
    ...ids,
    session: (await openFamily(deps, resident)).family_id,
    hoa: hoa_id,
    board: board.id,
    resident: resident.id,
    files: Object.fromEntries(free) as Records['files'],
    photo: photo.key,
    notice: notice.key,
    paper: paper.key,
    letter: letter.key,
    scan: scan.key,
  };
};

/** An account of the resident's with a charge on a plan, a payment in an open deposit, and a rule that starts much later; and
 * an account with a charge alone. */
const storeLedger = async (tx: Tx, ids: Record<Kind, string>, user_id: string, mark: string): Promise<void> => {
  const today = tx.now.slice(0, 10);
  const user = (await tx.get('user', user_id))!;
  const account = newAccount(ids.account, {
    address_id: null,
    holder_ids: [user_id, ids.invited],
    opened_on: today,
    follows: null,
  });
  await tx.put('account', { ...account, note: mark });
  await tx.put('user', { ...user, account_ids: [...user.account_ids, account.id] });
  await tx.put('user', { ...(await tx.get('user', ids.invited))!, account_ids: [account.id, ids.debtor] });
  await tx.put('deposit', {
    id: ids.deposit,
    name: mark,
    fund: 'operating',
    made_on: today,
    status: 'open',
    number: null,
    created_at: tx.now,
    closed_at: null,
  });
  await tx.put('policy', {
    id: ids.policy,
    kind: 'application',
    starts_on: '2099-01-01',
    settings: { order: 'oldest_first', directed: true, mark },
    made_by: null,
    made_by_name: null,
    made_at: tx.now,
  });
  const payment = {
    invoice_id: null,
    user_id,
    kind: 'outside' as const,
    amount_cents: 2000,
    currency: 'usd' as const,
    status: 'succeeded' as const,
    method: 'cash' as const,
    provider_payment_id: null,
    checkout_session_id: null,
    refund_of: null,
    recorded_by: null,
    account_id: account.id,
    received_on: today,
    reference: null,
    payer_name: mark,
    memo: mark,
    deposit_id: ids.deposit,
    returned_cents: 0,
    online_fee_cents: 0,
    kept_at: null,
    refund_terms: null,
    note: null,
    processor_fee_cents: null,
    unrecovered_cents: 0,
    failed_settlements: 0,
    created_at: tx.now,
    settled_at: tx.now,
  };
  // Recorded twice, as it seems.
  for (const id of [ids.payment, ids.twin]) await tx.put('payment', { ...payment, id });
  const guidOf = (id: string) => id.slice(account.id.length + 1);
  await post(tx, account, [
    {
      id: guidOf(ids.entry),
      kind: 'charge',
      category: 'fine',
      amount_cents: 5000,
      effective_on: today,
      due_on: today,
      memo: mark,
    },
    {
      id: ids.invoice,
      kind: 'charge',
      category: 'assessment',
      amount_cents: 12_550,
      effective_on: '2099-01-31',
      due_on: '2099-02-07',
      invoice_id: ids.invoice,
      memo: mark,
    },
    {
      id: ids.batch,
      kind: 'opening',
      amount_cents: 4000,
      effective_on: today,
      due_on: today,
      batch_id: ids.batch,
      memo: mark,
    },
    ...[ids.payment, ids.twin].map((id) => ({
      id,
      kind: 'payment' as const,
      amount_cents: -2000,
      effective_on: today,
      payment_id: id,
    })),
  ]);
  await tx.put('plan', {
    id: ids.plan,
    account_id: account.id,
    covers: [ids.entry],
    instalments: [
      { due_on: '2099-01-01', cents: 2500 },
      { due_on: '2099-02-01', cents: 2500 },
    ],
    grace_days: 10,
    status: 'active',
    starts_on: today,
    ended_on: null,
    reason: mark,
    made_by: null,
    made_by_name: null,
    made_at: tx.now,
    ended_at: null,
  });
  await tx.put('reminder', {
    id: ids.reminder,
    account_id: account.id,
    kind: 'step',
    charge_id: ids.entry,
    plan_id: null,
    step: '45',
    channel: 'letter',
    status: 'to_print',
    remind_on: '2020-01-01',
    amount_cents: 5000,
    reason: mark,
    sent_to: null,
    made_by: null,
    made_by_name: null,
    made_at: tx.now,
    done_at: null,
  });
  // In the HOA's time zone today may still be yesterday.
  const before = addDays(today, -1);
  const debtor = newAccount(ids.debtor, {
    address_id: null,
    holder_ids: [ids.invited],
    opened_on: before,
    follows: null,
  });
  await tx.put('account', debtor);
  const debt = { kind: 'charge' as const, category: 'fine' as const, amount_cents: 5000, memo: mark };
  await post(tx, debtor, [{ id: ids.debt.slice(debtor.id.length + 1), ...debt, effective_on: before, due_on: before }]);
};

const apiTokenStatement = (id: string, { id: user_id, hoa_id }: Person, name: string): InStatement => ({
  sql: `INSERT INTO api_tokens (id, hoa_id, user_id, name, token_hash, ending, scopes, created_at, expires_at)
    VALUES (?, ?, ?, ?, ?, 'wxyz', '["read"]', ?, '2100-01-01')`,
  args: [id, hoa_id, user_id, name, id, new Date().toISOString()],
});

/** A webhook that is turned off, so that nothing goes out while others look, and a delivery that has failed. */
const webhookStatements = (
  { webhook, delivery }: Record<Kind, string>,
  hoa_id: string,
  mark: string,
): InStatement[] => [
  {
    sql: `INSERT INTO webhook_endpoints (id, hoa_id, url, description, events, sealed_secret, created_at, disabled_at)
      VALUES (?, ?, 'http://127.0.0.1:9/', ?, '[]', ?, ?, ?)`,
    args: [webhook, hoa_id, mark, mark, new Date().toISOString(), new Date().toISOString()],
  },
  {
    sql: `INSERT INTO webhook_deliveries (id, hoa_id, endpoint_id, event, payload, status, created_at)
      VALUES (?, ?, ?, 'webhook.test', ?, 'failed', ?)`,
    args: [delivery, hoa_id, webhook, JSON.stringify({ mark }), new Date().toISOString()],
  },
];

const PDF = 'application/pdf';

const attachmentOf = (file: StoredFile): Attachment => ({
  s3_key: file.key,
  filename: file.name,
  file_size: file.size,
  file_type: 'pdf',
});

/** An upload that a record has claimed before: nothing lies in storage for it. */
export const uploadStatement = (hoa_id: string, by: Person, feature: UploadFeature, file: StoredFile): InStatement => ({
  sql: `INSERT INTO uploads (key, hoa_id, user_id, feature, name, content_type, size, final_key, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  args: [
    file.key.replace(/^files/, 'tmp'),
    hoa_id,
    by.id,
    feature,
    file.name,
    file.type,
    file.size,
    file.key,
    new Date().toISOString(),
  ],
});

/** Every id and key among the records, by the name it has in all HOAs. */
export const wordsOf = (records: Records): Map<string, string> =>
  new Map([
    ...Object.entries(records).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ...Object.entries(records.files).map(([feature, key]): [string, string] => [`files.${feature}`, key]),
  ]);
