import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type Page, chromium as playwright } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { PATIENCE, program, usual } from './browser.ts';

/** A browser with its profile on the disk, as people have it: killed with -9 and started again, it holds what had been
 * written by then. */
export const useKillable = () => {
  let profile: string | undefined;
  let context: BrowserContext | undefined;

  afterEach(async () => {
    await context?.close();
    if (profile) await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    profile = context = undefined;
  });

  const start = async (): Promise<Page> => {
    profile ??= await mkdtemp(join(tmpdir(), 'porchlight-profile-'));
    context = await playwright.launchPersistentContext(profile, { ...(await program()), ...usual() });
    context.setDefaultTimeout(PATIENCE);
    return context.pages()[0] ?? context.newPage();
  };

  /** Waits until the browser has written who is signed in, which it does some seconds after the page has. */
  const identityWritten = async (): Promise<void> => {
    const folder = join(profile!, 'Default', 'Local Storage', 'leveldb');
    const written = async () => {
      const names = (await readdir(folder)).filter((name) => /\.(log|ldb)$/.test(name));
      const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')));
      return files.some((text) => text.includes('porchlight.user'));
    };
    await expect.poll(written, { timeout: 2 * PATIENCE }).toBe(true);
  };

  /** Kills the browser the moment that `isSo` holds in the page. Gives what resolves when it is gone. */
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

/** Has each write of this page to its device take half a second, as a full or worn one does. */
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
  const session = await context.browser()!.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return processInfo.find(({ type }) => type === 'browser')!.id;
};
