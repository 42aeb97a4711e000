import { clsx } from 'clsx';
import { Eye, EyeOff, Search } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './button.tsx';
import { useFieldLabel, useFieldProps } from './field-context.ts';

/** A one-line text field; inside a Field it takes its name, hint and error from there. Spread `register(...)` on it. */
export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input {...useFieldProps()} {...rest} className={clsx('control', className)} />
);

/** A plain text area that grows with its text. */
export const Textarea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea rows={3} {...useFieldProps()} {...rest} className={clsx('control field-sizing-content py-2', className)} />
);

/** A password with a button that shows and hides it; the button's name and pressed state say which. Its name never
 * says "password": whoever looks for the field by its label would find the button too. */
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

/** The search field of a list. `label` ("Search requests") is its name and its placeholder. */
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
