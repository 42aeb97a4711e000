import type * as z from 'zod/mini';
import type { policyPreview } from '../../schema/policy-inputs.ts';
import { feesPostedFrom } from '../../sync/ledger/fees/posting.ts';
import { type AccountPreview, previewAccount, sumPreviews } from '../../sync/ledger/fees/preview.ts';
import { type Actor, Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { FeePreviewBody } from '../shapes/ledger.ts';
import { eachAccount } from './each-account.ts';
import { readFeePage } from './fee-books.ts';

type PolicyPreview = z.output<typeof policyPreview>;

const READS = 40;

/** The fees that a late-fee rule that is not saved would post on the open accounts of the HOA; on the first 2,000 of them. */
export const previewPolicy = async (deps: Deps, actor: Actor, asked: PolicyPreview): Promise<FeePreviewBody> => {
  const found: AccountPreview[] = [];
  const read = (after: string) => readFeePage(deps, actor.hoa_id, after);
  await eachAccount({ after: '', pages: READS }, read, (page) => {
    assertPast(asked.as_of, page.today);
    const { settings, as_of = page.today, starts_on = as_of } = asked;
    const announced = page.hoa.late_fees_announced_on === null ? '' : feesPostedFrom(page.hoa);
    const { ledger_opened_at: opened_at } = page.hoa;
    const options = { ...page.options, settings, as_of, starts_on, from: announced, opened_at };
    found.push(...page.books.map((books) => previewAccount(books, options)));
  });
  return previewBody(sumPreviews(found));
};

const assertPast = (as_of: string | undefined, today: string): void => {
  const msg = 'The date cannot be in the future.';
  if (as_of !== undefined && as_of > today) throw new Refusal('invalid', msg, [{ path: 'as_of', msg }]);
};

const previewBody = ({ next, next_cents, next_homes, last_year }: ReturnType<typeof sumPreviews>): FeePreviewBody => ({
  next: next.map(({ account_id, cents, fees }) => ({
    account_id,
    amountCents: cents,
    fees: fees.map(({ charge_id, on, cents: amountCents }) => ({ charge_id, on, amountCents })),
  })),
  nextCents: next_cents,
  nextHomes: next_homes,
  lastYear: last_year,
});
