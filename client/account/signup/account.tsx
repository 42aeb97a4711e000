import { zodResolver } from '@hookform/resolvers/zod';
import { ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { accountForm } from '../../../schema/signup.ts';
import { ApiError } from '../../device/http.ts';
import type { Failure } from '../../forms/failure.tsx';
import { Field } from '../../ui/field.tsx';
import { formatPrice } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { NewPasswords } from '../auth/parts.tsx';
import { usePasswordWeakness } from '../auth/password-weakness.ts';
import { NarrowForm } from '../send-form.tsx';
import { TAKEN, UniqueField, useAvailability } from './availability.tsx';
import { createTrial } from './calls.ts';
import { BackButton, failureOf, StepFailure, StepScreen } from './parts.tsx';
import {
  currentSignup,
  dispatch,
  initialEmail,
  resumeSecret,
  setFailure,
  usePasswords,
  useSignup,
} from './signup-store.ts';
import type { Account, ChosenPlan } from './state.ts';
import { accountCreated, backToPlans, reserve, setAccount, setReserved } from './transitions.ts';

const LABELS = { submit: 'Continue to Payment Setup', saving: 'Creating Account...' };

export const AccountStep = () => {
  const { errors: failures, plan } = useSignup();
  const { register, submit, errors, weakness, busy, email, hoa_name } = useAccount();
  const waits = email === 'checking' || hoa_name === 'checking';
  return (
    <StepScreen step="account_creation" title="Create Your Account" subtitle={plan && <PlanTerms plan={plan} />}>
      <RoleNote />
      <StepFailure failure={failures.account} />
      <NarrowForm {...LABELS} onSubmit={submit} busy={busy} disabled={waits}>
        <UniqueField label="Email" status={email} error={errors.email?.message} taken={TAKEN.email}>
          <Input
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            className="pr-9"
            {...register('email')}
          />
        </UniqueField>
        <NewPasswords
          label="Password"
          hint="At least 8 characters, with a letter and a number"
          first={{ field: register('password'), error: errors.password }}
          second={{ field: register('confirmPassword'), error: errors.confirmPassword }}
          weakness={weakness}
        />
        <Field label="Full name" required error={errors.name?.message}>
          <Input autoComplete="name" {...register('name')} />
        </Field>
        <UniqueField label="HOA name" status={hoa_name} error={errors.hoa_name?.message} taken={TAKEN.hoa_name}>
          <Input autoComplete="organization" className="pr-9" {...register('hoa_name')} />
        </UniqueField>
      </NarrowForm>
      <BackButton disabled={busy} onClick={() => dispatch(backToPlans)}>
        Back to Plans
      </BackButton>
    </StepScreen>
  );
};

const RoleNote = () => (
  <p className="flex items-start gap-2.5 rounded-md bg-sunk px-3.5 py-2.5 text-ink-2">
    <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
    You'll automatically become the superadmin
  </p>
);

const PlanTerms = ({ plan }: { plan: ChosenPlan }) => (
  <>
    <b className="font-semibold text-ink">{plan.display_name}</b>, free for 30 days, then{' '}
    {formatPrice(plan.price_cents)} per month
  </>
);

type Values = z.infer<typeof accountForm>;
type FieldName = keyof Values;

const NO_PLAN = 'Please go back and select a plan first.';
const FAILED = 'Failed to create account. Please try again.';

/** Stored on the device at each change, except for the passwords, which stay in memory. */
const useAccount = () => {
  const [passwords, setPasswords] = usePasswords();
  const form = useForm<Values>({
    resolver: zodResolver(accountForm),
    defaultValues: { ...currentSignup().account, email: initialEmail(), ...passwords },
  });
  const { isSubmitting, errors } = form.formState;
  const typed = form.watch();
  const { email, name, hoa_name, password, confirmPassword } = typed;
  useEffect(() => {
    const { account } = currentSignup();
    if (account.email !== email || account.name !== name || account.hoa_name !== hoa_name)
      dispatch(setAccount({ email, name, hoa_name }));
  }, [email, name, hoa_name]);
  useEffect(() => setPasswords({ password, confirmPassword }), [password, confirmPassword, setPasswords]);
  const weakness = usePasswordWeakness(password, { email, name, hoa_name });
  const clear = () => setFailure('account');
  const submit = form.handleSubmit(async ({ confirmPassword: _, ...values }) => {
    clear();
    if (weakness) return form.setFocus('password');
    await create(values).catch((error: unknown) => {
      for (const [field, message] of Object.entries(fieldErrors(error)))
        form.setError(field as FieldName, { message }, { shouldFocus: true });
      setFailure('account', generalFailure(error));
    });
  }, clear);
  return {
    register: form.register,
    submit,
    errors,
    weakness,
    busy: isSubmitting,
    email: useAvailability('email', email, isSubmitting),
    hoa_name: useAvailability('hoa_name', hoa_name, isSubmitting),
  };
};

const create = async ({ password, ...account }: Omit<Values, 'confirmPassword'>): Promise<void> => {
  const { plan, reserved } = currentSignup();
  if (!plan) throw new Error(NO_PLAN);
  const secret = resumeSecret();
  dispatch(reserve(account));
  try {
    const answer = await createTrial({ ...account, password, plan: plan.name }, secret);
    dispatch(accountCreated(account, answer));
  } catch (error) {
    if (isRefused(error)) dispatch(setReserved(secret ? reserved : null));
    throw error;
  }
};

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

const FIELDS: readonly (keyof Account | 'password')[] = ['email', 'name', 'hoa_name', 'password'];

const fieldErrors = (error: unknown): Partial<Record<FieldName, string>> => {
  if (!(error instanceof ApiError)) return {};
  const taken = Object.entries(TAKEN).filter(([, sentence]) => sentence === error.message);
  if (taken.length > 0) return Object.fromEntries(taken);
  const named = error.errors.filter(({ path }) => FIELDS.includes(path as keyof Account));
  return Object.fromEntries(named.map(({ path, msg }) => [path, msg]));
};

const generalFailure = (error: unknown): Failure | undefined =>
  Object.keys(fieldErrors(error)).length > 0 ? undefined : failureOf(error, FAILED);
