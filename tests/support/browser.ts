import { vi } from 'vitest';
import { network } from './accounts.ts';
import type { TestContext } from './fixtures.ts';

type Tab = typeof import('../../client/device/session.ts') &
  typeof import('../../client/account/auth/sign-in.ts') &
  typeof import('../../client/device/api.ts');
type Reply = (path: string, init: RequestInit) => Promise<Response>;

/** A browser without a screen: its storage and cookies, which its tabs share, and its way to the real app. */
export class Browser {
  cookie = '';
  online = true;
  /** Every path that was called, in order. */
  readonly calls: string[] = [];
  /** Answers in place of the app, where it returns something. */
  instead: (path: string) => Response | Promise<Response> | undefined = () => undefined;
  readonly #app: TestContext['app'];
  readonly #events = new EventTarget();
  readonly #channels: BroadcastChannel[] = [];
  /** Each ends the subscriptions of a page, so that no test sees another's. */
  readonly #closings: (() => void)[] = [];
  readonly #id = crypto.randomUUID();

  constructor(app: TestContext['app']) {
    this.#app = app;
    const [id, channels] = [this.#id, this.#channels];
    const Channel = class extends BroadcastChannel {
      constructor(name: string) {
        super(`${id} ${name}`);
        channels.push(this);
      }
    };
    vi.stubGlobal('localStorage', storage());
    vi.stubGlobal('sessionStorage', storage());
    vi.stubGlobal('addEventListener', this.#events.addEventListener.bind(this.#events));
    vi.stubGlobal('BroadcastChannel', Channel);
    vi.stubGlobal('navigator', { locks: { request: this.#lock } });
    vi.stubGlobal('fetch', this.#fetch);
  }

  /** A page freshly loaded: in a new tab, or after a reload of the only one. */
  async open(): Promise<Tab> {
    vi.resetModules();
    const [session, signIn, api] = [
      await import('../../client/device/session.ts'),
      await import('../../client/account/auth/sign-in.ts'),
      await import('../../client/device/api.ts'),
    ];
    const tab = { ...session, ...signIn, ...api };
    this.#closings.push((await import('../../client/device/token.ts')).dropToken);
    tab.start();
    return tab;
  }

  reconnect(): void {
    this.online = true;
    this.#events.dispatchEvent(new Event('online'));
  }

  close(): void {
    for (const close of this.#closings) close();
    for (const channel of this.#channels) channel.close();
    vi.unstubAllGlobals();
  }

  /** A real lock of this browser alone: what another test has left hanging holds nothing up here. */
  readonly #lock = (name: string, work: () => Promise<unknown>) => locks.request(`${this.#id} ${name}`, work);

  readonly #fetch: Reply = async (path, init) => {
    if (!path.startsWith('/')) return realFetch(path, init);
    this.calls.push(path);
    if (!this.online) throw new TypeError('Failed to fetch');
    return (await this.instead(path)) ?? this.#ask(path, init);
  };

  async #ask(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('Origin', 'http://localhost:8787');
    headers.set('CF-Connecting-IP', address);
    if (this.cookie) headers.set('Cookie', this.cookie);
    const response = await this.#app.request(path, { ...init, headers });
    const given = response.headers.get('set-cookie')?.split(';')[0];
    if (given !== undefined) this.cookie = given.endsWith('=') ? '' : given;
    return response;
  }
}

const { locks } = navigator;
const realFetch = globalThis.fetch as unknown as Reply;
const address = network();

/** A Storage whose keys are its own properties, as a browser's are. */
const storage = (): Storage => {
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => {
      items[key] = value;
    },
    removeItem: (key: string) => {
      delete items[key];
    },
    clear: () => {
      for (const key of Object.keys(items)) delete items[key];
    },
  };
  const items: Record<string, string> = Object.create(methods) as Record<string, string>;
  return items as unknown as Storage;
};
