import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod';
import { accountForm } from '../../schema/signup.ts';
import { ApiError } from '../http.ts';
import { TAKEN, useAvailability } from './availability.tsx';
import { createTrial } from './calls.ts';
import { failureOf } from './failure.tsx';
import { accountCreated, askFor, refused, typeAccount } from './moves.ts';
import type { Account, Failure } from './state.ts';
import { change, currentSignup, earlierProof, fail, knownEmail, usePasswords } from './store.ts';

type Values = z.infer<typeof accountForm>;
type FieldName = keyof Values;

const NO_PLAN = 'Please go back and select a plan first.';
const FAILED = 'Failed to create account. Please try again.';

/** The account form: kept on the device as it is typed (but for the passwords, which stay in memory), with what the
 * server says of the email and the HOA name. */
export const useAccount = () => {
  const [passwords, setPasswords] = usePasswords();
  const form = useForm<Values>({
    resolver: zodResolver(accountForm),
    defaultValues: { ...currentSignup().account, email: knownEmail(), ...passwords },
  });
  const { isSubmitting, errors } = form.formState;
  const typed = form.watch();
  const { email, name, hoa_name, password, confirmPassword } = typed;
  useEffect(() => {
    const { account } = currentSignup();
    if (account.email !== email || account.name !== name || account.hoa_name !== hoa_name)
      change(typeAccount({ email, name, hoa_name }));
  }, [email, name, hoa_name]);
  useEffect(() => setPasswords({ password, confirmPassword }), [password, confirmPassword, setPasswords]);
  const clear = () => fail('account');
  const submit = form.handleSubmit(async ({ confirmPassword: _, ...values }) => {
    clear();
    await create(values).catch((error: unknown) => {
      for (const [field, message] of Object.entries(fieldErrors(error)))
        form.setError(field as FieldName, { message }, { shouldFocus: true });
      fail('account', generalFailure(error));
    });
  }, clear);
  return {
    register: form.register,
    submit,
    errors,
    busy: isSubmitting,
    email: useAvailability('email', email, isSubmitting),
    hoa_name: useAvailability('hoa_name', hoa_name, isSubmitting),
  };
};

const create = async ({ password, ...account }: Omit<Values, 'confirmPassword'>): Promise<void> => {
  const { plan, reserved } = currentSignup();
  if (!plan) throw new Error(NO_PLAN);
  const proof = earlierProof();
  change(askFor(account));
  try {
    const answer = await createTrial({ ...account, password, plan: plan.name }, proof);
    change(accountCreated(account, answer));
  } catch (error) {
    if (isRefused(error)) change(refused(proof ? reserved : null));
    throw error;
  }
};

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

const FIELDS: readonly (keyof Account | 'password')[] = ['email', 'name', 'hoa_name', 'password'];

/** What the server says of single fields. */
const fieldErrors = (error: unknown): Partial<Record<FieldName, string>> => {
  if (!(error instanceof ApiError)) return {};
  const taken = Object.entries(TAKEN).filter(([, sentence]) => sentence === error.message);
  if (taken.length > 0) return Object.fromEntries(taken);
  const named = error.errors.filter(({ path }) => FIELDS.includes(path as keyof Account));
  return Object.fromEntries(named.map(({ path, msg }) => [path, msg]));
};

/** What is left for the alert above the form. */
const generalFailure = (error: unknown): Failure | undefined =>
  Object.keys(fieldErrors(error)).length > 0 ? undefined : failureOf(error, FAILED);
