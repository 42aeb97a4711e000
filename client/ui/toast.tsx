import { CircleCheck, CircleX } from 'lucide-react';
import { lazy, Suspense } from 'react';

type Tone = 'success' | 'error';

/** Shows a short message at the foot of the screen for `forMs` milliseconds (3 s unless told). */
export const toast = async (message: string, tone: Tone = 'success', forMs = 3000): Promise<void> => {
  const { toast: show } = await import('sonner');
  show.custom(() => <Message tone={tone}>{message}</Message>, { duration: forMs });
};

const Toaster = lazy(() => import('sonner').then((sonner) => ({ default: sonner.Toaster })));

/** Where toasts appear; mounted once, by the shell. */
export const Toasts = () => (
  <Suspense>
    <Toaster position="bottom-center" mobileOffset={{ bottom: 80 }} />
  </Suspense>
);

const Message = ({ tone, children }: { tone: Tone; children: string }) => {
  const Icon = tone === 'error' ? CircleX : CircleCheck;
  return (
    <p
      role={tone === 'error' ? 'alert' : 'status'}
      className="flex max-w-md items-center gap-2 rounded-md bg-card px-3.5 py-2.5 font-medium shadow-float"
    >
      <Icon aria-hidden className={`size-4 shrink-0 ${tone === 'error' ? 'text-red' : 'text-pine-text'}`} />
      {children}
    </p>
  );
};
