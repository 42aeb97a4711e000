import { Check } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { Kbd } from './brand.tsx';
import { Dialog } from './dialog.tsx';
import type { Option } from './select-frame.tsx';

type Props<Value extends string> = {
  open: boolean;
  title: string;
  options: readonly Option<Value>[];
  /** The one that is chosen now; null where several records differ. */
  value: Value | null;
  onPick: (value: Value) => void;
  onClose: () => void;
};

/** A choice by one more key: the number of an option, or the arrows and Enter. */
export const QuickPick = <Value extends string>({ open, title, options, value, onPick, onClose }: Props<Value>) => {
  const pick = (picked: Value) => {
    onClose();
    onPick(picked);
  };
  useNumbers(open, (at) => options[at] && pick(options[at].value));
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <Options options={options} value={value} onPick={pick} />
    </Dialog>
  );
};

/** On the window, because the number may be pressed before the dialog has loaded. */
const useNumbers = (open: boolean, run: (at: number) => unknown) => {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run(Number(event.key) - 1);
  });
  useEffect(() => {
    if (!open) return;
    const listener = (event: globalThis.KeyboardEvent) => press(event);
    addEventListener('keydown', listener, true);
    return () => removeEventListener('keydown', listener, true);
  }, [open]);
};

type OptionsProps<Value extends string> = Pick<Props<Value>, 'options' | 'value' | 'onPick'>;

const Options = <Value extends string>({ options, value, onPick }: OptionsProps<Value>) => {
  const list = useRef<HTMLUListElement>(null);
  const chosen = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  );
  return (
    <ul ref={list} onKeyDown={(event) => moveBetween(list.current, event)} className="-mx-2 grid">
      {options.map((option, at) => (
        <li key={option.value}>
          <button
            type="button"
            data-autofocus={at === chosen || undefined}
            aria-current={option.value === value || undefined}
            onClick={() => onPick(option.value)}
            className="flex min-h-9 w-full items-center gap-2.5 rounded-sm px-2 text-left -outline-offset-2 hover:bg-sunk focus-visible:bg-sunk touch:min-h-11"
          >
            <Check aria-hidden className={option.value === value ? CHECK : `${CHECK} invisible`} />
            {option.icon}
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{option.label}</span>
            {at < 9 && (
              <span className="max-md:hidden">
                <Kbd>{at + 1}</Kbd>
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
};

const CHECK = 'size-4 shrink-0 text-pine-text';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

const moveBetween = (list: HTMLElement | null, event: KeyboardEvent) => {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...(list?.querySelectorAll('button') ?? [])];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
};
