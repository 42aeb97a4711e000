import { type ApplicationSettings, DEFAULT_APPLICATION } from '../../../schema/application.ts';
import type { PolicyKind } from '../../../schema/policies.ts';
import { applicationSteps, RULE_NAMES, ruleInWords } from '../../../sync/policies/rule-words.ts';
import { Card } from '../../ui/card.tsx';
import { formatDate } from '../../ui/format.ts';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { useMyMoney } from '../accounts.ts';
import { useRule } from './model.ts';

/** /account/rules: in which order money pays what is owed, and what is charged when it comes late, for everybody to read. */
const Rules = () => (
  <>
    <Breadcrumb entries={[useMyMoney(), { label: 'Rules' }]} />
    <PageHeader title="Rules" subtitle="How your association applies payments and charges fees" />
    <div className="grid max-w-3xl gap-4.5">
      {KINDS.map((kind) => (
        <RuleCard key={kind} kind={kind} />
      ))}
    </div>
  </>
);

export default Rules;

const KINDS: readonly PolicyKind[] = ['application', 'late_fee', 'interest', 'returned_fee', 'online_fee'];
const TITLES: Partial<Record<PolicyKind, string>> = { application: 'What a Payment Pays First' };

const RuleCard = ({ kind }: { kind: PolicyKind }) => {
  const { current, coming } = useRule(kind);
  return (
    <Card title={TITLES[kind] ?? RULE_NAMES[kind]}>
      <Words kind={kind} settings={current?.settings} />
      {current && <p className="pt-2 text-ink-3 text-sm">In effect since {formatDate(current.starts_on)}.</p>}
      {coming.map(({ id, starts_on, settings }) => (
        <div key={id} className="mt-3 border-line border-t pt-3">
          <h3 className="pb-1 font-semibold">From {formatDate(starts_on)}</h3>
          <Words kind={kind} settings={settings} />
        </div>
      ))}
    </Card>
  );
};

/** `settings` are those of the kind; undefined where the board has saved none. */
const Words = ({ kind, settings }: { kind: PolicyKind; settings: object | undefined }) => {
  const [first, ...others] = ruleInWords(kind, settings as never);
  return (
    <div className="grid gap-1.5">
      {kind === 'application' ? (
        <Order settings={(settings as ApplicationSettings | undefined) ?? DEFAULT_APPLICATION} />
      ) : (
        <p>{first}</p>
      )}
      {others.map((sentence) => (
        <p key={sentence} className="text-ink-2">
          {sentence}
        </p>
      ))}
    </div>
  );
};

const Order = ({ settings }: { settings: ApplicationSettings }) => (
  <ol className="grid list-decimal gap-1.5 pl-5">
    {applicationSteps(settings).map((step) => (
      <li key={step}>{step.charAt(0).toUpperCase() + step.slice(1)}</li>
    ))}
  </ol>
);
