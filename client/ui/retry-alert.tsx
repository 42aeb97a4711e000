import type { ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

type Props = { title?: string; label?: string; onRetry?: () => void; children?: ReactNode };

/** The error of a load that failed, with a button that tries again, by default by loading the page anew. */
export const RetryAlert = ({ title, label = 'Try Again', onRetry = () => location.reload(), children }: Props) => (
  <Alert
    tone="error"
    {...(title && { title })}
    actions={
      <Button size="small" onClick={onRetry}>
        {label}
      </Button>
    }
  >
    {children}
  </Alert>
);
