import { ROLES, type Role } from '../../schema/users.ts';
import { type AppFile, StoredFiles } from './stored-files.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly AppFile[] };

// vite.config.ts puts the files of the build in the place of this name.
const files = new StoredFiles(self.__WB_MANIFEST);

importScripts('/push.js', '/direct.js');

self.addEventListener('install', (event) => event.waitUntil(files.install()));

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
