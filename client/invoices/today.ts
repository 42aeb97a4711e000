import { useSyncExternalStore } from 'react';
import { todayOf } from '../../sync/dues.ts';
import { useRows } from '../store.ts';

const LOOK_EVERY_MS = 30_000;

const everySoOften = (look: () => void) => {
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
};

export const useHoaToday = (): string => {
  const hoa = useRows('hoa').all[0];
  return useSyncExternalStore(everySoOften, () => todayOf(hoa, new Date()));
};
