import { useEffect, useState } from 'react';

/** The calendar date (YYYY-MM-DD) that it is here. */
export const localToday = (now = new Date()): string =>
  [now.getFullYear(), pad(now.getMonth() + 1), pad(now.getDate())].join('-');

const pad = (number: number) => String(number).padStart(2, '0');

const LOOK_EVERY_MS = 30_000;

/** The viewer's calendar date; the screen is drawn again when a day has ended. */
export const useToday = (): string => {
  const [today, setToday] = useState(() => localToday());
  useEffect(() => {
    const timer = setInterval(() => setToday(localToday()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
};
