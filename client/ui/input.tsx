import { clsx } from 'clsx';
import { Eye, EyeOff, Search } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
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

export const SearchInput = ({
  label,
  value,
  onChange,
  className,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}) => (
  <span className={clsx('relative block', className)}>
    <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-2.75 my-auto size-4 text-ink-3" />
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="control pl-8.5"
    />
  </span>
);
