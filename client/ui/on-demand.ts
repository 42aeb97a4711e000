import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';

/**
 * For a control whose code is fetched when it is first wanted, to keep it out of the first load: a plain button with
 * `idle` stands there until it is pressed; once `ready`, the real control takes its place and opens (`useOpened`).
 */
export const useOnDemand = (load: () => Promise<unknown>) => {
  const [ready, setReady] = useState(false);
  // Not before it is pressed: taking the button's place between press and release would swallow the click.
  const want = () => void load().then(() => setReady(true), ignoreFailure);
  const preload = () => void load().catch(ignoreFailure);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    want();
  };
  return { ready, idle: { onClick: want, onFocus: preload, onPointerEnter: preload, onKeyDown } };
};

/** Passes on the press that brought the real control here. */
export const useOpened = (button: RefObject<HTMLButtonElement | null>): void => {
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    button.current?.click();
  }, [button]);
};

/** Offline and not stored yet: the button stays as it is, and the next press tries again. */
const ignoreFailure = () => undefined;
