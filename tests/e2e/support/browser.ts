import { accessSync, constants, cpSync, existsSync, statfsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
} from 'playwright-core';
import { afterEach } from 'vitest';
import { chromiumPath } from '../../../local/chromium.ts';
import { nth } from '../../support/required.ts';
import { saveScreens } from './saved-screens.ts';
import { testStack } from './stack.ts';
import { storeWholeApp } from './store-app.ts';

/** Not those of @sparticuz/chromium, which run one process without the same-origin policy. */
const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** One step on a screen may take this long. */
export const TIMEOUT_MS = 20_000;

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

/** A browser for the tests of one file. Each `open` gives a page in a new profile, closed after the test. An error in a
 * page fails the test, and so does a violation of its Content-Security-Policy. The service worker is not registered before
 * `waitForServiceWorker`, or at once with `serviceWorkers: 'allow'`: it fetches all files of the app, which takes five
 * seconds. `openInstalled` gives a page in a profile that has them. `useSessions` has pages for what needs neither. The
 * app fetches what may be opened next only with `savesData: false`. */
export const useBrowser = () => {
  const opened: Opened[] = [];

  afterEach(async ({ task }) => {
    const contexts = opened.map(({ page }) => page.context());
    if (task.result?.state === 'fail') await saveScreens(contexts, task.name);
    await Promise.all(opened.splice(0).map(({ close }) => close()));
  });

  const noted = (page: Opened): Page => {
    opened.push(page);
    return page.page;
  };
  const open = async (options: DeviceOptions = {}) => noted(await openPage(options));
  const openInstalled = async (options: BrowserContextOptions = {}) => noted(await openInstalledPage(options));
  return { open, openInstalled };
};

type DeviceOptions = BrowserContextOptions & { savesData?: boolean };
type Opened = { page: Page; close(): Promise<void> };

const errors: string[] = [];
/** The requests of this test that failed, to be read beside an error. */
const lost: string[] = [];
/** The errors of pages in this test. `page-errors.ts` fails it by them, once its pages are closed or given back. */
export const pageErrors = (): readonly string[] => errors;
export const takeErrors = (): string[] => errors.splice(0);
export const takeLost = (): string[] => lost.splice(0);

const watch = async (context: BrowserContext, savesData = true): Promise<void> => {
  context.setDefaultTimeout(TIMEOUT_MS);
  if (savesData) await context.addInitScript(saveData);
  context.on('console', (message) => {
    const text = message.text();
    if (text.includes('Content Security Policy') || text.startsWith('Unexpected error')) errors.push(text);
  });
  context.on('requestfailed', (request) => {
    lost.push(`${new Date().toISOString()} ${request.url()} ${request.failure()?.errorText}`);
  });
  context.on('weberror', (error) => errors.push(String(error.error().stack ?? error.error())));
};

/** All test files of a worker share it; it ends with the worker. */
let browser: Promise<Browser> | undefined;

/** In a new profile. */
export const openPage = async ({ savesData, ...options }: DeviceOptions): Promise<Opened> => {
  browser ??= launch();
  const context = await (await browser).newContext({ ...contextOptions(), ...options });
  await watch(context, savesData);
  if (!options.serviceWorkers) await context.addInitScript(registerOnDemand);
  return { page: await context.newPage(), close: () => context.close() };
};

type Device = { kind: string; context: BrowserContext; profile: string };

/** Browsers with the app installed that a test has left as they were before it: starting one takes half a second of processor. */
const spare: Device[] = [];
const MOST_SPARE = 4;

/** In a profile that has the app, and nothing of anybody. */
export const openInstalledPage = async (options: BrowserContextOptions): Promise<Opened> => {
  const kind = JSON.stringify([testStack().urls.app, options]);
  const known = spare.findIndex((device) => device.kind === kind);
  const device = known < 0 ? await startDevice(kind, options) : nth(spare.splice(known, 1), 0);
  return { page: nth(device.context.pages(), 0), close: () => giveBack(device) };
};

const startDevice = async (kind: string, options: BrowserContextOptions): Promise<Device> => {
  const profile = await installedProfile();
  const context = await launchProfile(profile, options);
  await watch(context);
  return { kind, context, profile };
};

/** Ends one that cannot be emptied, or that is one too many. */
const giveBack = async (device: Device): Promise<void> => {
  if (await empty(device.context).catch(() => false)) spare.push(device);
  else await end(device);
  if (spare.length > MOST_SPARE) await end(nth(spare.splice(0, 1), 0));
};

const end = async ({ context, profile }: Device): Promise<void> => {
  await context.close();
  await removeProfile(profile);
};

/** Leaves one page that has shown nothing, and of what the app has stored the installed app alone. Resolves to true if that is whole. */
const empty = async (context: BrowserContext): Promise<boolean> => {
  const used = context.pages();
  const page = await context.newPage();
  await Promise.all(used.map((one) => one.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearCookies();
  const devtools = await context.newCDPSession(page);
  const origin = testStack().urls.app;
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,file_systems' });
  await devtools.detach();
  return context.pages().length === 1;
};

/** A new profile of a browser that has installed the app of this stack, and has done nothing else. */
export const installedProfile = async (): Promise<string> => {
  installed ??= install();
  const profile = await newProfile();
  // Not the asynchronous copy, which takes a second of processor for these hundreds of files.
  cpSync(await installed, profile, { recursive: true });
  return profile;
};

/** Pages that are opened at once share it. */
let installed: Promise<string> | undefined;

const install = async (): Promise<string> => {
  const kept = join(testStack().dataDir, 'browser-profile');
  if (existsSync(kept)) return kept;
  const profile = await newProfile();
  const context = await launchProfile(profile);
  try {
    const page = nth(context.pages(), 0);
    await page.goto('/login');
    const isInstalled = () => navigator.serviceWorker.controller?.state === 'activated';
    await page.waitForFunction(isInstalled, undefined, { timeout: 3 * TIMEOUT_MS });
    await page.evaluate(storeWholeApp);
  } finally {
    await context.close();
  }
  // What the service worker has stored stands here twice.
  await rm(join(profile, 'Default', 'Cache'), { recursive: true, maxRetries: 3 });
  await rename(profile, kept);
  return kept;
};

/** Goes with the stack, also where a session of it is still open. */
const newProfile = (): Promise<string> => mkdtemp(join(testStack().dataDir, 'profile-'));
/** Some files of a browser are written while it ends. */
export const removeProfile = (profile: string): Promise<void> =>
  rm(profile, { recursive: true, force: true, maxRetries: 3 });
export const launchProfile = async (profile: string, options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  playwright.launchPersistentContext(profile, { ...(await launchOptions()), ...contextOptions(), ...options });

/** Runs in the page: the app fetches no screen before it is opened, which takes two seconds of processor on each device. */
const saveData = (): void => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
};

/** Runs in the page. A profile that has a service worker keeps it. */
const registerOnDemand = (): void => {
  const { serviceWorker } = navigator;
  if (!serviceWorker || serviceWorker.controller) return;
  const register = serviceWorker.register.bind(serviceWorker);
  serviceWorker.register = (...args) =>
    new Promise((resolve) => {
      window.registerServiceWorker = () => resolve(register(...args));
    });
};

declare global {
  interface Window {
    /** A page whose service worker `registerOnDemand` holds back waits for this call, once it has asked for one. */
    registerServiceWorker?: () => void;
  }
}

const launchOptions = async () => ({
  executablePath: await chromiumPath(),
  args: ARGS,
  ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
});

/** Playwright has Chromium share memory through files on the disk, which takes a seventh of its processor time, because
 * many containers have 64 MB of the real kind. */
const hasSharedMemory = (): boolean => {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize > ENOUGH_BYTES;
  } catch {
    return false;
  }
};

const SHARED_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 31;

const launch = async (): Promise<Browser> => playwright.launch(await launchOptions());

/** Motion is off, so that no screenshot or axe run sees a fade. */
const contextOptions = (): BrowserContextOptions => ({
  baseURL: testStack().urls.app,
  viewport: DESKTOP,
  locale: 'en-US',
  timezoneId: 'America/Chicago',
  reducedMotion: 'reduce',
});
