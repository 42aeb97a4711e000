import { clsx } from 'clsx';
import { ChevronDown, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

export type Option<Value extends string = string> = { value: Value; label: string; icon?: ReactNode };

/** `shown` is the button's text; `empty` says that it is a placeholder, `isFirst` that it is the first option. */
export type Shown = {
  label?: string | undefined;
  isLabelHidden?: boolean | undefined;
  shown: ReactNode;
  empty: boolean;
  isFirst?: boolean;
  onClear?: (() => void) | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
};

type Props = {
  label: ReactNode;
  button: ReactNode;
  onClear: (() => void) | undefined;
  invalid: boolean | undefined;
  className: string | undefined;
  isFullWidth?: boolean | undefined;
};

export const SelectFrame = ({ label, button, onClear, invalid, className, isFullWidth = false }: Props) => (
  <div
    className={clsx(
      'control relative flex items-center gap-2 max-md:text-base',
      Boolean(label) && !isFullWidth && 'w-auto',
      className,
    )}
    data-invalid={invalid}
  >
    {label}
    {button}
    {onClear && (
      <button
        type="button"
        onClick={onClear}
        className="relative -mr-1 grid size-6 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-sunk hover:text-ink touch:-mr-2.5 touch:size-11 print:hidden"
      >
        <X aria-hidden className="size-3.5" />
        <span className="sr-only">Clear</span>
      </button>
    )}
  </div>
);

/** The pseudo-element covers the frame, so that all of it can be pressed. */
export const selectButton = ({ empty, isFirst }: Shown): string =>
  clsx(
    'flex min-w-0 flex-1 items-center justify-between gap-2 text-left outline-none before:absolute before:inset-0 before:rounded-md',
    empty ? 'is-empty text-ink-3' : 'text-ink',
    isFirst && 'is-first',
  );

export const SelectFace = ({ shown, onClear }: Shown) => (
  <>
    <span className="min-w-0">{shown}</span>
    {!onClear && <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3 print:hidden" />}
  </>
);

export const SELECT_LABEL = "shrink-0 text-ink-2 print:after:content-[':']";
