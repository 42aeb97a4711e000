import { useEffect } from 'react';

/** Inside a dialog that fades: Headless UI then focuses what was focused before it, although something else may have taken the
 * focus since, and keeps it by this. */
export const KeptFocus = () => {
  useEffect(
    () => () => {
      const focused = document.activeElement;
      queueMicrotask(() => {
        if (focused instanceof HTMLElement && focused !== document.body && focused.isConnected) focused.focus();
      });
    },
    [],
  );
  return null;
};
