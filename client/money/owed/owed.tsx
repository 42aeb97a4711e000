import { clsx } from 'clsx';
import { Link } from 'wouter';
import type { Account } from '../../../schema/tables/accounts.ts';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { usePeople } from '../../screens/people.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatMoney, formatPlural } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { type AccountBooks, titleOfAccount, useBooks, useMyAccounts, useMyMoney } from '../accounts.ts';
import { EntryPathContext, useEntryPath, useMyEntryPath } from '../entry-path.ts';
import { PayPart } from '../pay/pay-part.tsx';
import { DueNow } from './due-now.tsx';
import { nextInWords, useNextCharge } from './next-charge.ts';

const SHOWN = 4;

/** The debts of the viewer on each of their accounts and the way to pay them: the first thing that a resident sees. */
const Owed = () => {
  const accounts = useMyAccounts();
  const entryPath = useMyEntryPath();
  const mine = useMyMoney();
  const isHere = useStored('entry').isComplete;
  return (
    <Card
      title="What You Owe"
      flush
      actions={
        <Link href={mine.href} className="py-1 text-pine-text text-sm hover:underline max-md:py-3">
          Dues and payments
        </Link>
      }
    >
      {isHere ? (
        <EntryPathContext value={entryPath}>
          {accounts.map((account) => (
            <OwedOn key={account.id} account={account} isOnly={accounts.length === 1} />
          ))}
        </EntryPathContext>
      ) : (
        <div className="px-4 pb-4">
          <SkeletonRows rows={2} />
        </div>
      )}
    </Card>
  );
};

export default Owed;

const OwedOn = ({ account, isOnly }: { account: Account; isOnly: boolean }) => {
  const today = useHoaToday();
  const people = usePeople();
  const books = useBooks(account.id, today);
  const home = isOnly ? undefined : titleOfAccount(people, account);
  if (account.status === 'closed' && books.fold.balance_cents === 0) return null;
  return (
    <section aria-label={home ?? 'Balance'} className={home && 'border-line border-t'}>
      {home && <h3 className="px-4 pt-3 font-semibold [overflow-wrap:anywhere]">{home}</h3>}
      <div className="grid items-start gap-x-8 gap-y-3 px-4 pt-1 pb-3 md:grid-cols-2">
        <div>
          <DueNow books={books} today={today} />
          {books.fold.due_now_cents === 0 && <Next account={account} books={books} today={today} />}
        </div>
        <PayPart account={account} books={books} today={today} {...(home && { home })} />
      </div>
      <Unpaid books={books} today={today} />
    </section>
  );
};

const Unpaid = ({ books, today }: { books: AccountBooks; today: string }) => {
  const entryPath = useEntryPath();
  const mine = useMyMoney();
  const { open } = books.fold;
  if (open.length === 0) return null;
  const overdue = 'font-medium text-red';
  return (
    <>
      <ul aria-label="Unpaid charges" className="border-line border-t">
        {open.slice(0, SHOWN).map(({ entry, open_cents, due_on }) => (
          <li key={entry.id} className="flex items-baseline gap-x-4 border-line border-t px-4 py-2.5 first:border-t-0">
            <span className="min-w-0 flex-1">
              <Link href={entryPath(entry)} className="font-[560] text-ink [overflow-wrap:anywhere] hover:underline">
                {titleOf(entry, books)}
              </Link>
              <span className={clsx('num block text-sm', due_on < today ? overdue : 'text-ink-3')}>
                {due_on < today ? 'Overdue since' : 'Due'} {formatDate(due_on)}
              </span>
            </span>
            <span className="num font-[590]">{formatMoney(open_cents)}</span>
          </li>
        ))}
      </ul>
      {open.length > SHOWN && (
        <p className="border-line border-t px-4 py-2.5">
          <Link href={mine.href} className="text-pine-text hover:underline">
            Show all {formatPlural(open.length, 'unpaid charge')}
          </Link>
        </p>
      )}
    </>
  );
};

const Next = ({ account, books, today }: { account: Account; books: AccountBooks; today: string }) => {
  const next = useNextCharge(account, books, today);
  return next && <p className="num text-ink-2">Next: {nextInWords(next)}</p>;
};
