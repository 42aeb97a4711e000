import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { openProfile, type Profile } from './chromium.ts';
import type { Opening } from './page/expose.ts';
import { type CountingProxy, type PageFile, startProxy } from './proxy.ts';
import type { System } from './report.ts';

/** A server, and what a browser opens to use it: its client as one module, and who signs in. */
export type Target = { system: System; url: string; code: string; session: unknown };

type Name = 'a' | 'b';
type Side = { page: Page; devtools: CDPSession; proxy: CountingProxy };

const QUIET_MS = 1000;

/** Two clients in one fresh browser profile, on two sites, so that they share a clock and no storage. */
export class Clients {
  readonly #profile: Profile;
  readonly #sides: Record<Name, Side>;

  private constructor(profile: Profile, sides: Record<Name, Side>) {
    this.#profile = profile;
    this.#sides = sides;
  }

  static async open(target: Target, waitFor: number): Promise<Clients> {
    const files = filesOf(target, waitFor);
    const profile = await openProfile();
    const side = async (host: 'localhost' | '127.0.0.1'): Promise<Side> => {
      const page = await profile.context.newPage();
      const devtools = await profile.context.newCDPSession(page);
      return { page, devtools, proxy: await startProxy(target.url, host, files) };
    };
    return new Clients(profile, { a: await side('localhost'), b: await side('127.0.0.1') });
  }

  /** Opens the page anew. */
  async visit(name: Name, { watchWrites = false } = {}): Promise<Page> {
    await this.leave(name);
    const { page, proxy } = this.#sides[name];
    await page.goto(`${proxy.url}${watchWrites ? WATCHING : PLAIN}`);
    return page;
  }

  async leave(name: Name): Promise<void> {
    await this.#sides[name].page.goto('about:blank');
  }

  /** The bytes that each client has exchanged with the server so far. */
  bytes(): Record<Name, number> {
    const of = ({ proxy }: Side) => proxy.bytes().up + proxy.bytes().down;
    return { a: of(this.#sides.a), b: of(this.#sides.b) };
  }

  /** The bytes of a client once it has been silent for a second. */
  async untilQuiet(name: Name): Promise<number> {
    for (let before = -1; ; ) {
      const now = this.bytes()[name];
      if (now === before) return now;
      before = now;
      await sleep(QUIET_MS);
    }
  }

  /** Returns the time (epoch, milliseconds) just before the connection changed. */
  async setOnline(name: Name, online: boolean): Promise<number> {
    const { devtools, proxy } = this.#sides[name];
    const at = Date.now();
    proxy.refuse(!online);
    await devtools.send('Network.emulateNetworkConditions', {
      offline: !online,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    return at;
  }

  async close(): Promise<void> {
    await this.#profile.close();
    await Promise.all(Object.values(this.#sides).map(({ proxy }) => proxy.close()));
  }
}

const PLAIN = '/bench';
const WATCHING = '/bench?writes';

const filesOf = ({ code, session }: Target, waitFor: number): Map<string, PageFile> => {
  const page = (watchWrites: boolean): PageFile => {
    const opening: Opening = { session, waitFor, watchWrites };
    const begin = `<script>globalThis.opening = ${JSON.stringify(opening)}</script>`;
    const body = `<!doctype html><title>Bench</title>${begin}<script type="module" src="/bench.js"></script>`;
    return { type: 'text/html', body };
  };
  return new Map([
    [PLAIN, page(false)],
    [WATCHING, page(true)],
    ['/bench.js', { type: 'text/javascript', body: code }],
  ]);
};
