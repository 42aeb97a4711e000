import { CATEGORIES, type Category } from '../../schema/ledger.ts';
import { type ApplicationSettings, DEFAULT_APPLICATION, STEPS_OF } from '../../schema/policies.ts';
import { listInWords } from '../../sync/words.ts';
import { paths } from '../paths.ts';
import { useRows } from '../store.ts';
import { useHoaToday } from '../today.ts';
import { Card } from '../ui/card.tsx';
import { formatDate } from '../ui/format.ts';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';

/** /account/rules: in which order money pays what is owed, for everybody to read. */
const Rules = () => {
  const { settings, since } = useApplication();
  return (
    <>
      <Breadcrumb entries={[{ label: 'My Account', href: paths.myAccount() }, { label: 'Rules' }]} />
      <PageHeader title="Rules" subtitle="How your association counts what is paid and what is owed" />
      <Card title="What a Payment Pays First" className="max-w-3xl">
        <ol className="grid list-decimal gap-1.5 pl-5">
          {stepsOf(settings).map((step) => (
            <li key={step.join()}>{sentence(step)}</li>
          ))}
        </ol>
        <p className="pt-3 text-ink-2">
          Within a step the earliest due date comes first. What is left over stays as credit and pays the next charge.
        </p>
        <p className="pt-2 text-ink-2">
          {settings.directed
            ? 'A payment for a chosen invoice pays that invoice first.'
            : 'Payments are applied in this order, whatever they were meant for.'}
          {since && ` In force since ${formatDate(since)}.`}
        </p>
      </Card>
    </>
  );
};

export default Rules;

const useApplication = (): { settings: ApplicationSettings; since: string | null } => {
  const policies = useRows('policy').all;
  const today = useHoaToday();
  const [policy] = policies
    .filter(({ kind, starts_on }) => kind === 'application' && starts_on <= today)
    .sort((a, b) => (`${a.starts_on} ${a.made_at}` < `${b.starts_on} ${b.made_at}` ? 1 : -1));
  return policy
    ? { settings: policy.settings as ApplicationSettings, since: policy.starts_on }
    : { settings: DEFAULT_APPLICATION, since: null };
};

const stepsOf = ({ order, steps }: ApplicationSettings): readonly (readonly Category[])[] =>
  order === 'own' ? (steps ?? []) : STEPS_OF[order];

const NAMES: Record<Category, string> = {
  assessment: 'dues',
  special_assessment: 'special assessments',
  fine: 'fines',
  returned_payment_fee: 'fees for returned payments',
  collection_cost: 'collection costs',
  attorney_fee: 'attorney fees',
  late_fee: 'late fees',
  interest: 'interest',
  other: 'everything else',
};

const sentence = (step: readonly Category[]): string => {
  if (step.length === CATEGORIES.length) return 'Everything, by due date';
  const words = listInWords(step.map((category) => NAMES[category]));
  return words.charAt(0).toUpperCase() + words.slice(1);
};
