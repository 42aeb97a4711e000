/** Loaded by the service worker (vite.config.ts): lets requests of the API pass it by, where the browser can. One that comes
 * while a version ends would start it again, and Chromium then leaves the next version waiting. */

self.addEventListener('install', (event) => {
  event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' });
});
