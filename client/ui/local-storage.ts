/** Values that could not be stored, kept until the page closes. */
const inPage = new Map<string, string>();

/** localStorage that never throws: it may be full, and reading it throws where site data is blocked. */
export const local = {
  get(key: string): string | null {
    return inPage.get(key) ?? stored((storage) => storage.getItem(key)) ?? null;
  },
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

export const clearTabStorage = (): void => void attempt(() => sessionStorage.clear());

const stored = <Result>(use: (storage: Storage) => Result): Result | undefined => attempt(() => use(localStorage));

const attempt = <Result>(use: () => Result): Result | undefined => {
  try {
    return use();
  } catch {
    return undefined;
  }
};
