import { useId, useState } from 'react';
import {
  type GrantedScope,
  isWritable,
  TOKEN_DAYS,
  TOKEN_FEATURES,
  TOKEN_NAME_LIMIT,
} from '../../../schema/api-tokens.ts';
import { api } from '../../device/api.ts';
import { useCan } from '../../device/session.ts';
import { withStepUp } from '../../device/step-up.ts';
import { DialogActions, PlainForm } from '../../forms/actions.tsx';
import { FailureAlert, failureOf } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { OnlyOnce } from './parts.tsx';

type Access = 'none' | 'read' | 'write';
type Choices = Record<string, Access>;

const FEATURES = Object.keys(TOKEN_FEATURES) as (keyof typeof TOKEN_FEATURES)[];
const ACCESS = [
  { value: 'none', label: 'No access' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and change' },
] as const;
const DAYS = TOKEN_DAYS.map((days) => ({ value: String(days), label: days === 365 ? 'In a year' : `In ${days} days` }));

const scopesOf = (choices: Choices): GrantedScope[] =>
  Object.entries(choices).flatMap(([feature, access]) =>
    access === 'none' ? [] : [`${feature}:${access}` as GrantedScope],
  );

const MONEY: GrantedScope[] = ['dues:read', 'invoices:read', 'accounts:read'];

type Props = { open: boolean; onClose: () => void; onMade: () => void };

/** Asks what the token may do, then shows it once. */
export const NewTokenDialog = ({ open, onClose, onMade }: Props) => {
  const [token, setToken] = useState('');
  const close = () => {
    onClose();
    setToken('');
  };
  const made = (secret: string) => {
    setToken(secret);
    onMade();
  };
  const form = useId();
  const state = useTokenForm(made);
  return (
    <Dialog
      open={open}
      onClose={close}
      title={token ? 'Your New API Token' : 'Create API Token'}
      footer={!token && <DialogActions form={form} onCancel={close} submit="Create Token" busy={state.busy} />}
    >
      {token ? <OnlyOnce label="API token" secret={token} onDone={close} /> : <TokenForm id={form} {...state} />}
    </Dialog>
  );
};

const useTokenForm = (onMade: (token: string) => void) => {
  const [name, setName] = useState('');
  const [all, setAll] = useState<'read' | 'write' | 'money' | 'some'>('read');
  const [choices, setChoices] = useState<Choices>({});
  const [days, setDays] = useState('90');
  const [errors, setErrors] = useState<{ name?: string; scopes?: string }>({});
  const { submit, busy, failure } = useSubmit(
    (error) => failureOf(error, 'The token could not be created. Please try again.'),
    {
      repeat: true,
    },
  );
  const create = async () => {
    const scopes = all === 'some' ? scopesOf(choices) : all === 'money' ? MONEY : [all];
    const missing = {
      ...(name.trim() === '' && { name: 'Please enter a name for the token' }),
      ...(scopes.length === 0 && { scopes: 'Please choose what the token can do' }),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    await submit(async () => {
      const body = { name, scopes, days: Number(days) };
      const { token } = await withStepUp(() => api<{ token: string }>('/api/tokens', { method: 'POST', body }));
      setName('');
      setChoices({});
      onMade(token);
    });
  };
  const typeName = (typed: string) => {
    setName(typed);
    setErrors({});
  };
  return { name, setName: typeName, all, setAll, choices, setChoices, days, setDays, errors, create, busy, failure };
};

type TokenFormState = ReturnType<typeof useTokenForm>;

const TokenForm = ({ id, ...form }: { id: string } & TokenFormState) => (
  <PlainForm id={id} onSubmit={form.create}>
    <FailureAlert failure={form.failure} />
    <Field label="Name" required error={form.errors.name} hint="What it is for, such as Accounting">
      <Input
        value={form.name}
        maxLength={TOKEN_NAME_LIMIT}
        autoComplete="off"
        onChange={({ target }) => form.setName(target.value)}
      />
    </Field>
    <Permissions {...form} />
    <Field label="Expires" required>
      <Select value={form.days} options={DAYS} onChange={form.setDays} />
    </Field>
  </PlainForm>
);

const Permissions = ({ all, setAll, choices, setChoices, errors }: TokenFormState) => {
  const manages = useCan('api.manage');
  return (
    <>
      <ChoiceGroup label="Permissions" error={errors.scopes}>
        <Radio name="all" label="Read everything" checked={all === 'read'} onChange={() => setAll('read')} />
        <Radio
          name="all"
          label="Read and change everything"
          hint="Except sign-ins, passwords, the plan, payouts, tokens and data erasure. No token can change these."
          checked={all === 'write'}
          onChange={() => setAll('write')}
        />
        <Radio
          name="all"
          label="Read dues, invoices, payments and accounts"
          hint="For accounting software"
          checked={all === 'money'}
          onChange={() => setAll('money')}
        />
        <Radio name="all" label="Only what I choose" checked={all === 'some'} onChange={() => setAll('some')} />
      </ChoiceGroup>
      {all === 'some' && (
        <div className="grid gap-3 sm:grid-cols-2">
          {FEATURES.filter((feature) => manages || feature !== 'activity').map((feature) => (
            <Field key={feature} label={TOKEN_FEATURES[feature]}>
              <Select
                value={choices[feature] ?? 'none'}
                options={isWritable(feature) && (manages || feature !== 'association') ? ACCESS : ACCESS.slice(0, 2)}
                onChange={(access) => setChoices({ ...choices, [feature]: access })}
              />
            </Field>
          ))}
        </div>
      )}
    </>
  );
};
