import { useMemo, useState } from 'react';
import { unknownPlaceholder } from '../../../schema/placeholders.ts';
import type { PolicySettings } from '../../../schema/policy-inputs.ts';
import { dayOfStep } from '../../../sync/policies/rule-words.ts';
import { useRows } from '../../device/store.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useNamedAccounts } from '../accounts.ts';
import { useDues, useWriter } from '../reminders/model.ts';

type Step = PolicySettings['dunning']['steps'][number];

export const ReminderPreview = ({ steps }: { steps: readonly Step[] }) => {
  const [account_id, setAccountId] = useState<string | null>(null);
  const [at, setAt] = useState('0');
  const choices = useAccountChoices();
  const step = steps[Number(at)] ?? steps[0];
  if (!step) return null;
  return (
    <section
      aria-labelledby="reminder-preview"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line bg-sunk px-3.5 py-3"
    >
      <h3 id="reminder-preview" className="font-semibold">
        Preview
      </h3>
      <div className="grid gap-3 md:grid-cols-2">
        <Field label="Reminder to preview">
          <Select
            value={String(Math.min(Number(at), steps.length - 1))}
            onChange={setAt}
            options={steps.map(({ days }, index) => ({
              value: String(index),
              label: `${index + 1}: ${Number.isNaN(days) ? '' : dayOfStep(days)}`,
            }))}
          />
        </Field>
        <Field label="Account to preview">
          <Combobox
            value={account_id ?? ''}
            onChange={(id) => setAccountId(id || null)}
            choices={choices}
            none="No account matches"
            placeholder="Name or street"
          />
        </Field>
      </div>
      <WrittenReminder step={step} account_id={account_id} />
    </section>
  );
};

const useAccountChoices = () => {
  const named = useNamedAccounts();
  return useMemo(
    () =>
      named
        .filter(({ status }) => status === 'open')
        .map(({ id, name, home, holders }) => ({ id, label: [name, home && holders].filter(Boolean).join(' · ') })),
    [named],
  );
};

const WrittenReminder = ({ step, account_id }: { step: Step; account_id: string | null }) => {
  const account = useRows('account').get(account_id);
  const dues = useDues();
  const due = account && dues(account);
  const write = useWriter();
  const unknown = unknownPlaceholder(`${step.subject} ${step.text}`);
  if (unknown) return <p className="text-red">Unknown placeholder {unknown}.</p>;
  const written = account && due && write(step, account, due);
  if (!written)
    return (
      <p className="text-ink-2">
        {account
          ? 'Nothing is due on this account, so no reminder would be sent.'
          : 'Choose an account to read the reminder as it would be sent today.'}
      </p>
    );
  return (
    <div className="rounded-md border border-line bg-card px-3.5 py-3">
      <p className="font-semibold [overflow-wrap:anywhere]">{written.subject}</p>
      <p className="num whitespace-pre-line pt-2 [overflow-wrap:anywhere]">{written.text}</p>
    </div>
  );
};
