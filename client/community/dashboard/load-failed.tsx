import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

export const LoadFailed = () => (
  <Alert
    tone="error"
    actions={
      <Button size="small" onClick={() => location.reload()}>
        Retry
      </Button>
    }
  >
    Failed to load dashboard data
  </Alert>
);
