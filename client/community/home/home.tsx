import { clsx } from 'clsx';
import { lazy, Suspense, useMemo } from 'react';
import { Link } from 'wouter';
import type { Invoice } from '../../../schema/tables/invoices.ts';
import { owedOf } from '../../../sync/dashboard/home.ts';
import { isHoldingPayment } from '../../../sync/disputes/entity.ts';
import { schedule } from '../../../sync/dues/entity.ts';
import { remainingOf, statusOf } from '../../../sync/invoices/entity.ts';
import { useNow } from '../../device/now.ts';
import { useUser } from '../../device/session.ts';
import { useHasRows, useOnline, useRows, useSync } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { invoicesPath, useMyInvoices } from '../../money/invoices/model.ts';
import { usePaidSoon } from '../../money/invoices/paid-soon.ts';
import { CompactPay } from '../../money/invoices/pay-button.tsx';
import { usePaymentsStopped } from '../../money/payouts/payments-stopped.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatMoney, formatPlural } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { WhileYouWereAway } from '../away/card.tsx';
import { greeting } from '../dashboard/labels.ts';
import { MyRequests, MyViolations } from './cards.tsx';

/** The cards of a resident, above the announcements on their first screen: what they owe and what waits for them. */
export const HomeCards = () => {
  const now = useNow();
  const user = useUser();
  const hoa = useRows('hoa').all[0];
  const { failed } = useSync();
  const hasRows = useHasRows();
  if (!hasRows) return !failed && <SkeletonRows />;
  return (
    <section aria-label="Overview" className="grid gap-3 print:hidden">
      <p className="text-ink-2">
        {greeting(user, now.getHours())}.{hoa && ` Welcome back to ${hoa.name}.`}
      </p>
      <Cards />
    </section>
  );
};

const NextMeeting = lazy(() => import('../dashboard/next-meeting.tsx').catch(() => ({ default: () => <></> })));

const Meetings = () => {
  const hasMeetings = useRows('meeting').size > 0;
  return <Suspense>{hasMeetings && <NextMeeting />}</Suspense>;
};

const Cards = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_22rem]">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
      <Owed />
      <MyViolations />
      <MyRequests />
    </div>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
      <Meetings />
      <ActionItems />
      <WhileYouWereAway />
    </div>
  </div>
);

const ActionItemsCard = lazy(() =>
  import('../../meetings/action-items/dashboard-card.tsx').catch(() => ({ default: () => <></> })),
);

const ActionItems = () => {
  const hasActions = useRows('actionItem').size > 0;
  return <Suspense>{hasActions && <ActionItemsCard />}</Suspense>;
};

const SHOWN = 4;

const AccountsOwed = lazy(() => import('../../money/owed/owed.tsx'));

/** The resident's debts: by their accounts, or of their invoices until the HOA has accounts. */
const Owed = () => {
  const { id } = useUser();
  const hasAccount = useRows('account').all.some(({ holder_ids }) => holder_ids.includes(id));
  return hasAccount ? (
    <Suspense fallback={<SkeletonRows rows={4} />}>
      <AccountsOwed />
    </Suspense>
  ) : (
    <InvoicesOwed />
  );
};

/** The unpaid invoices, the longest overdue first, each with a way to pay it. */
const InvoicesOwed = () => {
  const invoices = useMyInvoices();
  const today = useHoaToday();
  const { cents, overdue, overdue_cents, unpaid } = useMemo(() => owedOf(invoices, today), [invoices, today]);
  const stopped = usePaymentsStopped();
  return (
    <Card title="What You Owe" flush className={overdue > 0 ? 'border-red-line' : ''}>
      <div className="px-4 pt-1 pb-3">
        <p className={clsx('num font-[640] text-[1.75rem] tracking-[-0.02em]', overdue > 0 && 'text-red')}>
          {formatMoney(cents)}
        </p>
        {overdue > 0 && (
          <p className="num font-[560] text-red">
            {formatMoney(overdue_cents)} is overdue ({formatPlural(overdue, 'invoice')})
          </p>
        )}
        {unpaid.length === 0 ? <NothingOwed /> : <PayingNote stopped={stopped} />}
      </div>
      {unpaid.length > 0 && (
        <ul aria-label="Unpaid invoices" className="border-line border-t">
          {unpaid.slice(0, SHOWN).map((invoice, at) => (
            <Unpaid key={invoice.id} invoice={invoice} today={today} first={at === 0} payable={!stopped} />
          ))}
        </ul>
      )}
      {unpaid.length > SHOWN && (
        <p className="border-line border-t px-4 py-2.5">
          <Link href={invoicesPath({ status: ['pending', 'overdue'] })} className="text-pine-text hover:underline">
            Show all {formatPlural(unpaid.length, 'unpaid invoice')}
          </Link>
        </p>
      )}
    </Card>
  );
};

/** Why nothing can be paid now; nothing where it can. */
const PayingNote = ({ stopped }: { stopped: boolean }) => {
  const online = useOnline();
  if (stopped)
    return <p className="mt-1 text-ochre">Your HOA can’t take online payments yet. Ask the board how to pay.</p>;
  return !online && <p className="mt-1 text-ink-2">You are offline. You need a connection to pay.</p>;
};

type UnpaidProps = { invoice: Invoice; today: string; first: boolean; payable: boolean };

const Unpaid = ({ invoice, today, first, payable }: UnpaidProps) => {
  const overdue = statusOf(invoice, today) === 'overdue';
  const clearing = usePaidSoon(invoice);
  const held = useRows('dispute').by('invoice_id', invoice.id).some(isHoldingPayment);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-line border-t px-4 py-2.5 first:border-t-0">
      <span className="min-w-40 flex-1">
        <Link href={paths.invoice(invoice.id)} className="font-[560] text-ink [overflow-wrap:anywhere] hover:underline">
          {invoice.title}
        </Link>
        <span className={clsx('num block text-sm', overdue ? 'font-medium text-red' : 'text-ink-3')}>
          {overdue ? 'Overdue since' : 'Due'} {formatDate(invoice.due_date)}
        </span>
      </span>
      <span className="num font-[590]">{formatMoney(remainingOf(invoice))}</span>
      {clearing && <Badge tone="blue">Payment on its way</Badge>}
      {held && <Badge tone="warn">Disputed</Badge>}
      {payable && !clearing && !held && <CompactPay invoice={invoice} variant={first ? 'primary' : 'secondary'} />}
    </li>
  );
};

const NothingOwed = () => {
  const dues = useRows('due');
  const next = useMemo(
    () =>
      dues.all
        .flatMap((due) => schedule(due, 1).map(({ due_date }) => ({ due, due_date })))
        .sort((a, b) => (a.due_date < b.due_date ? -1 : 1))[0],
    [dues],
  );
  return (
    <p className="text-ink-2">
      You’re all paid up.
      {next && ` Next: ${next.due.title}, ${formatMoney(next.due.amount_cents)}, due ${formatDate(next.due_date)}.`}
    </p>
  );
};
