import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AppFile, type FilesState, StoredFiles } from '../../client/service-worker/stored-files.ts';

const APP = 'https://porchlight.test';
const FILES: readonly AppFile[] = [
  { url: 'index.html', revision: '1', shell: true },
  { url: 'assets/index-a.js', revision: null, shell: true },
  { url: 'assets/list.js', revision: null },
  { url: 'assets/room.js', revision: null, roles: ['board', 'superadmin'] },
];

class FakeCache {
  readonly answers = new Map<string, Response>();
  readonly keys = async () => [...this.answers.keys()].map((path) => ({ url: APP + path }));
  readonly match = async (path: string) => {
    if (isUnreadable) throw new DOMException('Unexpected internal error', 'UnknownError');
    return this.answers.get(path)?.clone();
  };
  readonly delete = async (url: string) => this.answers.delete(url.replace(APP, ''));
  readonly put = async (path: string, answer: Response) => {
    if (failsToStore(path)) throw new DOMException('No space', 'QuotaExceededError');
    this.answers.set(path, answer);
  };
}

let stored: Map<string, FakeCache>;
let fetched: string[];
let answerFor: (path: string) => Response;
let failsToStore: (path: string) => boolean;
let isUnreadable: boolean;

beforeEach(() => {
  [stored, fetched, failsToStore, isUnreadable] = [new Map(), [], () => false, false];
  answerFor = (path) => new Response(path, { headers: { 'Content-Type': 'text/javascript' } });
  vi.stubGlobal('location', { origin: APP });
  vi.stubGlobal('caches', {
    open: async (name: string) => stored.get(name) ?? stored.set(name, new FakeCache()).get(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  });
  vi.stubGlobal('fetch', async (request: string | Request) => {
    const path = typeof request === 'string' ? request : new URL(request.url).pathname;
    fetched.push(path);
    return answerFor(path);
  });
});
afterEach(() => void vi.unstubAllGlobals());

const storeFor = async (files: StoredFiles, role: 'resident' | 'board') => {
  const states: FilesState[] = [];
  await files.storeFor(role, (state) => states.push(state));
  return states;
};
const paths = () =>
  [...(stored.get('porchlight-files')?.answers.keys() ?? [])].filter((path) => path !== '/stored-roles');

test('[SYNC-02] the shell is stored first, then what the role needs, and no screen that only another role opens', async () => {
  const files = new StoredFiles(FILES);
  await files.install();
  expect(fetched).toEqual(['/index.html', '/assets/index-a.js']);
  const states = await storeFor(files, 'resident');
  expect(states.at(0)).toEqual({ stored: 2, total: 3 });
  expect(states.at(-1)).toEqual({ stored: 3, total: 3 });
  expect(fetched).toEqual(['/index.html', '/assets/index-a.js', '/assets/list.js']);
});

test('after a change of the role the rest is stored, once', async () => {
  const files = new StoredFiles(FILES);
  await files.install();
  await storeFor(files, 'resident');
  fetched = [];
  expect((await storeFor(files, 'board')).at(-1)).toEqual({ stored: 4, total: 4 });
  expect(await storeFor(files, 'board')).toEqual([{ stored: 4, total: 4 }]);
  expect(fetched).toEqual(['/assets/room.js']);
});

test('[SYNC-22] a new version stores all that the one before had stored before it may take its place, and removes what it does not need after', async () => {
  await storeFor(new StoredFiles(FILES), 'board');
  const next = new StoredFiles([
    { url: 'index.html', revision: '2', shell: true },
    { url: 'assets/index-b.js', revision: null, shell: true },
    { url: 'assets/list.js', revision: null },
    { url: 'assets/room-b.js', revision: null, roles: ['board', 'superadmin'] },
    { url: 'assets/pay.js', revision: null, roles: ['resident'] },
  ]);
  fetched = [];
  await next.install();
  expect(fetched).toEqual(['/index.html', '/assets/index-b.js', '/assets/room-b.js']);
  expect(paths()).toContain('/assets/index-a.js');
  await next.removeOthers();
  expect(paths().sort()).toEqual([
    '/assets/index-b.js',
    '/assets/list.js',
    '/assets/room-b.js',
    '/index.html?revision=2',
  ]);
});

test('[SYNC-22] the first version that stores by role stores all where the one before had, and removes its caches', async () => {
  stored.set('workbox-precache-v2', new FakeCache());
  const files = new StoredFiles(FILES);
  await files.install();
  expect(fetched).toHaveLength(FILES.length);
  await files.removeOthers();
  expect([...stored.keys()]).toEqual(['porchlight-files']);
});

test('a file that the server no longer has is not stored, and what failed is told and begun again', async () => {
  const files = new StoredFiles(FILES);
  await files.install();
  const right = answerFor;
  answerFor = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } });
  expect((await storeFor(files, 'resident')).at(-1)).toEqual({ stored: 2, total: 3, failure: 'unreachable' });
  answerFor = right;
  failsToStore = (path) => path === '/assets/list.js';
  expect((await storeFor(files, 'resident')).at(-1)).toEqual({ stored: 2, total: 3, failure: 'full' });
  failsToStore = () => false;
  expect((await storeFor(files, 'resident')).at(-1)).toEqual({ stored: 3, total: 3 });
});

test('pages are answered with the app’s page, files from the device or else the network, and the API by the network alone', async () => {
  const files = new StoredFiles(FILES);
  await files.install();
  const page = (path: string) => ({ method: 'GET', url: APP + path, mode: 'navigate' }) as Request;
  const file = (path: string, method = 'GET') => ({ method, url: APP + path, mode: 'cors' }) as Request;
  expect(await (await files.answer(page('/requests/1')))?.text()).toBe('/index.html');
  expect(files.answer(page('/api/calendar/x'))).toBeUndefined();
  // A download that leaves the page, on a server of one's own.
  expect(files.answer(page('/files/porchlight/files/hoa/rules.pdf'))).toBeUndefined();
  expect(files.answer(file('/api/live'))).toBeUndefined();
  expect(files.answer(file('/assets/index-a.js', 'POST'))).toBeUndefined();
  expect(files.answer(file('/assets/other.js'))).toBeUndefined();
  fetched = [];
  await files.answer(file('/assets/room.js'));
  await files.answer(file('/assets/room.js'));
  expect(fetched).toEqual(['/assets/room.js']);
});

test('where the browser fails to read what it has stored, the network answers', async () => {
  const files = new StoredFiles(FILES);
  await files.install();
  [isUnreadable, fetched] = [true, []];
  const answer = await files.answer(new Request(`${APP}/assets/index-a.js`));
  expect(await answer?.text()).toBe('/assets/index-a.js');
  expect(fetched).toEqual(['/assets/index-a.js']);
});
