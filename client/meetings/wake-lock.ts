import { useEffect } from 'react';

/** Keeps the screen awake while the component is mounted and in view, where the browser can. */
export const useWakeLock = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let ended = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      // Refused where the battery is low.
      const given = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (ended) void given?.release();
      else lock = given;
    };
    void ask();
    // The browser takes it back when the page is hidden.
    document.addEventListener('visibilitychange', ask);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
};
