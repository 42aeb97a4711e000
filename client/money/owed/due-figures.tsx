import { useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { type Stat, StatCards } from '../../ui/card.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { useMyAccounts } from '../accounts.ts';
import { useFolds } from '../use-folds.ts';

const DueFigures = () => {
  const today = useHoaToday();
  const folds = useFolds(today);
  const mine = useMyAccounts().map(({ id }) => folds(id).fold);
  const { isComplete } = useStored('entry');
  const sum = (figure: 'due_now_cents' | 'overdue_cents') => mine.reduce((cents, fold) => cents + fold[figure], 0);
  const [next] = mine
    .flatMap(({ open }) => open.map(({ due_on }) => due_on))
    .filter((day) => day >= today)
    .sort();
  const overdue = sum('overdue_cents');
  const stats: Stat[] = [
    {
      label: 'Due now',
      value: formatMoney(sum('due_now_cents')),
      href: paths.myAccount(),
      ...(overdue > 0 && isComplete && { hint: `${formatMoney(overdue)} overdue` }),
    },
    { label: 'Next payment due', value: next ? formatDate(next) : 'None', href: paths.myAccount() },
  ];
  return <StatCards strip loaded={isComplete} stats={stats} />;
};

export default DueFigures;
