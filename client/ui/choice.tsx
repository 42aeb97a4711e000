import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';

type Choice = { label: ReactNode; hint?: ReactNode } & Omit<ComponentProps<'input'>, 'type'>;

const ChoiceInput = ({ type, label, hint, className, ...rest }: Choice & { type: 'checkbox' | 'radio' }) => {
  const id = useId();
  return (
    <span className={clsx('flex items-start gap-2.5 touch:min-h-11', !hint && 'touch:items-center', className)}>
      <input
        {...rest}
        id={id}
        type={type}
        aria-describedby={hint ? `${id}hint` : undefined}
        className={clsx('mt-0.75 shrink-0', hint ? 'touch:-mt-0.5' : 'touch:mt-0')}
      />
      <span>
        <label htmlFor={id} className={clsx('-my-0.5 inline-block py-0.5', !hint && 'touch:py-3')}>
          {label}
        </label>
        {hint && (
          <span id={`${id}hint`} className="block text-ink-3 text-sm">
            {hint}
          </span>
        )}
      </span>
    </span>
  );
};

/** Spread `register(...)` on it, or pass `checked` and `onChange`. */
export const Checkbox = (props: Choice) => <ChoiceInput {...props} type="checkbox" />;

export const Radio = (props: Choice) => <ChoiceInput {...props} type="radio" />;

type Props = { label: string; error?: string | undefined; children: ReactNode };

export const ChoiceGroup = ({ label, error, children }: Props) => {
  const id = useId();
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 font-medium">{label}</legend>
      {children}
      {error && (
        <p id={id} className="text-red text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
};
