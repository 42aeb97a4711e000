import type { Page } from 'playwright-core';

declare global {
  interface Window {
    reads?: number;
  }
}

/** Counts, from the next load of the page on, what it asks its storage for until there is a `selector`. */
export const countReads = (page: Page, selector: string): Promise<unknown> => page.addInitScript(noteReads, selector);

export const readsOf = (page: Page): Promise<number> => page.evaluate(() => window.reads ?? NaN);

/** Runs in the page. */
const noteReads = (selector: string): void => {
  let isShown = false;
  window.reads = 0;
  for (const name of ['get', 'getAll', 'openCursor'] as const) {
    const ask = IDBObjectStore.prototype[name] as (...args: unknown[]) => IDBRequest;
    Object.defineProperty(IDBObjectStore.prototype, name, {
      value(this: IDBObjectStore, ...args: unknown[]) {
        if (!isShown) window.reads = (window.reads ?? 0) + 1;
        return ask.apply(this, args);
      },
    });
  }
  new MutationObserver((_, observer) => {
    isShown = document.querySelector(selector) !== null;
    if (isShown) observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
};
