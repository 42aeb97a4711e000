import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Payment } from '../../../schema/tables/invoices.ts';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { type PaymentMade, paidIn, paymentsMade } from '../../../sync/ledger/payments-made.ts';
import { paths } from '../../paths.ts';
import { useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import type { AccountBooks } from '../accounts.ts';
import { useEntryPath } from '../entry-path.ts';

const SHOWN = 4;

type Props = { books: AccountBooks; today: string; home?: string };

/** The payments on an account, the newest first, each with its receipt; `home` names the account where there are several. */
export const WhatWasPaid = ({ books, today, home }: Props) => {
  const paid = useMemo(() => paymentsMade(books.list), [books.list]);
  const [shown, setShown] = useState(SHOWN);
  const year = today.slice(0, 4);
  const coming = [...books.payments.values()].filter(isOnItsWay);
  if (books.list.length === 0 && coming.length === 0) return null;
  return (
    <Card
      title={home ? `What Was Paid for ${home}` : 'What Was Paid'}
      flush
      actions={
        paid.length > 0 && (
          <span className="num text-ink-3 text-sm">
            {formatMoney(paidIn(year, paid))} in {year}
          </span>
        )
      }
    >
      <ul className="mt-2">
        {coming.map((payment) => (
          <OnItsWay key={payment.id} payment={payment} />
        ))}
        {paid.slice(0, shown).map((payment) => (
          <Paid key={payment.entry.id} payment={payment} books={books} />
        ))}
      </ul>
      {paid.length === 0 && coming.length === 0 && (
        <p className="px-4 pb-3 text-ink-2">No payments yet. You’ll see each one here with its receipt.</p>
      )}
      {paid.length > shown && (
        <p className="border-line border-t px-4 py-2.5 print:hidden">
          <Button size="small" onClick={() => setShown(paid.length)}>
            Show All {paid.length}
          </Button>
        </p>
      )}
    </Card>
  );
};

const isOnItsWay = ({ kind, status }: Payment) => kind === 'charge' && status === 'pending';

const ROW = 'flex items-baseline gap-x-4 border-line border-t px-4 py-2.5';

const OnItsWay = ({ payment: { amount_cents, created_at } }: { payment: Payment }) => (
  <li className={ROW}>
    <span className="min-w-0 flex-1">
      <span className="font-[560]">Payment</span> <Badge tone="blue">On its way</Badge>
      <span className="num block text-ink-3 text-sm">Started {formatDate(created_at)}</span>
    </span>
    <span className="num font-[590]">{formatMoney(amount_cents)}</span>
  </li>
);

const Paid = ({ payment: { entry, cents, returned_cents }, books }: { payment: PaymentMade; books: AccountBooks }) => {
  const entryPath = useEntryPath();
  const waiting = useWaiting().get(entry.payment_id ?? entry.id);
  const paidOn = formatDate(entry.effective_on);
  return (
    <li className={ROW}>
      <span className="min-w-0 flex-1">
        <Link href={entryPath(entry)} className="font-[560] text-ink [overflow-wrap:anywhere] hover:underline">
          {titleOf(entry, books)}
        </Link>{' '}
        {returned_cents > 0 && (
          <Badge tone="bad">{returned_cents < cents ? `${formatMoney(returned_cents)} returned` : 'Returned'}</Badge>
        )}
        <WaitingMark item={waiting} />
        <span className="num block text-ink-3 text-sm">{paidOn}</span>
      </span>
      <span className="num text-right">
        <span className="block font-[590]">{formatMoney(cents)}</span>
        <Link
          href={paths.receipt(entry.account_id, entry.payment_id ?? '')}
          className="inline-block py-0.5 text-pine-text text-sm hover:underline print:hidden touch:-my-2 touch:py-3"
        >
          Receipt<span className="sr-only"> for {paidOn}</span>
        </Link>
      </span>
    </li>
  );
};
