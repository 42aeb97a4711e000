import { type ReactNode, useState } from 'react';
import type { PolicyKind } from '../../../schema/policies.ts';
import type { PolicySettings } from '../../../schema/policy-inputs.ts';
import type { Policy } from '../../../schema/tables/ledger.ts';
import { isRuleOn, RULE_NAMES, ruleInWords } from '../../../sync/policies/rule-words.ts';
import { canSetPolicy } from '../../../sync/policies/rules.ts';
import { useUser } from '../../device/session.ts';
import { save } from '../../device/store.ts';
import { ConfirmChange } from '../../forms/confirm-change.tsx';
import { useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDate, formatDateTime } from '../../ui/format.ts';
import { type Rule, useRule } from './model.ts';

type Props = {
  kind: PolicyKind;
  about: string;
  editing: boolean;
  onEdit: () => void;
  form: (settings: object | undefined) => ReactNode;
};

export const RuleSection = ({ kind, about, editing, onEdit, form }: Props) => {
  const rule = useRule(kind);
  const { current, coming } = rule;
  const canSet = canSetPolicy(useUser(), kind);
  const last = coming.at(-1) ?? current;
  return (
    <section
      aria-labelledby={`rule-${kind}`}
      className="min-w-0 rounded-lg border border-line bg-card px-4 py-3.5 shadow-card print:border-0"
    >
      <RuleHead rule={rule} kind={kind} {...(canSet && !editing && { onEdit })} />
      <p className="text-ink-2 text-sm">{about}</p>
      {editing && canSet ? (
        <div className="mt-3.5 border-line border-t pt-3.5">{form(last?.settings)}</div>
      ) : (
        <>
          <Sentences kind={kind} settings={current?.settings} />
          {current && <Made policy={current} label="In effect since" />}
          {!canSet && <p className="pt-1.5 text-ink-3 text-sm">Only a superadmin can change this.</p>}
        </>
      )}
      {coming.map((policy) => (
        <Coming key={policy.id} policy={policy} canSet={canSet} />
      ))}
      <History rule={rule} />
    </section>
  );
};

type HeadProps = { rule: Rule; kind: PolicyKind; onEdit?: () => void };

const RuleHead = ({ rule: { current, coming }, kind, onEdit }: HeadProps) => {
  const isOn = isRuleOn(kind, current?.settings);
  const name = RULE_NAMES[kind];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 id={`rule-${kind}`} className="font-semibold text-lg tracking-[-0.01em]">
        {name}
      </h2>
      {kind !== 'application' && <Badge tone={isOn ? 'ok' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>}
      {onEdit && (
        <Button size="small" className="ml-auto" onClick={onEdit}>
          {isOn || current || coming.length > 0 ? 'Change' : 'Turn On'}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </div>
  );
};

const Sentences = ({ kind, settings }: { kind: PolicyKind; settings: object | undefined }) => (
  <ul className="num grid gap-0.5 pt-2.5 [overflow-wrap:anywhere]">
    {ruleInWords(kind, settings as PolicySettings[PolicyKind] | undefined).map((sentence, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two reminders may read alike
      <li key={at}>{sentence}</li>
    ))}
  </ul>
);

const Made = ({ policy, label }: { policy: Policy; label: string }) => (
  <p className="num flex flex-wrap items-center gap-x-2 pt-1.5 text-ink-3 text-sm">
    <span>
      {label} {formatDate(policy.starts_on)}, set by {policy.made_by_name ?? 'Porchlight'} on{' '}
      {formatDateTime(policy.made_at)}.
    </span>
    <WaitingMark item={useWaiting().get(policy.id)} />
  </p>
);

const Coming = ({ policy, canSet }: { policy: Policy; canSet: boolean }) => {
  const [asking, setAsking] = useState(false);
  const day = formatDate(policy.starts_on);
  return (
    <div className="mt-3 rounded-md bg-sunk px-3.5 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">From {day}</h3>
        {canSet && (
          <Button size="small" onClick={() => setAsking(true)}>
            Withdraw<span className="sr-only"> what starts on {day}</span>
          </Button>
        )}
      </div>
      <Sentences kind={policy.kind} settings={policy.settings} />
      <Made policy={policy} label="Starts on" />
      <WithdrawDialog policy={policy} open={asking} onClose={() => setAsking(false)} />
    </div>
  );
};

type WithdrawProps = { policy: Policy; open: boolean; onClose: () => void };

const WithdrawDialog = ({ policy: { id, kind, starts_on }, ...dialog }: WithdrawProps) => (
  <ConfirmChange
    {...dialog}
    title="Withdraw Rule"
    confirm="Withdraw"
    busyLabel="Withdrawing…"
    write={() => save('withdrawPolicy', { id })}
    said="Rule withdrawn"
    fallback="The rule could not be withdrawn. Please try again."
  >
    {RULE_NAMES[kind]} will not change on {formatDate(starts_on)}. The current rule stays in effect.
  </ConfirmChange>
);

const History = ({ rule: { past } }: { rule: Rule }) =>
  past.length > 0 && (
    <details className="mt-2.5 text-sm print:hidden">
      <summary className="w-fit cursor-pointer rounded-sm text-ink-2 hover:text-ink touch:py-2.5">
        History ({past.length})
      </summary>
      <ol>
        {past.map((policy) => (
          <li key={policy.id} className="border-line border-t py-2 first:border-t-0">
            <Sentences kind={policy.kind} settings={policy.settings} />
            <Made policy={policy} label="From" />
          </li>
        ))}
      </ol>
    </details>
  );
