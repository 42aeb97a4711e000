import { expect, test } from 'vitest';
import { appears, fileRequest, signIn } from './app.ts';
import { PATIENCE, useBrowser } from './browser.ts';
import { requestNamed, rest } from './server.ts';

const browser = useBrowser();
const BOX = 'A window box';

test('[SYNC-02, SESSION-07] with site data blocked the app works over the network, and says that nothing is kept', async () => {
  const page = await browser.open();
  await page.addInitScript(blockSiteData);
  await signIn(page, 'arjun.mehta@mapleridge.test');
  await appears(page.getByText('Nothing is kept on this device'));
  await fileRequest(page, BOX, 'On the sill.');
  const filed = () => requestNamed(rest('board@mapleridge.test'), BOX).catch(() => null);
  await expect.poll(filed, { timeout: PATIENCE }).toMatchObject({ status: 'open' });
});

/** What a browser does that lets no site store anything. Runs in the page, before its scripts. */
const blockSiteData = () => {
  const refuse = (): never => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'caches']) Object.defineProperty(window, name, { get: refuse });
  IDBFactory.prototype.open = IDBFactory.prototype.deleteDatabase = IDBFactory.prototype.databases = refuse;
  LockManager.prototype.request = async () => refuse();
  StorageManager.prototype.estimate = async () => refuse();
  StorageManager.prototype.persist = async () => refuse();
  ServiceWorkerContainer.prototype.register = async () => refuse();
};
