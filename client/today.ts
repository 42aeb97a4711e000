import { atom, useAtomValue } from 'jotai';
import { useSyncExternalStore } from 'react';
import { todayOf } from '../sync/dues.ts';
import { useRows } from './store.ts';

/** The calendar date (YYYY-MM-DD) that it is here. */
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

/** The viewer's calendar date; what shows it is drawn again when a day has ended. */
export const useToday = (): string => useAtomValue(todayAtom);

/** The HOA's calendar date, which send and due dates are in; the component renders again when its day has ended. */
export const useHoaToday = (): string => {
  const hoa = useRows('hoa').all[0];
  return useSyncExternalStore(subscribe, () => todayOf(hoa, new Date()));
};

const subscribe = (check: () => void) => {
  const timer = setInterval(check, CHECK_EVERY_MS);
  return () => clearInterval(timer);
};
