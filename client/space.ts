import { atom, getDefaultStore } from 'jotai';

const MB = 1024 * 1024;
/** Less than this, or than a tenth of all, is little: a photo that waits may take 10 MB. */
const LOW_BYTES = 50 * MB;
const LOW_SHARE = 0.1;

const jotai = getDefaultStore();
/** How many bytes this app may still store on the device where that is little; null where there is room. */
export const spaceLeftAtom = atom<number | null>(null);

/** Asks the browser how much room there is. */
export const measureSpace = async (): Promise<void> => {
  const { usage = 0, quota = 0 } = (await navigator.storage?.estimate().catch(() => undefined)) ?? {};
  const left = Math.max(quota - usage, 0);
  const isLow = quota > 0 && (left < LOW_BYTES || left < quota * LOW_SHARE);
  jotai.set(spaceLeftAtom, isLow ? left : null);
};

let asked = false;

/** Asks the browser to keep what is stored even when the device runs short. Once a page: some browsers ask the user. */
export const askToPersist = (): void => {
  if (asked) return;
  asked = true;
  void navigator.storage?.persist?.().catch(() => undefined);
};
