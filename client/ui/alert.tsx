import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { IconButton } from './button.tsx';

const TONES = {
  error: { box: 'border-red-line bg-red-soft text-red', icon: CircleAlert, role: 'alert', live: 'assertive' },
  success: { box: 'border-transparent bg-good-soft text-good', icon: CircleCheck, role: 'status', live: 'polite' },
  info: { box: 'border-line bg-sunk text-ink-2', icon: Info, role: undefined, live: undefined },
} as const;

type Props = {
  tone: 'error' | 'success' | 'info';
  title?: string;
  onClose?: (() => void) | undefined;
  clearAfter?: number;
  actions?: ReactNode;
  children?: ReactNode;
};

/** An error stays until it is dismissed or replaced; a success may call `onClose` by itself after `clearAfter`
 * milliseconds. With `onClose` there is a Dismiss button. */
export const Alert = ({ tone, title, onClose, clearAfter, actions, children }: Props) => {
  useTimeout(clearAfter, onClose);
  const { box, icon: Icon, role, live } = TONES[tone];
  return (
    <div
      role={role}
      aria-live={live}
      className={clsx('flex flex-wrap items-start gap-2.5 rounded-md border px-3.5 py-2.5 print:hidden', box)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {actions && (
        <div className="flex flex-wrap gap-2 max-md:order-last max-md:basis-full max-md:pl-6.5">{actions}</div>
      )}
      {onClose && (
        <IconButton
          icon={X}
          label="Dismiss"
          onClick={onClose}
          className="-my-1.5 -mr-2 text-current hover:bg-transparent hover:text-current max-md:-my-2.5"
        />
      )}
    </div>
  );
};

const useTimeout = (after: number | undefined, then: (() => void) | undefined) => {
  const end = useEffectEvent(() => then?.());
  useEffect(() => {
    if (after === undefined) return;
    const timer = setTimeout(() => end(), after);
    return () => clearTimeout(timer);
  }, [after]);
};
