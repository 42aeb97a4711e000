import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/input.tsx';

type Registered = { field: UseFormRegisterReturn; error: { message?: string } | undefined };

/** A new password, typed twice. */
export const NewPasswords = ({
  label,
  hint,
  first,
  second,
}: {
  label: string;
  hint: string;
  first: Registered;
  second: Registered;
}) => (
  <>
    <Field label={label} required hint={hint} error={first.error?.message}>
      <PasswordInput autoComplete="new-password" {...first.field} />
    </Field>
    <Field label="Confirm password" required error={second.error?.message}>
      <PasswordInput autoComplete="new-password" {...second.field} />
    </Field>
  </>
);

/** Tells a password manager whose password this is, where no field asks for it. */
export const Whose = ({ email }: { email: string }) => (
  <input type="email" autoComplete="username" value={email} readOnly hidden />
);
