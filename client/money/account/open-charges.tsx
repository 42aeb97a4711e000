import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { portionsOf } from '../../../sync/ledger/plans.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import type { AccountBooks } from '../accounts.ts';
import { useDisputed } from '../disputes/disputed.ts';
import { useEntryPath } from '../entry-path.ts';

type Props = { books: AccountBooks; today: string; actions?: ReactNode };

export const OpenCharges = ({ books, today, actions }: Props) => {
  const open = books.fold.open
    .flatMap((debit) => portionsOf(debit).map((portion) => ({ debit, ...portion })))
    .sort((a, b) => (a.due_on < b.due_on ? -1 : 1));
  const isDue = ({ due_on }: { due_on: string }) => due_on <= today;
  const [due, coming] = [open.filter(isDue), open.filter((line) => !isDue(line))];
  return (
    <>
      <Lines title="To Pay" lines={due} books={books} today={today} actions={actions} />
      <Lines title="Coming Up" lines={coming} books={books} today={today} actions={due.length === 0 && actions} />
    </>
  );
};

type Line = { debit: AccountBooks['fold']['open'][number]; due_on: string; cents: number };
type LinesProps = Props & { title: string; lines: readonly Line[] };

const Lines = ({ title, lines, books, today, actions }: LinesProps) => {
  const entryPath = useEntryPath();
  const disputed = useDisputed(lines[0]?.debit.entry.account_id ?? '', books);
  if (lines.length === 0) return null;
  return (
    <Card title={title} actions={actions} flush>
      <ul className="mt-2">
        {lines.map(({ debit: { entry, plan }, due_on, cents }) => (
          <li key={`${entry.id}/${due_on}`} className="flex items-baseline gap-x-4 border-line border-t px-4 py-2.5">
            <span className="min-w-0 flex-1">
              <Link href={entryPath(entry)} className="font-[560] text-ink [overflow-wrap:anywhere] hover:underline">
                {titleOf(entry, books)}
              </Link>{' '}
              {plan && <Badge tone="blue">On a plan</Badge>}
              {disputed.has(entry.id) && <Badge tone="bad">Disputed</Badge>}
              <span className={clsx('num block text-sm', due_on < today ? 'font-medium text-red' : 'text-ink-3')}>
                {due_on < today ? 'Overdue since' : 'Due'} {formatDate(due_on)}
              </span>
            </span>
            <span className="num text-right">
              <span className="font-[590]">{formatMoney(cents)}</span>
              {cents < entry.amount_cents && (
                <span className="block text-ink-3 text-sm">of {formatMoney(entry.amount_cents)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};
