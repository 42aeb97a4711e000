/** What could not be stored lasts as long as the page. */
const inPage = new Map<string, string>();

/** The browser's localStorage as one may use it anywhere: it may be full, or shut where site data is blocked, and then
 * reading it alone throws. */
export const local = {
  get(key: string): string | null {
    return inPage.get(key) ?? stored((storage) => storage.getItem(key)) ?? null;
  },
  /** Gives whether the device keeps it. */
  set(key: string, value: string): boolean {
    const kept = stored((storage) => storage.setItem(key, value) ?? true) ?? false;
    if (kept) inPage.delete(key);
    else inPage.set(key, value);
    return kept;
  },
  remove(key: string): void {
    inPage.delete(key);
    stored((storage) => storage.removeItem(key));
  },
  keys(): string[] {
    return [...new Set([...inPage.keys(), ...(stored((storage) => Object.keys(storage)) ?? [])])];
  },
};

/** Empties what the browser keeps for this tab alone. */
export const clearTabStorage = (): void => void attempt(() => sessionStorage.clear());

const stored = <Result>(use: (storage: Storage) => Result): Result | undefined => attempt(() => use(localStorage));

const attempt = <Result>(use: () => Result): Result | undefined => {
  try {
    return use();
  } catch {
    return undefined;
  }
};
