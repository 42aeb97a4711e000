import { atom, useAtomValue } from 'jotai';
import { useSyncExternalStore } from 'react';
import { todayOf } from '../../sync/dues/entity.ts';
import { areMailsPaused } from '../../sync/failed-jobs/mail-pause.ts';
import { useRows } from './store.ts';

/** The viewer's calendar date (YYYY-MM-DD). */
export const localToday = (now = new Date()): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

const CHECK_EVERY_MS = 30_000;

const todayAtom = atom(localToday());
todayAtom.onMount = (set) => {
  const check = () => set(localToday());
  check();
  const timer = setInterval(check, CHECK_EVERY_MS);
  return () => clearInterval(timer);
};

/** The viewer's calendar date. Rerenders at midnight. */
export const useToday = (): string => useAtomValue(todayAtom);

/** The date in the HOA's time zone, in which send and due dates are. Rerenders at its midnight. */
export const useHoaToday = (): string => {
  const hoa = useRows('hoa').all[0];
  return useSyncExternalStore(subscribe, () => todayOf(hoa, new Date()));
};

/** Until when the HOA's emails wait (ISO 8601), because those of the day are used up; null if they do not. */
export const useMailPause = (): string | null => {
  const hoa = useRows('hoa').all[0];
  const isPaused = useSyncExternalStore(subscribe, () => areMailsPaused(hoa, new Date().toISOString()));
  return isPaused ? (hoa?.mails_paused_until ?? null) : null;
};

const subscribe = (check: () => void) => {
  const timer = setInterval(check, CHECK_EVERY_MS);
  return () => clearInterval(timer);
};
