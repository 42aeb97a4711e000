import { Link } from 'wouter';
import type { Dispute } from '../../../schema/tables/disputes.ts';
import { isHoldingPayment } from '../../../sync/disputes/entity.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Deadline } from './dispute-notice.tsx';
import { reasonLabel, useOpenDisputes } from './model.ts';

export const OpenDisputes = () => {
  const disputes = useOpenDisputes();
  if (disputes.length === 0) return null;
  return (
    <Card title="Disputed Payments">
      <ul className="grid gap-3">
        {disputes.map((dispute) => (
          <OpenDispute key={dispute.id} dispute={dispute} />
        ))}
      </ul>
    </Card>
  );
};

const OpenDispute = ({ dispute }: { dispute: Dispute }) => {
  const people = usePeople();
  const invoice = useRows('invoice').get(dispute.invoice_id ?? '');
  return (
    <li className="grid gap-0.5 border-line border-t pt-3 first:border-t-0 first:pt-0 [overflow-wrap:anywhere]">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        {invoice ? (
          <Link href={paths.invoice(invoice.id)} className="font-[560]">
            {invoice.title}
          </Link>
        ) : (
          dispute.account_id && (
            <Link href={paths.account(dispute.account_id)} className="font-[560]">
              Payment on account
            </Link>
          )
        )}
        <span className="num">{formatMoney(dispute.amount_cents)}</span>
        <Badge tone={isHoldingPayment(dispute) ? 'bad' : 'warn'}>
          {isHoldingPayment(dispute) ? 'Disputed' : 'Question'}
        </Badge>
      </span>
      <span className="text-ink-2">
        {people.name(dispute.user_id)}: {reasonLabel(dispute)}
      </span>
      <span className="text-ink-3 text-sm">
        <Deadline dispute={dispute} />
      </span>
    </li>
  );
};
