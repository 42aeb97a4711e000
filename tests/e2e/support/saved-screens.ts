import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

/** The log of a run is kept longer than its files, so it has the beginning of each screen in words. */
const LOGGED = 2500;

/** Saves the screens of all pages, for whoever looks for why a test has failed. */
export const saveScreens = async (contexts: BrowserContext[], title: string): Promise<void> => {
  const folder = join(tmpdir(), 'porchlight-e2e-failures');
  mkdirSync(folder, { recursive: true });
  const name = title.replace(/[^\w-]+/g, '-').slice(0, 80);
  for (const [number, page] of contexts.flatMap((context) => context.pages()).entries()) {
    const path = join(folder, `${name}-${number}.png`);
    await page.screenshot({ path }).then(
      () => console.error(`The screen is in ${path}`),
      () => undefined,
    );
    const words = await page
      .locator('body')
      .ariaSnapshot()
      .catch(() => '');
    console.error(`${page.url()}\n${words.slice(0, LOGGED)}`);
  }
};
