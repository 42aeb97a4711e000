/** Loaded by the service worker (vite.config.ts): lets requests of the API and of uploaded files pass it by, where the browser can. One that comes
 * while a version ends would start it again, and Chromium then leaves the next version waiting. */

self.addEventListener('install', (event) => {
  event.addRoutes?.(['/api/*', '/files/*'].map((urlPattern) => ({ condition: { urlPattern }, source: 'network' })));
});
