import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { titleOf } from '../../sync/ledger/explain.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/card.tsx';
import { formatDate, formatMoney } from '../ui/format.ts';
import type { AccountBooks } from './model.ts';

/** What is not paid yet, the longest due first. */
export const OpenCharges = ({ books, today, actions }: { books: AccountBooks; today: string; actions?: ReactNode }) => {
  const open = [...books.fold.debits.values()]
    .filter(({ open_cents }) => open_cents > 0)
    .map(({ entry, open_cents }) => ({ entry, open_cents, due_on: entry.due_on ?? entry.effective_on }))
    .sort((a, b) => (a.due_on < b.due_on ? -1 : 1));
  if (open.length === 0) return null;
  return (
    <Card title="To Pay" actions={actions} flush>
      <ul className="mt-2">
        {open.map(({ entry, open_cents, due_on }) => (
          <li key={entry.id} className="flex items-baseline gap-x-4 border-line border-t px-4 py-2.5">
            <span className="min-w-0 flex-1">
              <Link
                href={paths.accountEntry(entry.account_id, entry.id)}
                className="font-[560] text-ink [overflow-wrap:anywhere] hover:underline"
              >
                {titleOf(entry, books)}
              </Link>
              <span className={clsx('num block text-sm', due_on < today ? 'font-medium text-red' : 'text-ink-3')}>
                {due_on < today ? 'Overdue since' : 'Due'} {formatDate(due_on)}
              </span>
            </span>
            <span className="num text-right">
              <span className="font-[590]">{formatMoney(open_cents)}</span>
              {open_cents < entry.amount_cents && (
                <span className="block text-ink-3 text-sm">of {formatMoney(entry.amount_cents)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};
