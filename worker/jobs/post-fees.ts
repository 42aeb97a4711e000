import { addDays } from '../../schema/dates.ts';
import type { Effect } from '../../schema/outbox.ts';
import { chunksOf } from '../../sync/chunks.ts';
import type { FeeBooks } from '../../sync/ledger/fees/books.ts';
import { feeCorrections } from '../../sync/ledger/fees/corrections.ts';
import { dueFees } from '../../sync/ledger/fees/due.ts';
import {
  announceFees,
  correctFees as correct,
  DAYS_OF_NOTICE,
  feesPostedFrom,
  postFees,
} from '../../sync/ledger/fees/posting.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import type { Tx } from '../../sync/tx.ts';
import { eachAccount } from '../queries/each-account.ts';
import { type FeePage, readFeePage, readPins } from '../queries/fee-books.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';
import { waitForDay } from './wait-for-day.ts';

const READS_PER_JOB = 8;
/** Few enough for one commit to be small, and for a conflict on one of them to cost little. */
const ACCOUNTS_PER_JOB = 3;

/** Finds the open accounts of an HOA on which something is to be posted, and leaves them to jobs of three accounts each. Notifies
 * the board a week before the first late fee ever. Leaves the accounts after the first 400 to a job after it. */
export const findDueFees: Job<'postFees'> = async (deps, { day, after }, { hoa_id }) => {
  const found: Expected[] = [];
  let isNear = false;
  const read = (from: string) => readFeePage(deps, hoa_id, from);
  const reached = await eachAccount({ after, pages: READS_PER_JOB }, read, (page) => {
    waitForDay(deps, page.hoa, day);
    found.push(...page.books.flatMap((books) => expected(books, page)));
    isNear ||= page.hoa.late_fees_announced_on === null && page.books.some((books) => isFeeNear(books, page));
  });
  if (isNear) await transactAsSystem(deps, hoa_id, announceFees, { action: 'announceFees' });
  const jobs = jobsFor(day, found, reached);
  if (jobs.length === 0) return;
  const leave = async (tx: Tx) => {
    for (const job of jobs) tx.after(job);
  };
  await transactAsSystem(deps, hoa_id, leave, { action: null });
};

type Expected = { id: string; ids: string[] };

const expected = (books: FeeBooks, { hoa, today, options }: FeePage): Expected[] => {
  const { entries, through } = dueFees(books, options, { today, from: feesPostedFrom(hoa) });
  const drafts = [...entries, ...feeCorrections(books, options, today)];
  return drafts.length > 0 || through !== null ? [{ id: books.account.id, ids: drafts.map(({ id }) => id) }] : [];
};

/** Also one that was missed: its time passes, and the next one is announced. */
const isFeeNear = (books: FeeBooks, { today, options }: FeePage): boolean =>
  dueFees(books, options, { today: addDays(today, DAYS_OF_NOTICE) }).entries.some(({ kind }) => kind === 'late_fee');

const jobsFor = (day: string, found: readonly Expected[], reached: string | null): Effect[] => {
  const jobs: Effect[] = chunksOf(found, ACCOUNTS_PER_JOB).map((accounts) => ({
    kind: 'postAccountFees',
    key: outboxKeys.postAccountFees(day, accounts[0]!.id),
    payload: { day, accounts },
  }));
  if (reached !== null)
    jobs.push({ kind: 'postFees', key: outboxKeys.postFees(day, reached), payload: { day, after: reached } });
  return jobs;
};

/** All accounts in one commit, so that it may be killed before or after. */
export const postAccountFees: Job<'postAccountFees'> = async (deps, { accounts }, { hoa_id }) => {
  const pinned = await readPins(
    deps,
    hoa_id,
    accounts.map(({ id }) => id),
  );
  const postAll = async (tx: Tx) => {
    await Promise.all(accounts.map(({ id, ids }) => postFees(tx, id, { ids, pinned })));
  };
  await transactAsSystem(deps, hoa_id, postAll, { action: 'postFees' });
};

export const correctFees: Job<'correctFees'> = async (deps, { account_id }, { hoa_id }) => {
  const pinned = await readPins(deps, hoa_id, [account_id]);
  await transactAsSystem(deps, hoa_id, (tx) => correct(tx, account_id, pinned), { action: 'correctFees' });
};
