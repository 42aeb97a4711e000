import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { chromiumPath } from '../../../local/chromium.ts';
import { testStack } from './stack.ts';

/** @sparticuz/chromium names more of them, which put the browser into one process without the same-origin rule. */
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

/** How long a step on a screen may take, in milliseconds. */
export const PATIENCE = 20_000;

export const PHONE = { width: 390, height: 844 };
export const DESK = { width: 1280, height: 900 };

/** A browser for the tests of one file. Each `open` gives a page of a profile of its own, closed after the test; what
 * a page throws fails the test, and so does what its Content-Security-Policy forbids. */
export const useBrowser = () => {
  let browser: Browser | undefined;
  const opened: BrowserContext[] = [];
  const thrown: string[] = [];

  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await picture(opened, task.name);
    await Promise.all(opened.splice(0).map((context) => context.close()));
    expect(thrown.splice(0)).toEqual([]);
  });
  afterAll(() => browser?.close());

  const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser!.newContext({ ...usual(), ...options });
    opened.push(context);
    context.setDefaultTimeout(PATIENCE);
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) thrown.push(message.text());
    });
    context.on('weberror', (error) => thrown.push(String(error.error().stack ?? error.error())));
    return context.newPage();
  };
  return { open };
};

/** Which browser is started, and how. */
export const program = async () => ({ executablePath: await chromiumPath(), args: ARGS });

const launch = async (): Promise<Browser> => playwright.launch(await program());

/** Motion is off, so that nothing is looked at while it still fades in. */
export const usual = (): BrowserContextOptions => ({
  baseURL: testStack().urls.app,
  viewport: DESK,
  locale: 'en-US',
  timezoneId: 'America/Chicago',
  reducedMotion: 'reduce',
});

/** What the pages showed when a test failed. */
const picture = async (contexts: BrowserContext[], title: string): Promise<void> => {
  const folder = join(tmpdir(), 'porchlight-e2e-failures');
  mkdirSync(folder, { recursive: true });
  const name = title.replace(/[^\w-]+/g, '-').slice(0, 80);
  for (const [number, page] of contexts.flatMap((context) => context.pages()).entries()) {
    const path = join(folder, `${name}-${number}.png`);
    await page.screenshot({ path }).then(
      () => console.error(`The screen is in ${path}`),
      () => undefined,
    );
  }
};
