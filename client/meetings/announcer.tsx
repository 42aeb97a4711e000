import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';

const jotai = getDefaultStore();
const spokenAtom = atom('');
const EVERY_MS = 1000;

let next = '';
let last_at = 0;
let isWaiting = false;

/** Announces to screen readers politely, at most once a second: of several texts in a second the last is spoken. */
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

/** Announces what was done once it is drawn, with the `quorum` that it led to. */
export const useAnnounced = (done: { words: string } | null, quorum: string): void => {
  const speak = useEffectEvent((words: string) => announce(`${words} ${quorum}`));
  useEffect(() => {
    if (done) speak(done.words);
  }, [done]);
};

/** Where `announce` is spoken. Once a screen. It lies beside the app, which an open dialog makes inert. */
export const Announcer = () => {
  const spoken = useAtomValue(spokenAtom);
  return createPortal(
    <p aria-live="polite" className="sr-only">
      {spoken}
    </p>,
    document.body,
  );
};
