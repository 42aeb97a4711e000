import { Component, type ReactNode } from 'react';
import { RetryAlert } from './retry-alert.tsx';

type BoundaryProps = {
  /** Returns a reference that the user may tell to the support. */
  report?: (error: unknown) => string | undefined;
  children: ReactNode;
};

/** Catches errors while a screen loads or renders, so that the navigation stays. Key it by the path. */
export class Boundary extends Component<BoundaryProps, { failed: boolean; reference?: string | undefined }> {
  override state: { failed: boolean; reference?: string | undefined } = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.setState({ reference: this.props.report?.(error) });
  }

  override render() {
    const { failed, reference } = this.state;
    if (!failed) return this.props.children;
    return (
      <RetryAlert title="This screen could not be opened">
        {reference
          ? `Something went wrong. What you typed is saved. (Reference ${reference})`
          : 'It may not be on this device yet. What you typed is saved.'}
      </RetryAlert>
    );
  }
}
