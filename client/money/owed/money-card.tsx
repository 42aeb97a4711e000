import { useMemo } from 'react';
import { Link } from 'wouter';
import { addDays } from '../../../schema/dates.ts';
import { isUndecided } from '../../../sync/disputes/entity.ts';
import { totalAgeing } from '../../../sync/ledger/ageing.ts';
import { possibleDuplicates } from '../../../sync/payments/duplicates.ts';
import { useKept } from '../../device/kept.ts';
import { useAreComplete, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { formatCount, formatMoney } from '../../ui/format.ts';
import { useFolds } from '../use-folds.ts';

/** As the last visit had counted it, until it `reads` what it counts. */
const MoneyCard = ({ reads }: { reads: boolean }) => (reads ? <CountedMoney /> : <KeptMoney />);

export default MoneyCard;

const CountedMoney = () => {
  const isComplete = useAreComplete(['account', 'entry', 'payment', 'dispute']);
  const today = useHoaToday();
  const folds = useFolds(today);
  const figures = useFigures(today, folds);
  const counts = useCounts(today, folds);
  const money = useMemo(() => ({ figures, counts }), [figures, counts]);
  return <Money money={useKept(KEPT, money, isComplete)?.value} />;
};

const KeptMoney = () => {
  const kept = useKept<Counted | null>(KEPT, null, false)?.value;
  return kept && <Money money={kept} />;
};

const KEPT = 'money';
type Counted = { figures: ReturnType<typeof useFigures>; counts: ReturnType<typeof useCounts> };

const Money = ({ money }: { money: Counted | undefined }) => {
  const { outstanding_cents, overdue_cents = 0, credit_cents, collected_cents } = money?.figures ?? {};
  return (
    <Card title="Money">
      <dl className="grid gap-2.5">
        <Line term="Outstanding" href={paths.ageing()} value={shown(outstanding_cents)} />
        <Line term="Overdue" href={OVERDUE} value={shown(money && overdue_cents)} alarm={overdue_cents > 0} />
        <Line term="Credit" href={`${paths.accounts()}?show=credit`} value={shown(credit_cents)} />
        <Line term="Collected this month" href={paths.collections()} value={shown(collected_cents)} />
        {money?.counts.map(
          ({ term, count, href }) =>
            count > 0 && <Line key={term} term={term} href={href} value={formatCount(count)} alarm />,
        )}
      </dl>
    </Card>
  );
};

const shown = (cents: number | undefined) => (cents === undefined ? '–' : formatMoney(cents));

const OVERDUE = `${paths.accounts()}?show=overdue`;

type FoldsOf = ReturnType<typeof useFolds>;

const useFigures = (today: string, folds: FoldsOf) => {
  const accounts = useRows('account').all;
  const entries = useRows('entry');
  return useMemo(() => {
    const books = accounts.map(({ id }) => folds(id));
    const total = totalAgeing(books.map(({ ageing }) => ageing));
    const month = `${today.slice(0, 7)}-01`;
    let collected_cents = 0;
    for (const { kind, source_id, effective_on, amount_cents } of entries.all) {
      if (effective_on < month || effective_on > today) continue;
      const subject = kind === 'reversal' ? entries.get(source_id)?.kind : kind;
      if (subject === 'payment') collected_cents -= amount_cents;
    }
    return {
      outstanding_cents: total.balance + total.credit,
      overdue_cents: books.reduce((sum, { fold }) => sum + fold.overdue_cents, 0),
      credit_cents: total.credit,
      collected_cents,
    };
  }, [accounts, entries, folds, today]);
};

const RETURNS_SHOWN_DAYS = 30;

/** A return is looked at for 30 days, while something of its account is open. */
const useCounts = (today: string, folds: FoldsOf) => {
  const payments = useRows('payment').all;
  const disputes = useRows('dispute').all;
  const entries = useRows('entry').all;
  return useMemo(() => {
    const since = addDays(today, -RETURNS_SHOWN_DAYS);
    const returns = entries.filter(
      ({ kind, effective_on, account_id }) =>
        kind === 'return' && effective_on >= since && folds(account_id).fold.open.length > 0,
    );
    return [
      { term: 'Disputes', count: disputes.filter(isUndecided).length, href: `${paths.ageing()}?show=dispute` },
      { term: 'Possible duplicates', count: possibleDuplicates(payments).length, href: paths.deposits() },
      { term: 'Returns to review', count: returns.length, href: paths.ageing() },
    ];
  }, [payments, disputes, entries, folds, today]);
};

type LineProps = { term: string; href: string; value: string; alarm?: boolean };

const Line = ({ term, href, value, alarm = false }: LineProps) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="text-ink-2">{term}</dt>
    <dd className={`num font-[580] ${alarm ? 'text-red' : ''}`}>
      <Link href={href} className="text-inherit hover:underline">
        {value}
      </Link>
    </dd>
  </div>
);
