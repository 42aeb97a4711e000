import { atom, getDefaultStore } from 'jotai';

const MB = 1024 * 1024;
/** Space is low below this, or below a tenth of the quota: one photo may take 10 MB. */
const LOW_BYTES = 50 * MB;
const LOW_SHARE = 0.1;

const jotai = getDefaultStore();
/** Bytes left when space is low, else null. */
export const spaceLeftAtom = atom<number | null>(null);

export const measureSpace = async (): Promise<void> => {
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate().catch(() => undefined)) ?? {};
  const left = Math.max(quota - usage, 0);
  const isLow = quota > 0 && (left < LOW_BYTES || left < quota * LOW_SHARE);
  jotai.set(spaceLeftAtom, isLow ? left : null);
};

let isRequested = false;

/** Once per page, because some browsers ask the user. */
export const askToPersist = (): void => {
  if (isRequested) return;
  isRequested = true;
  void navigator.storage?.persist?.().catch(() => undefined);
};
