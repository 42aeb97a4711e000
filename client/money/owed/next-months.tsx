import { useMemo } from 'react';
import { addMonths } from '../../../schema/dates.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import { duesOf, forecast, type Planned } from '../../../sync/dues/forecast.ts';
import { useRows } from '../../device/store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Fold } from '../../ui/fold-out.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import type { AccountBooks } from '../accounts.ts';

type Props = { account: Account; books: AccountBooks; today: string };

/** Charges that the account expects over the next twelve months, as its dues and its plan are. */
export const NextMonths = ({ account, books, today }: Props) => {
  const planned = useForecast(account, books, today);
  if (planned.length === 0) return null;
  const total = planned.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <Fold title="Next 12 Months" hint={`${formatMoney(total)} planned`}>
      <PlainTable caption="Charges planned for the next 12 months" heads={['Due', 'For', 'Amount']} hidesHeads>
        <tbody>
          {planned.map((line) => (
            <Line key={`${line.id}/${line.due_on}`} line={line} />
          ))}
        </tbody>
      </PlainTable>
      <p className="pt-2 text-ink-3 text-sm">
        Planned amounts. Your association can change its dues, and you’ll get a bill before each is due.
      </p>
    </Fold>
  );
};

const Line = ({ line: { kind, title, due_on, cents, credit_cents } }: { line: Planned }) => (
  <tr className="border-line border-t first:border-t-0">
    <td className="whitespace-nowrap py-2 pr-3 align-top text-ink-2 max-md:text-sm">{formatDate(due_on)}</td>
    <td className="py-2 pr-3 align-top [overflow-wrap:anywhere]">
      {title} {kind === 'due' ? <Badge>Planned</Badge> : <Badge tone="blue">Installment, planned</Badge>}
      {credit_cents > 0 && (
        <span className="block text-ink-3 text-sm">{formatMoney(credit_cents)} from your credit</span>
      )}
    </td>
    <td className="py-2 text-right align-top">{formatMoney(cents)}</td>
  </tr>
);

export const useForecast = (account: Account, { fold }: AccountBooks, today: string): readonly Planned[] => {
  const dues = useRows('due').all;
  const accounts = useRows('account').all;
  const users = useRows('user').all;
  return useMemo(() => {
    const mine = duesOf(account, { dues, accounts, users });
    return forecast({ dues: mine, fold, today, through: addMonths(today, 12) });
  }, [dues, accounts, users, account, fold, today]);
};
