import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Link } from 'wouter';
import { useSearchParams } from '../../device/location.ts';
import { Checkbox } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/input.tsx';
import { PageHeader } from '../../ui/page.tsx';

type Props = { title: string; documentTitle?: string; subtitle?: ReactNode; children?: ReactNode };

export const Frame = ({ title, documentTitle, subtitle, children }: Props) => (
  <div className="mx-auto grid w-full max-w-sm grid-cols-[minmax(0,1fr)] gap-4.5">
    <PageHeader title={title} subtitle={subtitle} {...(documentTitle && { documentTitle })} />
    {children}
  </div>
);

export const TextLink = ({ href, children }: { href: string; children: string }) => (
  <Link
    href={href}
    className="justify-self-center rounded-sm px-1 py-0.5 font-medium text-pine-text hover:underline max-md:py-2.5"
  >
    {children}
  </Link>
);

type Registered = { field: UseFormRegisterReturn; error: { message?: string } | undefined };

type NewPasswordsProps = {
  label: string;
  hint: string;
  first: Registered;
  second: Registered;
  /** Why what was typed first is easy to guess. */
  weakness: string | undefined;
};

export const NewPasswords = ({ label, hint, first, second, weakness }: NewPasswordsProps) => (
  <>
    <Field label={label} required hint={hint} error={first.error?.message ?? weakness}>
      <PasswordInput autoComplete="new-password" {...first.field} />
    </Field>
    <Field label="Confirm password" required error={second.error?.message}>
      <PasswordInput autoComplete="new-password" {...second.field} />
    </Field>
  </>
);

/** Beside a new password, because whoever knew the old one may know the link too. */
export const EndCalendar = (field: UseFormRegisterReturn) => (
  <Checkbox
    label="Also turn off my calendar link"
    hint="Choose this if someone else may know it. Calendars that use it will stop updating."
    {...field}
  />
);

/** Tells a password manager the account when the form has no email field. */
export const PasswordOwner = ({ email }: { email: string }) => (
  <input type="email" autoComplete="username" value={email} readOnly hidden />
);

export const useLinkToken = (): string => useSearchParams().get('token') ?? '';
