import { atom, useAtomValue } from 'jotai';

/** The calendar date (YYYY-MM-DD) that it is here. */
export const localToday = (now = new Date()): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

const LOOK_EVERY_MS = 30_000;

const todayAtom = atom(localToday());
todayAtom.onMount = (set) => {
  const look = () => set(localToday());
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
};

/** The viewer's calendar date; what shows it is drawn again when a day has ended. */
export const useToday = (): string => useAtomValue(todayAtom);
