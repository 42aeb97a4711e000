import { laterOf } from '../../../schema/dates.ts';
import type { InvoiceSums, LedgerOpening } from '../../../schema/ledger.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import type { Hoa } from '../../../schema/tables/hoas.ts';
import type { User } from '../../../schema/tables/users.ts';
import { todayOf } from '../../dues/entity.ts';
import { outboxKeys } from '../../outbox-keys.ts';
import type { Tx } from '../../tx.ts';
import { type OpeningResult, takeOver } from './take-over.ts';

// HOAs of 0.1.0 have no ledger, and a 0.1.0 worker may still make invoices during the update. This folder, with its callers in
// sync/ledger/billing.ts, worker/jobs/open-ledger.ts and worker/jobs/queue-recalculation.ts, goes with the second release after
// 0.1.0: the first one has opened every ledger by then.

const LISTED = 200;
const AGAIN = { finished_at: null, failed: [] };

/** Begins to make entries of the invoices and payments of before, or continues where that was interrupted. `before` are sums
 * of all invoices. */
export const beginOpening = async (tx: Tx, before: InvoiceSums): Promise<void> => {
  const hoa = await ownHoa(tx);
  if (hoa.ledger_opened_at) return;
  const known = hoa.ledger_opening;
  if (!known || known.finished_at)
    await tx.put('hoa', { ...hoa, ledger_opening: { ...newReport(tx.now, before), ...known, ...AGAIN } });
  queueOpening(tx, { started_at: tx.now, part: 0, after: '' });
};

export const queueOpening = (tx: Tx, payload: { started_at: string; part: number; after: string }): void =>
  tx.after({ kind: 'openLedger', key: outboxKeys.openLedger(payload.started_at, payload.part), payload });

const newReport = (started_at: string, before: InvoiceSums): LedgerOpening => ({
  started_at,
  finished_at: null,
  before,
  after: null,
  covered: [],
  credits: [],
  elsewhere: [],
  proposals: [],
  failed: [],
});

/** Users, each with at most that many of their oldest invoices. Returns whose invoices could not be taken over; nothing of
 * theirs is written. */
export const openAccounts = async (
  tx: Tx,
  users: readonly { id: string; most: number }[],
): Promise<LedgerOpening['failed']> => {
  const hoa = await ownHoa(tx);
  const opened = await Promise.all(users.map(({ id, most }) => openOne(tx, hoa, id, most)));
  const failed = opened.flatMap((one) => ('reason' in one ? [one] : []));
  const results = opened.flatMap((one) => ('result' in one ? [one.result] : []));
  const next = merged(hoa.ledger_opening, results, failed);
  if (next !== hoa.ledger_opening) await tx.put('hoa', { ...hoa, ledger_opening: next });
  return failed;
};

type Opened = { result: OpeningResult } | { user_id: string; reason: string };

const openOne = async (tx: Tx, hoa: Hoa, user_id: string, most: number): Promise<Opened> => {
  try {
    const user = await tx.get('user', user_id);
    if (!user) throw new Error('The user is not there');
    const { account, result } = await takeOver(tx, user, most);
    await closeOfDeleted(tx, hoa, user, account.id);
    return { result };
  } catch (error) {
    return { user_id, reason: error instanceof Error ? error.message : String(error) };
  }
};

/** The account of a user who was deleted is of no use once it is even. */
const closeOfDeleted = async (tx: Tx, hoa: Hoa, user: User, id: string): Promise<void> => {
  const account = await tx.get('account', id);
  if (!user.deleted_at || account?.status !== 'open') return;
  if (account.balance_cents !== 0 || account.credit_cents !== 0) return;
  const last = laterOf(todayOf(hoa, user.deleted_at), account.opened_on);
  await tx.put('account', { ...account, status: 'closed', closed_on: last });
};

const merged = (
  report: LedgerOpening | null,
  results: readonly OpeningResult[],
  failed: LedgerOpening['failed'],
): LedgerOpening | null => {
  const added = {
    covered: results.flatMap(({ covered }) => covered),
    credits: results.flatMap(({ credits }) => credits),
    elsewhere: results.flatMap(({ elsewhere }) => elsewhere),
  };
  const count = added.covered.length + added.credits.length + added.elsewhere.length + failed.length;
  if (!report || count === 0) return report;
  const again = new Set(failed.map(({ user_id }) => user_id));
  return {
    ...report,
    covered: [...report.covered, ...added.covered].slice(0, LISTED),
    credits: [...report.credits, ...added.credits].slice(0, LISTED),
    elsewhere: [...report.elsewhere, ...added.elsewhere].slice(0, LISTED),
    failed: [...report.failed.filter(({ user_id }) => !again.has(user_id)), ...failed].slice(0, LISTED),
  };
};

/** Ends the run. The ledger counts as opened where every user's invoices could be taken over. `after` are sums of all
 * invoices. Returns whose could not be. */
export const finishOpening = async (tx: Tx, after: InvoiceSums): Promise<LedgerOpening['failed']> => {
  const hoa = await ownHoa(tx);
  if (hoa.ledger_opened_at || !hoa.ledger_opening) return [];
  const accounts = await tx.list('account', 'hoa_id', tx.actor.hoa_id);
  const { failed } = hoa.ledger_opening;
  const ledger_opening = {
    ...hoa.ledger_opening,
    finished_at: tx.now,
    after: {
      ...after,
      accounts: accounts.length,
      balance_cents: sumOf(accounts, 'balance_cents'),
      credit_cents: sumOf(accounts, 'credit_cents'),
    },
    proposals: proposalsOf(accounts).slice(0, LISTED),
  };
  await tx.put('hoa', { ...hoa, ledger_opening, ledger_opened_at: failed.length === 0 ? tx.now : null });
  return failed;
};

const sumOf = (accounts: readonly Account[], field: 'balance_cents' | 'credit_cents'): number =>
  accounts.reduce((sum, account) => sum + account[field], 0);

const proposalsOf = (accounts: readonly Account[]): LedgerOpening['proposals'] => {
  const open = accounts.filter(({ status, address_id }) => status === 'open' && address_id !== null);
  const byHome = Map.groupBy(open, ({ address_id }) => String(address_id));
  return [...byHome]
    .filter(([, held]) => held.length > 1)
    .map(([address_id, held]) => ({ address_id, account_ids: held.map(({ id }) => id) }));
};

const ownHoa = async (tx: Tx): Promise<Hoa> => {
  const hoa = await tx.get('hoa', tx.actor.hoa_id);
  if (!hoa) throw new Error(`HOA ${tx.actor.hoa_id} is not there`);
  return hoa;
};
