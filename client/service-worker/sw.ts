import { ROLES, type Role } from '../../schema/users.ts';
import { type AppFile, CACHE, StoredFiles } from './stored-files.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly AppFile[] };

// vite.config.ts puts the files of the build in the place of this name.
const files = new StoredFiles(self.__WB_MANIFEST);

importScripts('/push.js', '/direct.js');

/** Lets a worker say once which requests are answered without it. Chromium since 123; elsewhere each request comes to `fetch`. */
type InstallEvent = ExtendableEvent & {
  addRoutes?(rule: {
    condition: { urlPattern: string; requestMethod: string };
    source: { cacheName: string };
  }): Promise<void>;
};

self.addEventListener('install', (event: InstallEvent) => {
  // Waking the worker, and a turn through it for each script, take longer than reading the scripts. What the cache lacks comes
  // from the network, and is stored in its turn.
  const routes = event.addRoutes?.({
    condition: { urlPattern: '/assets/*', requestMethod: 'GET' },
    source: { cacheName: CACHE },
  });
  event.waitUntil(Promise.all([files.install(), routes?.catch(() => undefined)]));
});

// The page of the very first visit too: it may lose its connection a minute later.
self.addEventListener('activate', (event) => event.waitUntil(files.removeOthers().then(() => self.clients.claim())));

self.addEventListener('fetch', (event) => {
  const answer = files.answer(event.request);
  if (answer) event.respondWith(answer);
});

/** A page says 'SKIP_WAITING' where its user takes the new version, and who is signed in, with a port that hears of each file. */
type Message = { type?: string; role?: Role } | null;

self.addEventListener('message', (event) => {
  const { type, role } = (event.data as Message) ?? {};
  if (type === 'SKIP_WAITING') return void self.skipWaiting();
  if (role && ROLES.includes(role))
    event.waitUntil(files.storeFor(role, (state) => event.ports[0]?.postMessage(state)));
});
