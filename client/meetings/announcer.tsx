import { atom, getDefaultStore, useAtomValue } from 'jotai';

const jotai = getDefaultStore();
const spokenAtom = atom('');
const EVERY_MS = 1000;

let next = '';
let last_at = 0;
let isWaiting = false;

/** Tells screen readers politely, at most once a second: of several texts in a second the last is spoken. */
export const announce = (text: string): void => {
  next = text;
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(speak, Math.max(0, last_at + EVERY_MS - Date.now()));
};

const speak = (): void => {
  isWaiting = false;
  last_at = Date.now();
  // A text that is spoken again would change nothing on the page.
  jotai.set(spokenAtom, (before) => (before === next ? `${next}\u00a0` : next));
};

/** Where `announce` is spoken. Once a screen. */
export const Announcer = () => (
  <p aria-live="polite" className="sr-only">
    {useAtomValue(spokenAtom)}
  </p>
);
