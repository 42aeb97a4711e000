import { addDays, laterOf } from '../../../schema/dates.ts';
import type { Hoa } from '../../../schema/tables/hoas.ts';
import { todayOf } from '../../dues/entity.ts';
import { outboxKeys } from '../../outbox-keys.ts';
import type { Tx } from '../../tx.ts';
import { LAST_DAY, readBooks } from '../books.ts';
import { currentPlans } from '../plan-status.ts';
import { post } from '../post.ts';
import type { FeeBooks } from './books.ts';
import { feeCorrections } from './corrections.ts';
import { dueFees, withEntries } from './due.ts';

/** Between the first mail about late fees and the first late fee of an HOA. */
export const DAYS_OF_NOTICE = 7;

/** The first day on which an HOA posts late fees: a week after the board's notice. */
export const feesPostedFrom = ({ late_fees_announced_on }: Pick<Hoa, 'late_fees_announced_on'>): string =>
  late_fees_announced_on === null ? LAST_DAY : addDays(late_fees_announced_on, DAYS_OF_NOTICE);

/** Posts the late fees and interest of an account that are due, those of the earliest day first, after what money recorded
 * later shows to be wrong was corrected, and mails the holders. `ids` are those of entries that may come, read ahead, `pinned`
 * as the books have it. */
export const postFees = async (
  tx: Tx,
  account_id: string,
  { ids = [], pinned }: { ids?: readonly string[]; pinned?: Pinned } = {},
): Promise<void> => {
  const found = await readFeeBooks(tx, account_id, ids, pinned);
  if (!found) return;
  const { account, hoa, today, ...rows } = found;
  const corrections = feeCorrections(rows.books, rows.options, today);
  const books = withEntries(rows.books, corrections);
  const { entries, through } = dueFees(books, rows.options, { today, from: feesPostedFrom(hoa) });
  const next = through === null ? account : { ...account, fees_through: through };
  if (through !== null) await tx.put('account', next);
  if (corrections.length + entries.length > 0) await post(tx, next, [...corrections, ...entries], rows.stored);
  if (entries.length === 0) return;
  const key = outboxKeys.mailFees(account_id, laterOf(through ?? today, entries.at(-1)!.effective_on));
  tx.after({ kind: 'mailFees', key, payload: { account_id, ids: entries.map(({ id }) => `${account_id}.${id}`) } });
};

/** Corrects late fees that money recorded later shows to be too high. */
export const correctFees = async (tx: Tx, account_id: string, pinned?: Pinned): Promise<void> => {
  const found = await readFeeBooks(tx, account_id, [], pinned);
  if (!found) return;
  const corrections = feeCorrections(found.books, found.options, found.today);
  if (corrections.length > 0) await post(tx, found.account, corrections, found.stored);
};

type Pinned = NonNullable<FeeBooks['pinned']>;

const readFeeBooks = async (tx: Tx, account_id: string, ids: readonly string[], pinned: Pinned = new Map()) => {
  const [stored, payments, disputes, account, hoa] = await Promise.all([
    readBooks(tx, account_id, ids),
    tx.list('payment', 'account_id', account_id),
    tx.list('dispute', 'account_id', account_id),
    tx.get('account', account_id),
    tx.get('hoa', tx.actor.hoa_id),
  ]);
  if (!account || !hoa) return undefined;
  const today = todayOf(hoa, tx.now);
  const options = { policies: stored.policies, dayOf: (at: string) => todayOf(hoa, at) };
  return {
    stored,
    books: { account, entries: stored.entries, payments, disputes, pinned, plans: currentPlans(stored, today) },
    options,
    account,
    hoa,
    today,
  };
};

/** Mails the board a notice that late fees begin, with what they come to; once for an HOA. */
export const announceFees = async (tx: Tx): Promise<void> => {
  const hoa = await tx.get('hoa', tx.actor.hoa_id);
  if (!hoa || hoa.late_fees_announced_on !== null) return;
  const day = todayOf(hoa, tx.now);
  await tx.put('hoa', { ...hoa, late_fees_announced_on: day });
  tx.after({ kind: 'mailFeeNotice', key: outboxKeys.mailFeeNotice(day), payload: { day } });
};
