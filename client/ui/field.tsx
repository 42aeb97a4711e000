import { Description, Field as HeadlessField, Label } from '@headlessui/react';
import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { FieldContext } from './field-context.ts';

type Props = {
  label: string;
  required?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
  children: ReactNode;
};

export const Field = ({ label, required = false, hint, error, className, children }: Props) => {
  const id = useId();
  const [hintId, errorId] = [`${id}hint`, `${id}error`];
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined;
  const ids = { control: `${id}control`, label: `${id}label`, describedBy, invalid: Boolean(error), required };
  return (
    <HeadlessField className={clsx('grid content-start gap-1.5', className)}>
      <span className="flex gap-1 font-medium text-ink">
        <Label id={ids.label} htmlFor={ids.control}>
          {label}
        </Label>
        {required && (
          <span aria-hidden className="text-red">
            *
          </span>
        )}
      </span>
      <FieldContext value={ids}>{children}</FieldContext>
      {error && (
        <Description id={errorId} className="flex items-start gap-1.5 text-red text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          <span>{error}</span>
        </Description>
      )}
      {hint && (
        <Description id={hintId} className="text-ink-3 text-sm">
          {hint}
        </Description>
      )}
    </HeadlessField>
  );
};
