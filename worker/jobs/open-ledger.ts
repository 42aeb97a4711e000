import type { InStatement } from '@libsql/client';
import type { InvoiceSums } from '../../schema/ledger.ts';
import { beginOpening, finishOpening, openAccounts, queueOpening } from '../../sync/ledger/opening/run.ts';
import type { Deps } from '../deps.ts';
import { queryAll, queryBatch } from '../queries/query.ts';
import { logError } from '../services/log.ts';
import { alertOperator } from '../services/operator.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';

const HOAS_PER_RUN = 4;
const INVOICES_PER_BATCH = 200;
const USERS_PER_BATCH = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Opens the ledgers of HOAs from before there was one: a job takes their invoices and payments over, or continues where it was
 * interrupted. One that could not take over everything is tried again each day. Safe to run twice, concurrently or late. */
export const openLedgers = async (deps: Deps): Promise<void> => {
  const sql = `SELECT h.id FROM hoas h WHERE h.ledger_opened_at IS NULL AND h.leaving_at IS NULL
    AND coalesce(h.ledger_opening ->> '$.finished_at', '') < ?
    AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.hoa_id = h.id AND o.kind = 'openLedger' AND o.status = 'pending')
    ORDER BY h.id LIMIT ?`;
  const yesterday = new Date(deps.now().getTime() - DAY_MS).toISOString();
  for (const { id } of await queryAll<{ id: string }>(deps.db, sql, [yesterday, HOAS_PER_RUN])) {
    const [sums] = await queryBatch<[InvoiceSums[]]>(deps.db, [readSums(id)]);
    await transactAsSystem(deps, id, (tx) => beginOpening(tx, sums[0]!), { action: null });
  }
};

/** Takes over at most 200 invoices and leaves the rest to a job after it. */
export const openLedger: Job<'openLedger'> = async (deps, { started_at, part, after }, { hoa_id }) => {
  const [found, sums] = await queryBatch<[Found[], InvoiceSums[]]>(deps.db, [
    readUsers(hoa_id, after),
    readSums(hoa_id),
  ]);
  if (found.length === 0) return finish(deps, hoa_id, sums[0]!);
  const users = batchOf(found);
  const last = users.at(-1)!;
  const isWhole = last.most >= (found.find(({ id }) => id === last.id)?.invoices ?? 0);
  const reached = isWhole ? last.id : (users.at(-2)?.id ?? after);
  let failed: { user_id: string; reason: string }[] = [];
  const run = async (tx: Parameters<typeof openAccounts>[0]) => {
    failed = await openAccounts(tx, users);
    // One who cannot be taken over is passed over.
    const next = failed.some(({ user_id }) => user_id === last.id) ? last.id : reached;
    queueOpening(tx, { started_at, part: part + 1, after: next });
  };
  await transactAsSystem(deps, hoa_id, run, { action: null });
  for (const { user_id, reason } of failed)
    logError(deps, 'ledger not opened', new Error(reason), { hoa: hoa_id, user: user_id });
};

const finish = async (deps: Deps, hoa_id: string, sums: InvoiceSums): Promise<void> => {
  let failed: { user_id: string }[] = [];
  const run = async (tx: Parameters<typeof finishOpening>[0]) => {
    failed = await finishOpening(tx, sums);
  };
  await transactAsSystem(deps, hoa_id, run, { action: 'openLedger' });
  if (failed.length === 0) return;
  const ids = failed.map(({ user_id }) => user_id).join(', ');
  await alertOperator(deps, 'ledger', [`Of HOA ${hoa_id} these users’ invoices could not be moved: ${ids}.`]);
};

type Found = { id: string; invoices: number };

/** Whole users, up to 200 invoices; more only of one user, and then in parts. */
const batchOf = (found: readonly Found[]): { id: string; most: number }[] => {
  let left = INVOICES_PER_BATCH;
  const users: { id: string; most: number }[] = [];
  for (const { id, invoices } of found) {
    if (users.length > 0 && invoices > left) break;
    users.push({ id, most: Math.min(invoices, left) });
    left -= invoices;
  }
  return users;
};

/** Users with invoices or payments that belong to no account, or with an active due and no account. */
const readUsers = (hoa_id: string, after: string): InStatement => ({
  sql: `SELECT u.id,
      (SELECT count(*) FROM invoices i WHERE i.hoa_id = u.hoa_id AND i.recipient_id = u.id AND i.account_id IS NULL) AS invoices
    FROM users u WHERE u.hoa_id = :hoa_id AND u.id > :after AND (invoices > 0
      OR EXISTS (SELECT 1 FROM payments p WHERE p.hoa_id = u.hoa_id AND p.user_id = u.id AND p.account_id IS NULL)
      OR u.account_ids = '[]' AND u.deleted_at IS NULL AND EXISTS (SELECT 1 FROM dues d, json_each(d.recipients) r
        WHERE d.hoa_id = u.hoa_id AND d.status = 'active' AND r.value = u.id))
    ORDER BY u.id LIMIT ${USERS_PER_BATCH}`,
  args: { hoa_id, after },
});

const readSums = (hoa_id: string): InStatement => ({
  sql: `SELECT ${['pending', 'paid', 'canceled']
    .map((status) => `coalesce(sum(iif(status = '${status}', amount_cents, 0)), 0) AS ${status}_cents`)
    .join(', ')} FROM invoices WHERE hoa_id = ?`,
  args: [hoa_id],
});
