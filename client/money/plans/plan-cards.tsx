import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { addDays } from '../../../schema/dates.ts';
import type { PaymentPlanStatus } from '../../../schema/payment-plans.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { listInWords } from '../../../sync/words.ts';
import { useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold-out.tsx';
import { formatDate, formatMoney, formatPlural } from '../../ui/format.ts';
import { useEver } from '../../ui/frozen.ts';
import { lazyPart } from '../../ui/on-demand.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import type { AccountBooks } from '../accounts.ts';
import { useOwnAccountRule } from '../accounts.ts';
import { chargesToCover, type PaidInstalment, type PlanStatus, usePlans } from './model.ts';

const ProposeDialog = lazyPart(() => import('./propose.tsx'));
const CancelDialog = lazyPart(() => import('./cancel.tsx'));

type Props = { account: Account; books: AccountBooks; today: string };

export const PlanCards = ({ books, today, board }: Omit<Props, 'account'> & { board: boolean }) => {
  const plans = usePlans(books, today);
  const active = plans.find(({ plan }) => plan.status === 'active');
  const ended = plans.filter((one) => one !== active);
  return (
    <>
      {active && (
        <Card title="Payment Plan" actions={<StatusBadge status="active" />}>
          <ActivePlan status={active} books={books} today={today} board={board} />
        </Card>
      )}
      {ended.length > 0 && (
        <Fold title={active ? 'Earlier Plans' : 'Payment Plans'} hint={ended.length}>
          <ul className="grid gap-4">
            {ended.map((status) => (
              <li key={status.plan.id} className="grid gap-2">
                <p className="flex flex-wrap items-center gap-2">
                  <StatusBadge status={status.plan.status} />
                  <span className="num">
                    {formatMoney(status.total_cents)} in {status.instalments.length} installments, from{' '}
                    {formatDate(status.plan.starts_on)} to {formatDate(status.plan.ended_on ?? today)}
                  </span>
                </p>
                {status.plan.reason && <p className="text-ink-2">{status.plan.reason}</p>}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  );
};

const STATUS: Record<PaymentPlanStatus, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'blue' },
  finished: { label: 'Finished', tone: 'ok' },
  broken: { label: 'Broken', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'neutral' },
};

const StatusBadge = ({ status }: { status: PaymentPlanStatus }) => (
  <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>
);

type ActiveProps = { status: PlanStatus; books: AccountBooks; today: string; board: boolean };

const ActivePlan = ({ status, books, today, board }: ActiveProps) => {
  const { plan } = status;
  const [canceling, setCanceling] = useState(false);
  const wasOpened = useEver(canceling);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <PlanProgress status={status} books={books} today={today} />
      <InstalmentTable instalments={status.instalments} today={today} />
      <p className="num text-ink-3 text-sm">
        Agreed on {formatDate(plan.starts_on)}
        {plan.made_by_name && ` by ${plan.made_by_name}`}. Each installment has a grace period of{' '}
        {formatPlural(plan.grace_days, 'day')}.
      </p>
      {board && (
        <div>
          <Button size="small" onClick={() => setCanceling(true)}>
            Cancel Plan
          </Button>
        </div>
      )}
      {wasOpened && <CancelDialog plan={plan} open={canceling} onClose={() => setCanceling(false)} />}
    </div>
  );
};

const PlanProgress = ({ status, books, today }: Omit<ActiveProps, 'board'>) => {
  const { plan, next, total_cents, paid_cents } = status;
  const waiting = useWaiting().get(plan.id);
  const covered = plan.covers.flatMap((id) => books.entries.get(id) ?? []).map((entry) => titleOf(entry, books));
  return (
    <div>
      <p className="num">
        <b className="font-semibold">{formatMoney(paid_cents)}</b> of {formatMoney(total_cents)} is paid.{' '}
        {next && (
          <>
            Next: <b className="font-semibold">{formatMoney(next.cents - next.paid_cents)}</b> by{' '}
            {formatDate(next.due_on)}.
          </>
        )}{' '}
        <WaitingMark item={waiting} />
      </p>
      <p className="num text-ink-2 text-sm [overflow-wrap:anywhere]">
        {next && next.due_on < today
          ? `An installment is late. The plan ends unless it’s paid by ${formatDate(addDays(next.due_on, plan.grace_days))}.`
          : 'The plan is on track. The charges it covers get no late fees, interest or reminders.'}{' '}
        It covers {listInWords(covered)}.
      </p>
    </div>
  );
};

type InstalmentsProps = { instalments: readonly PaidInstalment[]; today: string };

const InstalmentTable = ({ instalments, today }: InstalmentsProps) => (
  <PlainTable caption="Installments" heads={['Due', 'Status', ['Amount', 'text-right']]}>
    <tbody>
      {instalments.map((one) => (
        <tr key={one.due_on} className="border-line border-t [&>td]:py-1.5">
          <td>{formatDate(one.due_on)}</td>
          <td>
            <InstalmentState instalment={one} today={today} />
          </td>
          <td className="text-right">{formatMoney(one.cents)}</td>
        </tr>
      ))}
    </tbody>
  </PlainTable>
);

const InstalmentState = ({ instalment, today }: { instalment: PaidInstalment; today: string }) => {
  const { due_on, cents, paid_cents } = instalment;
  if (paid_cents >= cents) return <Badge tone="ok">Paid</Badge>;
  const tone = due_on < today ? 'bad' : 'neutral';
  const word = due_on < today ? 'Late' : 'Open';
  return <Badge tone={tone}>{paid_cents > 0 ? `${word}, ${formatMoney(paid_cents)} paid` : word}</Badge>;
};

export const ProposePlan = ({ account, books, today }: Props) => {
  const [open, setOpen] = useState(false);
  const wasOpened = useEver(open);
  const whyNot = useOwnAccountRule()(account);
  const isActive = usePlans(books, today).some(({ plan }) => plan.status === 'active');
  if (isActive || account.status === 'closed' || chargesToCover(books).length === 0) return null;
  return (
    <>
      <Button
        icon={CalendarClock}
        disabled={whyNot !== null}
        {...(whyNot && { title: whyNot })}
        onClick={() => setOpen(true)}
      >
        Start Plan
      </Button>
      {wasOpened && (
        <ProposeDialog account={account} books={books} today={today} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  );
};
