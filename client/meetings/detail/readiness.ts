import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { Refusal } from '../../../sync/tx.ts';
import { appFilesAtom, areStored } from '../../device/app-files.ts';
import { formatPlural } from '../../ui/format.ts';
import { local } from '../../ui/local-storage.ts';
import { isCodeStored } from './offline-code.ts';

export type Stored = { code: boolean; persistent: boolean };

/** The browser's answer about this device; undefined while it is asked. `check` asks again. */
export const useStoredHere = (): { stored: Stored | undefined; check: () => Promise<void> } => {
  const [stored, setStored] = useState<Stored>();
  const check = useCallback(async () => {
    const [code, persistent] = await Promise.all([isCodeStored(), isPersistent()]);
    setStored({ code, persistent });
  }, []);
  const isAppStored = areStored(useAtomValue(appFilesAtom));
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again once the app is stored
  useEffect(() => void check(), [check, isAppStored]);
  return { stored, check };
};

const isPersistent = async (): Promise<boolean> => (await navigator.storage?.persisted?.().catch(() => false)) ?? false;

/** Asks the browser to keep what is stored when space runs low; some ask the user. Throws Refusal where it will not. */
export const keepStorage = async (): Promise<void> => {
  const kept = (await navigator.storage?.persist?.().catch(() => false)) ?? false;
  if (!kept) throw new Refusal('conflict', NOT_KEPT);
};
const NOT_KEPT = 'Your browser declined. Install the app or bookmark this page, then try again.';

const PRINTED = 'porchlight.printed/';
export const isPrinted = (meeting_id: string): boolean => local.get(PRINTED + meeting_id) !== null;
export const notePrinted = (meeting_id: string): void => void local.set(PRINTED + meeting_id, new Date().toISOString());

const MINUTE_MS = 60_000;
/** "This device’s clock is 10 minutes fast. Times are corrected." */
export const clockWords = (offset_ms: number): string => {
  const minutes = Math.round(Math.abs(offset_ms) / MINUTE_MS);
  if (minutes === 0) return 'This device’s clock is right.';
  const how = offset_ms < 0 ? 'fast' : 'slow';
  return `This device’s clock is ${formatPlural(minutes, 'minute')} ${how}. Times are corrected.`;
};
