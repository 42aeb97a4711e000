/** Loaded by the service worker (vite.config.ts): shows what is pushed, and opens it. */

self.addEventListener('push', (event) => {
  const { title, path, tag } = event.data?.json() ?? {};
  if (typeof title !== 'string') return;
  const options = { tag, data: { path }, icon: '/icon-192.png', badge: '/icon-192.png' };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data?.path ?? '/')));
});

/** An open page goes there itself, so that what is typed in it is kept. */
const open = async (path) => {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) return self.clients.openWindow(url.href);
  page.postMessage({ open: url.pathname });
  await page.focus();
};
