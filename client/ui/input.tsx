import { clsx } from 'clsx';
import { Eye, EyeOff, Search, X } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { useFieldLabel, useFieldProps } from './field-context.ts';

/** Inside a Field it takes its id, hint and error from there. Spread `register(...)` on it. */
export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input {...useFieldProps()} {...rest} className={clsx('control', className)} />
);

export const Textarea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea rows={3} {...useFieldProps()} {...rest} className={clsx('control field-sizing-content py-2', className)} />
);

/** The toggle's name avoids "password", so that a search by the field's label finds only the field. */
export const PasswordInput = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => {
  const [shown, setShown] = useState(false);
  const field = useFieldLabel();
  return (
    <span className="relative block">
      <Input {...rest} type={shown ? 'text' : 'password'} className={clsx('pr-10 max-md:pr-12', className)} />
      <IconButton
        icon={shown ? EyeOff : Eye}
        label={shown ? 'Hide characters' : 'Show characters'}
        aria-describedby={field}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0.5 my-auto aria-pressed:bg-transparent aria-pressed:text-ink-2"
      />
    </span>
  );
};

type Props = { label: string; value: string; onChange: (value: string) => void; className?: string };

/** Its own button clears it: the browser's has a colour of its own, and Firefox has none. */
export const SearchInput = ({ label, value, onChange, className }: Props) => {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <span className={clsx("relative block print:flex print:gap-2 print:before:content-['Search:']", className)}>
      <Search
        aria-hidden
        className="print:hidden pointer-events-none absolute inset-y-0 left-2.75 my-auto size-4 text-ink-3"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={clsx('control pl-8.5', value && 'pr-10 max-md:pr-12')}
      />
      {value && (
        <IconButton icon={X} label="Clear search" onClick={clear} className="absolute inset-y-0 right-0.5 my-auto" />
      )}
    </span>
  );
};
