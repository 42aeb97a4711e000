import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import type { StoredFile } from '../../schema/uploads.ts';
import { UPLOAD_FEATURES, type UploadFeature } from '../../schema/uploads.ts';
import { entryIdOf } from '../../sync/ledger/entries.ts';
import { rollId } from '../../sync/meetings/books.ts';
import { transact } from '../../sync/server/transact.ts';
import type { Tx } from '../../sync/tx.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import { writeDeps } from '../../worker/transact.ts';
import type { Person, TestContext } from './fixtures.ts';
import { storeCommunity, storePeople } from './isolation-community.ts';
import { storeMeeting } from './isolation-meetings.ts';
import { storeMinutes } from './isolation-minutes.ts';
import { storeDue, storeLedger } from './isolation-money.ts';
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

/** Only the people of an HOA may ever read it. */
export const markOf = (hoa_id: string) => `Seen by ${hoa_id} alone`;

/** Stores one record of every kind in the HOA of `board`, in one change. The resident's are theirs to see. */
export const storeRecords = async (
  { deps }: Pick<TestContext, 'deps'>,
  people: { board: Person; resident: Person },
): Promise<Records> => {
  const { board, resident } = people;
  const { hoa_id } = board;
  const ids = recordIds(board);
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
  const storeAll = async (tx: Tx) => {
    await storePeople(tx, ids, mark);
    await storeCommunity(tx, ids, { ...people, mark, photo, notice, paper, letter });
    await storeMeeting(tx, ids, board, mark);
    await storeMinutes(tx, ids, board, mark);
    await storeAssembly(tx, ids, { ...people, mark, scan });
    await storeDue(tx, ids, { ...people, mark });
    await storeLedger(tx, ids, resident.id, mark);
    await storeFailures(tx, ids, resident, mark);
  };
  await transact(writeDeps(deps), board, storeAll, {
    statementsBefore: [
      clientGroupStatement(ids.group, resident),
      apiTokenStatement(ids.apiToken, board, mark),
      ...webhookStatements(ids, hoa_id, mark),
      ...uploads,
    ],
  });
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

/** An id of each kind; accounts and their entries have longer ones. */
const recordIds = (board: Person): Record<Kind, string> => {
  const ids = Object.fromEntries(KINDS.map((kind) => [kind, uuidv7()])) as Record<Kind, string>;
  ids.account = `a-${ids.account}`;
  ids.entry = entryIdOf(ids.account, ids.entry);
  ids.paid = entryIdOf(ids.account, ids.payment);
  ids.debtor = `a-${ids.debtor}`;
  ids.debt = entryIdOf(ids.debtor, ids.debt);
  ids.imported = entryIdOf(ids.account, ids.batch);
  ids.rollUnit = rollId(ids.meeting, board.id);
  return ids;
};

/** A job that failed, and a change that was refused. */
const storeFailures = async (tx: Tx, ids: Record<Kind, string>, resident: Person, mark: string): Promise<void> => {
  await tx.put('failedJob', {
    id: ids.failedJob,
    kind: 'mailViolation',
    subject: 'violation',
    subject_id: ids.violation,
    user_id: resident.id,
    reason: mark,
    payload: { id: ids.violation },
    failed_at: tx.now,
    created_at: tx.now,
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
};

const clientGroupStatement = (id: string, { id: user_id, hoa_id }: Person): InStatement => ({
  sql: 'INSERT INTO sync_client_groups (id, hoa_id, user_id, created_at) VALUES (?, ?, ?, ?)',
  args: [id, hoa_id, user_id, new Date().toISOString()],
});

const apiTokenStatement = (id: string, { id: user_id, hoa_id }: Person, name: string): InStatement => ({
  sql: `INSERT INTO api_tokens (id, hoa_id, user_id, name, token_hash, ending, scopes, created_at, expires_at)
    VALUES (?, ?, ?, ?, ?, 'wxyz', '["read"]', ?, '2100-01-01T00:00:00.000Z')`,
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
