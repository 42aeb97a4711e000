import { Component, type ReactNode } from 'react';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

/** Catches errors while a screen loads or renders, so that the navigation stays. Key it by the path. */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Alert
        tone="error"
        title="This screen could not be opened"
        actions={
          <Button size="small" onClick={() => location.reload()}>
            Try Again
          </Button>
        }
      >
        It may not be stored on this device yet. What you typed is kept.
      </Alert>
    );
  }
}
