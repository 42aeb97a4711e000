import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';

/** Keeps a control's code out of the first load: render a plain button with `idle` until `ready`, then the control,
 * which opens itself with `useOpened`. */
export const useOnDemand = (load: () => Promise<unknown>) => {
  const [ready, setReady] = useState(false);
  // Only on click: replacing the button between press and release would lose the click.
  const activate = () => void load().then(() => setReady(true), ignoreFailure);
  const preload = () => void load().catch(ignoreFailure);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    activate();
  };
  return { ready, idle: { onClick: activate, onFocus: preload, onPointerEnter: preload, onKeyDown } };
};

/** Repeats the press that loaded the control. */
export const useOpened = (button: RefObject<HTMLButtonElement | null>): void => {
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    button.current?.click();
  }, [button]);
};

/** Offline and not cached: the plain button stays, and the next press tries again. */
const ignoreFailure = () => undefined;
