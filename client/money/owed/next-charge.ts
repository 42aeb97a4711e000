import type { Account } from '../../../schema/tables/accounts.ts';
import { type NextCharge, nextCharge } from '../../../sync/dues/forecast.ts';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { formatDate, formatMoney } from '../../ui/format.ts';
import type { AccountBooks } from '../accounts.ts';
import { useForecast } from './next-months.tsx';

export const useNextCharge = (account: Account, books: AccountBooks, today: string): NextCharge | undefined => {
  const planned = useForecast(account, books, today);
  // The forecast has what is paid by plan, an installment as one sum.
  const billed = books.fold.open
    .filter(({ plan }) => !plan)
    .map(({ entry, open_cents, due_on }) => ({
      ...{ title: titleOf(entry, books), cents: open_cents, due_on, credit_cents: 0 },
    }));
  return nextCharge(billed, planned, today);
};

export const nextInWords = ({ title, cents, due_on, credit_cents }: NextCharge): string => {
  const credit = credit_cents < cents ? `${formatMoney(credit_cents)} of it from your credit` : 'paid from your credit';
  return `${title}, ${formatMoney(cents)}, due ${formatDate(due_on)}${credit_cents > 0 ? ` (${credit})` : ''}.`;
};
