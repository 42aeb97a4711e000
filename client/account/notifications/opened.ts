import { navigate } from 'wouter/use-browser-location';

/** Goes where the service worker says that a push was clicked. */
export const watchOpened = (): void => {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open?: unknown } | null>) => {
    if (typeof data?.open === 'string' && data.open.startsWith('/')) navigate(data.open);
  });
};
