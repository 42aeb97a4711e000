import { clsx } from 'clsx';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { IN_THE_MINUTES, REASON_MISSING, ReasonField } from '../plain-fields.tsx';
import { useRoom } from './context.ts';
import { namesOf } from './model.ts';

type Option<Value extends string> = { value: Value; label: string; key?: string };

/** Radio buttons side by side. The arrow keys move the focus alone, because each choice is recorded. */
export const Segments = <Value extends string>({
  label,
  options,
  value,
  onChange,
  disabled = false,
  quiet,
}: {
  label: string;
  options: readonly Option<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  disabled?: boolean;
  /** This choice says that there is nothing: it has no colour. */
  quiet?: Value;
}) => {
  const focusable = options.some((option) => option.value === value) ? value : options[0]?.value;
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-disabled={disabled || undefined}
      className="inline-flex shrink-0 overflow-hidden rounded-md border border-line-strong"
    >
      {options.map((option) => (
        <Segment
          key={option.value}
          label={option.label}
          isChosen={option.value === value}
          isQuiet={option.value === quiet}
          isFocusable={option.value === focusable}
          disabled={disabled}
          onClick={() => onChange(option.value)}
        />
      ))}
    </div>
  );
};

type SegmentProps = {
  label: string;
  isChosen: boolean;
  isQuiet: boolean;
  isFocusable: boolean;
  disabled: boolean;
  onClick: () => void;
};

const Segment = ({ label, isChosen, isQuiet, isFocusable, disabled, onClick }: SegmentProps) => (
  // biome-ignore lint/a11y/useSemanticElements: an arrow key would choose a native radio button
  <button
    type="button"
    role="radio"
    aria-checked={isChosen}
    disabled={disabled}
    tabIndex={isFocusable ? 0 : -1}
    onKeyDown={moveFocus}
    onClick={onClick}
    className={clsx(
      'min-h-8.5 border-line-strong px-2.5 font-medium text-sm -outline-offset-2 transition-colors not-first:border-l touch:min-h-11',
      !isChosen && 'bg-card text-ink not-disabled:hover:bg-sunk',
      isChosen && (isQuiet ? 'bg-grey-soft text-ink' : 'bg-pine text-pine-ink'),
      disabled && 'cursor-not-allowed opacity-75',
    )}
  >
    {label}
  </button>
);

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const moveFocus = (event: KeyboardEvent<HTMLButtonElement>) => {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const radios = [...event.currentTarget.parentElement!.querySelectorAll('button')];
  radios.at((radios.indexOf(event.currentTarget) + step) % radios.length)?.focus();
};

/** A name that may be typed, with those who are here as suggestions. */
export const NameField = ({
  label,
  value,
  onChange,
  required = false,
  error,
  hint,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  error?: string | undefined;
  hint?: string;
}) => {
  const { books, presence } = useRoom();
  const id = useId();
  const names = namesOf(books, new Set(presence.present.map(({ unit }) => unit.id)));
  return (
    <Field label={label} required={required} error={error} hint={hint}>
      <Input value={value} list={id} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
      <datalist id={id}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </Field>
  );
};

type DialogProps = {
  title: string;
  subtitle?: ReactNode;
  submit: string;
  variant?: ButtonVariant;
  wide?: boolean;
  /** Closes unless it gives false. */
  onSubmit: () => Promise<boolean | undefined> | boolean | undefined;
  onClose: () => void;
  children?: ReactNode;
};

/** A dialog with one form; it is mounted while it is open. */
export const FormDialog = ({ submit, variant = 'primary', onSubmit, children, ...dialog }: DialogProps) => {
  const id = useId();
  const { failure } = useRoom();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    // React passes it on to the form of a dialog around this one.
    event.stopPropagation();
    if (busy) return;
    setSent(true);
    setBusy(true);
    const done = await onSubmit();
    setBusy(false);
    if (done !== false) dialog.onClose();
  };
  return (
    <Dialog
      open
      {...dialog}
      footer={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button type="submit" form={id} variant={variant} busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4 py-1" onSubmit={send}>
        {children}
        {sent && failure && <Alert tone="error">{failure}</Alert>}
      </form>
    </Dialog>
  );
};

/** Problems of a form by field, false where there is none: shown once it was submitted with one. */
export const useErrors = <Name extends string>(problems: Record<Name, string | false>) => {
  const [tried, setTried] = useState(false);
  const entries = Object.entries<string | false>(problems);
  const errors = Object.fromEntries(entries.map(([name, problem]) => [name, (tried && problem) || undefined]));
  const isValid = () => {
    setTried(true);
    return entries.every(([, problem]) => !problem);
  };
  return { errors: errors as Record<Name, string | undefined>, isValid };
};

/** Asks for a reason, and takes no blank one. */
export const ReasonDialog = ({
  onReason,
  ...dialog
}: Omit<DialogProps, 'onSubmit' | 'children'> & { onReason: (reason: string) => Promise<boolean> }) => {
  const [reason, setReason] = useState('');
  const { errors, isValid } = useErrors({ reason: !reason.trim() && REASON_MISSING });
  return (
    <FormDialog {...dialog} onSubmit={() => isValid() && onReason(reason.trim())}>
      <ReasonField value={reason} onChange={setReason} required hint={IN_THE_MINUTES} error={errors.reason} />
    </FormDialog>
  );
};
