import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type Locator, type Page } from 'puppeteer-core';
import { afterAll, afterEach, expect } from 'vitest';
import { required } from '../../support/required.ts';
import { DESKTOP, TIMEOUT_MS } from './browser.ts';
import { testStack } from './stack.ts';

/** The Firefox that FIREFOX names, over WebDriver BiDi, for the tests of one file. Each `open` gives a page with a storage of
 * its own, closed after the test. An error in a page fails the test. */
export const useFirefox = () => {
  let browser: Promise<Browser> | undefined;
  const opened: Page[] = [];
  const thrown: string[] = [];

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await saveScreenshots(opened);
    await Promise.all(opened.splice(0).map((page) => page.browserContext().close()));
    expect(thrown.splice(0)).toEqual([]);
  });
  afterAll(async () => (await browser)?.close());

  const open = async (path: string): Promise<Page> => {
    browser ??= launch();
    const context = await (await browser).createBrowserContext();
    const page = await context.newPage();
    opened.push(page);
    page.setDefaultTimeout(2 * TIMEOUT_MS);
    page.on('pageerror', (error) => thrown.push(String(error)));
    await page.goto(`${testStack().urls.app}${path}`);
    return page;
  };
  return { open };
};

const launch = () =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: required(process.env.FIREFOX),
    headless: true,
    defaultViewport: DESKTOP,
    timeout: 2 * TIMEOUT_MS,
  });

/** Finds by accessible role and name, both exact. */
export const selector = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`;

export const byRole = (page: Page, role: string, name: string): Locator<Element> => page.locator(selector(role, name));

export const byText = (page: Page, text: string): Locator<Element> => page.locator(`::-p-text(${text})`);

const saveScreenshots = async (pages: Page[]): Promise<void> => {
  const folder = join(tmpdir(), 'porchlight-e2e-failures');
  mkdirSync(folder, { recursive: true });
  for (const [number, page] of pages.entries()) {
    const path = join(folder, `firefox-${Date.now()}-${number}.png`) as `${string}.png`;
    await page.screenshot({ path }).then(
      () => console.error(`The screen is in ${path}`),
      () => undefined,
    );
  }
};
