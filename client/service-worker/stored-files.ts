import { ROLES, type Role } from '../../schema/users.ts';

/** A file of the build. The page needs the `shell` to show anything; where there are `roles`, only their screens need it. */
export type AppFile = { url: string; revision: string | null; shell?: true; roles?: readonly Role[] };

/** How many of the files of a role this device has. A `failure` ends the storing; the next call goes on with the rest. */
export type FilesState = { stored: number; total: number; failure?: 'full' | 'unreachable' };

export const CACHE = 'porchlight-files';
/** Releases until November 2026 kept every file in caches of this name. */
const OLD_CACHES = 'workbox-precache';
const ROLES_KEY = '/stored-roles';
const PAGE = '/index.html';
/** Not the app's page. On a server of one's own, files that people uploaded are below /files (local/instance/front.ts). */
const OTHERS = /^\/(api|files|cdn-cgi)(\/|$)/;
const AT_ONCE = 4;

/** The files of one version of the app on this device. They lie in a cache that all versions share: the name of a file says
 * what is in it, or its revision does. */
export class StoredFiles {
  readonly #files: readonly AppFile[];
  readonly #byPath: ReadonlyMap<string, AppFile>;
  #storing: Promise<unknown> = Promise.resolve();

  /** `files` in the order in which they are stored. */
  constructor(files: readonly AppFile[]) {
    this.#files = files;
    this.#byPath = new Map(files.map((file) => [pathOf(file), file]));
  }

  /** Stores the shell, and for the roles that this device has stored the version before for, all that they need: an update
   * takes nothing from who is offline. */
  async install(): Promise<void> {
    const roles = await storedRoles();
    const wanted = this.#files.filter((file) => file.shell || roles.some((role) => isFor(file, role)));
    await this.#storeMissing(wanted, () => undefined);
  }

  /** Stores what the role needs beside the shell, and tells how far it is. */
  storeFor(role: Role, tell: (state: FilesState) => void): Promise<void> {
    const storing = this.#storing.then(() => this.#storeFor(role, tell));
    this.#storing = storing.catch(() => undefined);
    return storing;
  }

  /** To be called when no page of an earlier version is open. */
  async removeOthers(): Promise<void> {
    const own = new Set([ROLES_KEY, ...this.#files.map(keyOf)]);
    const cache = await caches.open(CACHE);
    for (const { url } of await cache.keys()) if (!own.has(keyIn(url))) await cache.delete(url);
    for (const name of await caches.keys()) if (name.startsWith(OLD_CACHES)) await caches.delete(name);
  }

  /** The answer to a request of a page; undefined where the network answers alone. */
  answer(request: Request): Promise<Response> | undefined {
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== location.origin) return undefined;
    const isPage = request.mode === 'navigate' && !OTHERS.test(pathname);
    const file = this.#byPath.get(pathname) ?? (isPage ? this.#byPath.get(PAGE) : undefined);
    return file && this.#answer(file, request);
  }

  async #answer(file: AppFile, request: Request): Promise<Response> {
    // Where the browser cannot read what is stored, the network may still answer.
    const cache = await caches.open(CACHE).catch(() => undefined);
    const stored = await cache?.match(keyOf(file), { ignoreVary: true }).catch(() => undefined);
    if (stored) return stored;
    const answer = await fetch(request);
    // A screen that is opened before its turn. What has a revision may be another one by now.
    if (file.revision === null && isWhole(file, answer))
      await cache?.put(keyOf(file), answer.clone()).catch(() => undefined);
    return answer;
  }

  async #storeFor(role: Role, tell: (state: FilesState) => void): Promise<void> {
    const wanted = this.#files.filter((file) => isFor(file, role));
    let missing = wanted.length;
    const state = () => ({ stored: wanted.length - missing, total: wanted.length });
    try {
      await rememberRole(role);
      await this.#storeMissing(wanted, (count) => {
        missing = count;
        tell(state());
      });
    } catch (error) {
      tell({ ...state(), failure: isFull(error) ? 'full' : 'unreachable' });
    }
  }

  async #storeMissing(wanted: readonly AppFile[], onMissing: (count: number) => void): Promise<void> {
    const cache = await caches.open(CACHE);
    const known = new Set((await cache.keys()).map(({ url }) => keyIn(url)));
    const missing = wanted.filter((file) => !known.has(keyOf(file)));
    onMissing(missing.length);
    let left = missing.length;
    const waiting = [...missing];
    const next = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        await cache.put(keyOf(file), await fetched(file));
        left -= 1;
        onMissing(left);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }
}

const isFor = ({ roles }: AppFile, role: Role): boolean => !roles || roles.includes(role);
const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

const pathOf = ({ url }: AppFile): string => `/${url}`;
const keyOf = (file: AppFile): string =>
  file.revision === null ? pathOf(file) : `${pathOf(file)}?revision=${file.revision}`;
const keyIn = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

const fetched = async (file: AppFile): Promise<Response> => {
  const cache = file.revision === null ? 'default' : 'reload';
  const answer = await fetch(pathOf(file), { cache, credentials: 'same-origin', priority: 'low' });
  if (!isWhole(file, answer)) throw new TypeError(`${file.url} is not on the server`);
  // A page may not be opened with an answer that was redirected.
  return answer.redirected ? new Response(answer.body, answer) : answer;
};

/** A server that no longer has the file may answer with the app's page. */
const isWhole = ({ url }: AppFile, answer: Response): boolean =>
  answer.ok && (url.endsWith('.html') || !answer.headers.get('Content-Type')?.startsWith('text/html'));

/** The roles whose screens this device keeps. */
const storedRoles = async (): Promise<readonly Role[]> => {
  const answer = await (await caches.open(CACHE)).match(ROLES_KEY);
  if (answer) return (await answer.json()) as Role[];
  return (await caches.keys()).some((name) => name.startsWith(OLD_CACHES)) ? ROLES : [];
};

const rememberRole = async (role: Role): Promise<void> => {
  const roles = new Set([...(await storedRoles()), role]);
  await (await caches.open(CACHE)).put(ROLES_KEY, Response.json([...roles]));
};
