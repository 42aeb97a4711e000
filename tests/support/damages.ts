import type { Client } from '@libsql/client';
import type { Subject } from '../../local/doctor/check.ts';

const HOUR_MS = 3_600_000;

/** Does the damage, and returns the id that the finding must name. */
type Damage = (subject: Subject) => Promise<string>;

/** Changes the one row of `table` that `find` selects first. */
const change =
  (table: string, find: string, set: string): Damage =>
  async ({ db }) => {
    const id = await firstValue(db, `SELECT id FROM ${table} WHERE ${find} ORDER BY id LIMIT 1`);
    await db.migrate([`UPDATE ${table} SET ${set} WHERE id = '${id}'`]);
    return id;
  };

const remove =
  (table: string, find: string): Damage =>
  async ({ db }) => {
    const id = await firstValue(db, `SELECT id FROM ${table} WHERE ${find} ORDER BY id LIMIT 1`);
    await db.migrate([`DELETE FROM ${table} WHERE id = '${id}'`]);
    return id;
  };

/** Changes one log entry of `entity`. */
const changeEntry =
  (entity: string, sql: string): Damage =>
  async ({ db }) => {
    const id = await firstValue(
      db,
      `SELECT entity_id FROM sync_log WHERE entity = '${entity}' AND audience = 'board' LIMIT 1`,
    );
    await db.execute({ sql, args: [entity, id] });
    return id;
  };

export const damages: [string, RegExp, Damage][] = [
  [
    'an invoice that an older release has issued',
    /^money: Invoice ID belongs to no account/,
    change('invoices', "status = 'pending'", 'account_id = NULL'),
  ],
  [
    'a record of a user who is not there',
    /^foreign keys: requests ID names a row of users/,
    change('requests', 'TRUE', "user_id = 'nobody'"),
  ],
  [
    'a row that no audience hears of',
    /^log: violation ID of HOA \S+ has no entry for board/,
    changeEntry('violation', 'DELETE FROM sync_log WHERE entity = ? AND entity_id = ?'),
  ],
  [
    'a tombstone of a row that lives',
    /^log: document ID of HOA \S+ has no entry for board/,
    changeEntry('document', "UPDATE sync_log SET gone = 1 WHERE entity = ? AND entity_id = ? AND audience = 'board'"),
  ],
  [
    'a log entry without its row',
    /^log: announcementRead ID of HOA \S+ has an entry for \S+, but no row/,
    remove('announcement_reads', 'TRUE'),
  ],
  [
    'a log entry for people who may not see the row',
    /^log: request ID of HOA \S+ has an entry for residents, who may not see it/,
    changeEntry(
      'request',
      "INSERT INTO sync_log (hoa_id, audience, entity, entity_id) SELECT hoa_id, 'residents', entity, entity_id FROM sync_log WHERE entity = ? AND entity_id = ? LIMIT 1",
    ),
  ],
  [
    'an invoice that reads paid where nothing covers it',
    /^ledger: Invoice ID is paid with \$\d+\.00 paid, but by its entries it is pending with \$0\.00/,
    change(
      'invoices',
      "status = 'pending' AND paid_cents = 0",
      "status = 'paid', paid_cents = amount_cents, paid_at = sent",
    ),
  ],
  [
    'an account whose balance is not the sum of its entries',
    /^ledger: Account ID has a balance of \$\d+\.\d\d, but its entries come to/,
    change('accounts', 'balance_cents > 0', 'balance_cents = balance_cents + 1'),
  ],
  [
    'a user who does not name the account that names them',
    /^ledger: Account \S+ names user ID, who does not name it/,
    change('users', "account_ids <> '[]'", "account_ids = '[]'"),
  ],
  [
    'a payment of another amount than its entry',
    /^money: Payment ID is of \$\d+\.\d\d, but its entry is of/,
    change('payments', "status = 'succeeded' AND kind = 'charge'", 'amount_cents = amount_cents - 1'),
  ],
  [
    'an entry whose payment is gone',
    /^foreign keys: entries \S+\.ID names a row of payments that is not there/,
    remove('payments', "kind = 'refund'"),
  ],
  [
    'a refund above its payment',
    /^money: Payment ID is of \$\d+\.00, but \$\d+\.00 of it is refunded/,
    async (subject) => {
      const refund = await change('payments', "kind = 'refund'", 'amount_cents = amount_cents * 3')(subject);
      return firstValue(subject.db, `SELECT refund_of FROM payments WHERE id = '${refund}'`);
    },
  ],
  [
    'a value that a constraint forbids',
    /^integrity: CHECK constraint failed in invoices/,
    async (subject) => {
      await subject.db.executeMultiple(
        'PRAGMA ignore_check_constraints = ON; UPDATE invoices SET amount_cents = -amount_cents WHERE rowid = 1; PRAGMA ignore_check_constraints = OFF',
      );
      return '';
    },
  ],
  [
    'a file that was lost',
    /^files: The file files\/\S+ of document ID of HOA \S+ is not in the bucket/,
    change('documents', 'TRUE', "s3_key = 'files/lost'"),
  ],
  [
    'a file that nobody names',
    /^files: The file ID is in the bucket, but/,
    async (subject) => {
      await subject.bucket.put('files/nobodys.pdf', Buffer.from('%PDF-'), 'application/pdf');
      subject.now = new Date(Date.now() + 2 * HOUR_MS);
      return 'files/nobodys.pdf';
    },
  ],
  [
    'a job that nobody runs',
    /^outbox: The job mailReset ID has been due since \S+, after 4 attempts \(mail is down\)/,
    async ({ db, now }) => {
      const due = new Date(now.getTime() - 3 * HOUR_MS).toISOString();
      await db.execute({
        sql: `INSERT INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at, attempts, last_error)
        VALUES ('h/late', 'h', 'mailReset', '{}', 'late', ?, ?, 4, 'mail is down')`,
        args: [due, due],
      });
      return 'h/late';
    },
  ],
  [
    'a job that failed for good',
    /^outbox: The job settlePayment ID failed after 20 attempts \(no answer\)/,
    async ({ db, now }) => {
      const at = new Date(now.getTime() - HOUR_MS).toISOString();
      await db.execute({
        sql: `INSERT INTO outbox (id, hoa_id, kind, payload, idempotency_key, status, next_at, created_at, attempts, last_error)
        VALUES ('h/failed', 'h', 'settlePayment', '{}', 'failed', 'failed', ?, ?, 20, 'no answer')`,
        args: [at, at],
      });
      return 'h/failed';
    },
  ],
  [
    'a failed job that nobody has settled',
    /^outbox: The job fitPlan of HOA ID failed 2020\S+, and no one has resent or dismissed it/,
    async ({ db }) => {
      await db.execute(`INSERT INTO failed_jobs (id, hoa_id, kind, reason, payload, created_at, failed_at)
        SELECT 'failed-long-ago', id, 'fitPlan', 'no answer', '{}', '2020-01-01', '2020-01-04' FROM hoas LIMIT 1`);
      const { rows } = await db.execute("SELECT hoa_id FROM failed_jobs WHERE id = 'failed-long-ago'");
      return String(rows[0]?.hoa_id);
    },
  ],
  [
    'a migration that was not applied',
    /^migrations: ID was not applied/,
    async ({ db }) => {
      await db.execute(
        'DELETE FROM __drizzle_migrations WHERE created_at = (SELECT min(created_at) FROM __drizzle_migrations)',
      );
      return '0000_init';
    },
  ],
  [
    'a migration that this release does not know',
    /^migrations: A migration of 2033-05-18T03:33:20.000Z was applied/,
    async ({ db }) => {
      await db.execute("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 2000000000000)");
      return '';
    },
  ],
  [
    'a database that has lost its identity',
    /^log: sync_instance has 0 rows/,
    async ({ db }) => {
      await db.execute('DELETE FROM sync_instance');
      return '';
    },
  ],
  [
    'a secret that is missing',
    /^environment: ID is missing/,
    async (subject) => {
      subject.env = { ...subject.env, JWT_SECRET: '' };
      return 'JWT_SECRET';
    },
  ],
];

const firstValue = async (db: Client, sql: string): Promise<string> => String((await db.execute(sql)).rows[0]?.[0]);
