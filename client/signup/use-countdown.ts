import { useCallback, useEffect, useState } from 'react';
import { openApp } from './entry.ts';
import { clear } from './store.ts';

const SECONDS = 5;
/** One more moment at 0, so that the button can say what is going on. */
const LAST_MS = 300;

/** Counts down from arrival, then enters the app; `enter` does so earlier. What the signup kept is forgotten then. */
export const useCountdown = () => {
  const [left, setLeft] = useState(SECONDS);
  const [entering, setEntering] = useState(false);
  useEffect(() => {
    const leave = () => {
      setEntering(true);
      openApp();
      clear();
    };
    const timer = left > 0 ? setTimeout(() => setLeft(left - 1), 1000) : setTimeout(leave, LAST_MS);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, entering, enter: useCallback(() => setLeft(0), []) };
};
