import { LoaderCircle } from 'lucide-react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import type { Failure } from './state.ts';

/** Until the provider's form can be typed into. */
export const CardLoading = () => (
  <p role="status" className="flex items-center justify-center gap-2.5 py-6 text-ink-2">
    <LoaderCircle aria-hidden className="size-4 animate-turn" />
    Loading secure card form...
  </p>
);

export const CardUnavailable = ({ failure, onRetry }: { failure: Failure; onRetry: () => void }) => (
  <Alert
    tone="error"
    title={failure.message}
    actions={
      <Button size="small" onClick={onRetry}>
        Try Again
      </Button>
    }
  >
    {failure.reason}
  </Alert>
);
