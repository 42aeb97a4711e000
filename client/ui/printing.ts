import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

let began = false;
/** The browser draws the paper as soon as the event has been handled. */
const follow = ({ type }: Event): void => {
  began = type === 'beforeprint';
  flushSync(notify);
};

/** True while the page is being put on paper, by its own button, the browser's menu or Ctrl+P: lists draw all their rows, and as
 * tables on phones too. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, isPrinting);

const paper = () => matchMedia('print');
const isPrinting = () => began || paper().matches;

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) watch();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) unwatch();
  };
};

let media: MediaQueryList;
const watch = () => {
  media = paper();
  addEventListener('beforeprint', follow);
  addEventListener('afterprint', follow);
  media.addEventListener('change', notify);
};
const unwatch = () => {
  removeEventListener('beforeprint', follow);
  removeEventListener('afterprint', follow);
  media.removeEventListener('change', notify);
};
