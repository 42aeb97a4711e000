import { CircleCheck, CircleX } from 'lucide-react';
import { useSyncExternalStore } from 'react';

type Toast = { id: number; tone: 'success' | 'error'; message: string };

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();
const show = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

/** Shows a short message at the foot of the screen for `forMs` milliseconds (3 s unless told). */
export const toast = (message: string, tone: Toast['tone'] = 'success', forMs = 3000): void => {
  last += 1;
  const id = last;
  show([...toasts, { id, tone, message }]);
  setTimeout(() => show(toasts.filter((other) => other.id !== id)), forMs);
};

/** Where toasts appear; mounted once, by the shell. */
export const Toasts = () => {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-20 z-60 grid justify-items-center gap-2 md:bottom-6"
    >
      {shown.map((item) => (
        <p
          key={item.id}
          role={item.tone === 'error' ? 'alert' : 'status'}
          className="pointer-events-auto flex max-w-md items-center gap-2 rounded-md bg-card px-3.5 py-2.5 font-medium shadow-float"
        >
          {item.tone === 'error' ? (
            <CircleX aria-hidden className="size-4 shrink-0 text-red" />
          ) : (
            <CircleCheck aria-hidden className="size-4 shrink-0 text-pine-text" />
          )}
          {item.message}
        </p>
      ))}
    </div>
  );
};
