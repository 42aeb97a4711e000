import { useMemo } from 'react';
import type { Payment } from '../../../schema/tables/invoices.ts';
import { possibleDuplicates } from '../../../sync/payments/duplicates.ts';
import { save, useRows } from '../../device/store.ts';
import { changeNow } from '../../forms/change-now.ts';
import { usePeople } from '../../screens/people.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatDateTime, formatLabel, formatMoney } from '../../ui/format.ts';

/** Payments that were perhaps recorded twice, until the board says which of them stay. Nothing where there are none. */
export const PossibleDuplicates = () => {
  const groups = useGroups();
  if (groups.length === 0) return null;
  return (
    <Card title="Possible Duplicates" flush className="print:hidden">
      <p className="px-4 pb-3 text-ink-2">
        Same account, amount, method and date. Keeping one reverses the others as of that date.
      </p>
      <ul>
        {groups.map((group) => (
          <Group key={group[0]!.id} group={group} />
        ))}
      </ul>
    </Card>
  );
};

export default PossibleDuplicates;

/** Compared account by account: only one whose payments have changed is compared anew. */
const useGroups = (): readonly (readonly Payment[])[] => {
  const payments = useRows('payment');
  const accounts = useRows('account');
  return useMemo(
    () => accounts.ids.flatMap((id) => groupsOf(payments.by('account_id', id))).sort(newestFirst),
    [payments, accounts],
  );
};

const known = new WeakMap<readonly Payment[], readonly Payment[][]>();
const groupsOf = (payments: readonly Payment[]): readonly Payment[][] => {
  const groups = known.get(payments) ?? possibleDuplicates(payments);
  known.set(payments, groups);
  return groups;
};

const newestFirst = (a: readonly Payment[], b: readonly Payment[]): number => (a.at(-1)!.id < b.at(-1)!.id ? 1 : -1);

const Group = ({ group }: { group: readonly Payment[] }) => {
  const people = usePeople();
  const accounts = useRows('account');
  const first = group[0]!;
  const account = accounts.get(first.account_id);
  const home = account && people.address(account);
  const resolve = (keep: string) =>
    changeNow({
      write: () => save('resolveDuplicate', { id: first.id, keep }),
      said: keep === 'both' ? 'Both kept' : 'One kept, the other reversed',
    });
  const what = [formatLabel(first.method ?? 'other'), first.reference].filter(Boolean).join(' ');
  return (
    <li className="grid gap-2 border-line border-t px-4 py-3">
      <span className="num flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="font-[590] [overflow-wrap:anywhere]">
          {[people.name(first.user_id), home].filter(Boolean).join(' · ')}
        </b>
        <span>
          {what}, {formatMoney(first.amount_cents)}, {formatDate(first.received_on ?? first.created_at)}
        </span>
      </span>
      <ul className="grid gap-1.5">
        {group.map((payment) => (
          <Recorded key={payment.id} payment={payment} onKeep={() => void resolve(payment.id)} />
        ))}
      </ul>
      <span>
        <Button size="small" onClick={() => void resolve('both')}>
          {group.length === 2 ? 'Keep Both' : 'Keep All'}
        </Button>
      </span>
    </li>
  );
};

const Recorded = ({ payment, onKeep }: { payment: Payment; onKeep: () => void }) => {
  const people = usePeople();
  return (
    <li className="num flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-ink-2">
      <span className="[overflow-wrap:anywhere]">
        Recorded by {people.name(payment.recorded_by) || 'the board'}, {formatDateTime(payment.created_at)}
        {payment.memo && ` · ${payment.memo}`}
      </span>
      <Button size="small" onClick={onKeep}>
        Keep This One
      </Button>
    </li>
  );
};
