import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type BrowserContext, type CDPSession, type Page, chromium as playwright } from 'playwright-core';
import { chromiumPath } from '../../local/chromium.ts';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** One of the package's own flags would put every page on a single thread, and one loosens what a browser checks. */
const NOT = ['--single-process', '--disable-web-security'];

export type Profile = { context: BrowserContext; close(): Promise<void> };

let slowness = 1;

/** Pages that are opened from now on have a processor that is so many times slower. */
export const slowPagesDown = (times: number): void => {
  slowness = times;
};

/** Kept, since no other session makes faster what one has slowed down. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Beside what holds for all pages. */
export const slowDown = async (page: Page, times = 1): Promise<void> => {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const devtools = await session;
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times * slowness });
};

/** A browser with a new, empty profile on disk: a private window would keep IndexedDB in memory. */
export const openProfile = async (flags: readonly string[] = []): Promise<Profile> => {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-bench-profile-'));
  const context = await playwright.launchPersistentContext(folder, {
    executablePath: await chromiumPath(),
    args: [...chromium.args.filter((flag) => !NOT.includes(flag)), ...FLAGS, ...flags],
    viewport: { width: 1280, height: 900 },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  if (slowness > 1) {
    const newPage = context.newPage.bind(context);
    context.newPage = async () => {
      const page = await newPage();
      await slowDown(page);
      return page;
    };
  }
  return {
    context,
    close: async () => {
      await context.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
