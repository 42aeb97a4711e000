import { useEffect, useMemo, useState } from 'react';
import { dayIn } from '../../../schema/dates.ts';
import { POLICY_SETTINGS, type PolicySettings } from '../../../schema/policy-inputs.ts';
import type { FeeBooks } from '../../../sync/ledger/fees/books.ts';
import {
  type AccountPreview,
  type FeePreview,
  type PreviewOptions,
  previewAccount,
  sumPreviews,
} from '../../../sync/ledger/fees/preview.ts';
import { useAreComplete, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';

type LateFee = PolicySettings['late_fee'];
/** `preview` is that of the settings before, while `isStale`; null until the first is there. */
type Previewed = { preview: FeePreview | null; isStale: boolean };

/** How long one piece of work may keep the page from drawing, and how long typing has to rest. */
const PIECE_MS = 8;
const REST_MS = 200;

/** The accounts that unsaved late-fee settings would hit, of the rows on this device. Null settings are not complete yet. */
export const useFeePreview = (settings: LateFee | null, starts_on: string): Previewed => {
  const books = useAllBooks();
  const options = usePreviewOptions();
  const key = settings && books && options ? `${starts_on} ${JSON.stringify(settings)}` : null;
  const [found, setFound] = useState<{ key: string; preview: FeePreview } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the settings
  useEffect(() => {
    if (!key || !settings || !books || !options) return;
    const run = new AbortController();
    const timer = setTimeout(async () => {
      const previews = await previewAll(books(), { ...options, settings, starts_on }, run.signal);
      if (previews) setFound({ key, preview: sumPreviews(previews) });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      run.abort();
    };
  }, [key, books, options]);
  return { preview: found?.preview ?? null, isStale: found?.key !== key };
};

/** Null where it was given up. */
const previewAll = async (
  books: Iterable<FeeBooks>,
  options: PreviewOptions,
  signal: AbortSignal,
): Promise<AccountPreview[] | null> => {
  const previews: AccountPreview[] = [];
  let until = performance.now() + PIECE_MS;
  for (const one of books) {
    previews.push(previewAccount(one, options));
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return null;
    until = performance.now() + PIECE_MS;
  }
  return previews;
};

/** Null until all rows that decide are in memory. */
const useAllBooks = (): (() => Iterable<FeeBooks>) | null => {
  const accounts = useRows('account').all;
  const entries = useRows('entry');
  const payments = useRows('payment');
  const disputes = useRows('dispute');
  const plans = useRows('plan');
  const isHere = useAreComplete(DECIDING);
  return useMemo(() => {
    if (!isHere) return null;
    return function* () {
      for (const account of accounts)
        yield {
          account,
          entries: entries.by('account_id', account.id),
          payments: payments.by('account_id', account.id),
          disputes: disputes.by('account_id', account.id),
          plans: plans.by('account_id', account.id),
        };
    };
  }, [accounts, entries, payments, disputes, plans, isHere]);
};
const DECIDING = ['account', 'entry', 'payment', 'dispute', 'plan'] as const;

const usePreviewOptions = (): Pick<PreviewOptions, 'policies' | 'dayOf' | 'as_of' | 'opened_at'> | null => {
  const policies = useRows('policy').all;
  const { time_zone: zone, ledger_opened_at: opened_at = null } = useRows('hoa').all[0] ?? {};
  const as_of = useHoaToday();
  return useMemo(
    () => (zone ? { policies, as_of, opened_at, dayOf: (instant) => dayIn(zone, new Date(instant)) } : null),
    [policies, zone, as_of, opened_at],
  );
};

/** The settings as they would be saved; null while they are not complete. */
export const checkedLateFee = (typed: object): LateFee | null => {
  const result = POLICY_SETTINGS.late_fee.safeParse(typed);
  return result.success ? result.data : null;
};
