import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { required } from '../../support/required.ts';
import { installedProfile, launchProfile, removeProfile, TIMEOUT_MS } from './browser.ts';

/** A browser with a profile that has the app installed: after kill -9 and a new start it holds what was on the disk. */
export const useKillableBrowser = () => {
  let profile: string | undefined;
  let context: BrowserContext | undefined;

  afterEach(async () => {
    await context?.close();
    if (profile) await removeProfile(profile);
    profile = context = undefined;
  });

  const start = async (): Promise<Page> => {
    profile ??= await installedProfile();
    context = await launchProfile(profile);
    context.setDefaultTimeout(TIMEOUT_MS);
    return context.pages()[0] ?? context.newPage();
  };

  /** Waits until localStorage is on the disk, which takes the browser some seconds. */
  const identityWritten = async (): Promise<void> => {
    const folder = join(required(profile), 'Default', 'Local Storage', 'leveldb');
    const written = async () => {
      const names = (await readdir(folder)).filter((name) => /\.(log|ldb)$/.test(name));
      const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
      return files.some((text) => text.includes('porchlight.user'));
    };
    await expect.poll(written, { timeout: 2 * TIMEOUT_MS }).toBe(true);
  };

  const killWhen = async (page: Page, isSo: () => boolean): Promise<() => Promise<void>> => {
    const pid = await browserProcess(page.context());
    const gone = new Promise<void>((resolve) => page.context().once('close', () => resolve()));
    await page.exposeFunction('killBrowser', () => process.kill(pid, 'SIGKILL'));
    await page.evaluate(`new MutationObserver(() => (${isSo})() && killBrowser())
      .observe(document, { subtree: true, childList: true, characterData: true })`);
    return () => gone;
  };
  return { start, identityWritten, killWhen };
};

/** Makes each IndexedDB write of this page take half a second. */
export const slowDevice = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (names, mode, options) {
      const tx = transaction.call(this, names, mode, options);
      const end = Date.now() + 500;
      const hold = () => {
        if (Date.now() < end) tx.objectStore(tx.objectStoreNames[0]!).count().onsuccess = hold;
      };
      if (mode === 'readwrite') hold();
      return tx;
    };
  });

const browserProcess = async (context: BrowserContext): Promise<number> => {
  const session = await required(context.browser()).newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return required(processInfo.find(({ type }) => type === 'browser')).id;
};
