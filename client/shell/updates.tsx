import { lazy, Suspense } from 'react';

/** Without it a page whose code was not fetched works until it is loaded again. */
const nothing = { default: () => null };
const UpdatePrompt = lazy(() => import('./update-prompt.tsx').catch(() => nothing));

/** Registers the service worker and offers a new version, once the first screen stands. */
export const Updates = () => (
  <Suspense>
    <UpdatePrompt />
  </Suspense>
);
