import { lazy } from 'react';

/** A screen that is still being built, under its own heading and title, so that the way there already works. */
export const coming = (title: string, subtitle?: string) =>
  lazy(async () => {
    const { ComingScreen } = await import('./coming-screen.tsx');
    return { default: () => <ComingScreen title={title} subtitle={subtitle} /> };
  });
