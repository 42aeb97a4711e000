import { CircleCheck } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

type Tone = 'success' | 'error';
type Action = { label: string; run: () => void };

/** The library loads with the first toast; most visits show none. */
let isWanted = false;
let announce = () => {};
const ready = Promise.withResolvers<void>();

/** `forMs` is in milliseconds; an error stays until it is dismissed. The button of `action` closes it. */
export const toast = async (message: string, tone: Tone = 'success', forMs = 3000, action?: Action): Promise<void> => {
  isWanted = true;
  announce();
  const [{ toast: show }] = await Promise.all([import('sonner'), ready.promise]);
  const button = (id: string | number, { label, run }: Action) => (
    <Button
      size="small"
      variant="ghost"
      onClick={() => {
        show.dismiss(id);
        run();
      }}
    >
      {label}
    </Button>
  );
  show.custom(
    (id) =>
      tone === 'error' ? (
        <div className="w-96 max-w-full rounded-md bg-card shadow-float">
          <Alert tone="error" onClose={() => show.dismiss(id)}>
            {message}
          </Alert>
        </div>
      ) : (
        <Message action={action && button(id, action)}>{message}</Message>
      ),
    { duration: tone === 'error' ? Number.POSITIVE_INFINITY : forMs },
  );
};

const Toaster = lazy(async () => {
  const sonner = await import('sonner');
  return { default: () => <Ready Toaster={sonner.Toaster} /> };
});

/** A toast shown before the Toaster is mounted would be lost; effects of children run first. */
const Ready = ({ Toaster }: Pick<typeof import('sonner'), 'Toaster'>) => {
  useEffect(ready.resolve, []);
  return <Toaster position="bottom-center" mobileOffset={{ bottom: 80 }} />;
};

export const Toasts = () => <Suspense>{useSyncExternalStore(subscribe, () => isWanted) && <Toaster />}</Suspense>;

const subscribe = (listener: () => void) => {
  announce = listener;
  return () => {
    announce = () => {};
  };
};

const Message = ({ action, children }: { action: ReactNode; children: string }) => (
  <div className="flex max-w-md items-center gap-2 rounded-md bg-card px-3.5 py-2 shadow-float">
    <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
    <p role="status" className="py-0.5 font-medium">
      {children}
    </p>
    {action}
  </div>
);
