import { type ComponentType, type KeyboardEvent, lazy, type RefObject, useEffect, useState } from 'react';

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

type ScreenModule = { default: ComponentType };
export type LazyScreen = ComponentType & { preload: () => Promise<unknown> };

/** Like `lazy`, but a screen whose code is preloaded renders at once, without the fallback for a frame. */
export const lazyScreen = (load: () => Promise<ScreenModule>): LazyScreen => {
  let loaded: ScreenModule | undefined;
  const preload = async () => {
    loaded = await load();
    return loaded;
  };
  // React takes the value of a thenable that resolves synchronously in the same render.
  const resolved = (module: ScreenModule) =>
    // biome-ignore lint/suspicious/noThenProperty: it is meant to be one
    ({ then: (resolve: (module: ScreenModule) => void) => resolve(module) }) as unknown as Promise<ScreenModule>;
  return Object.assign(
    lazy(() => (loaded ? resolved(loaded) : preload())),
    { preload },
  ) as unknown as LazyScreen;
};

/** By then the first screen stands, also on a slow device. */
const PRELOAD_AFTER_MS = 5000;

/** Fetches the code of `screens`, or of what else has a `preload`, one after the other in idle time, unless the device saves data. */
export const usePreload = (screens: readonly Pick<LazyScreen, 'preload'>[]): void => {
  useEffect(() => {
    if (screens.length === 0 || savesData()) return;
    let current = true;
    const run = async () => {
      for (const { preload } of screens) {
        await idle();
        if (!current) return;
        await preload().catch(ignoreFailure);
      }
    };
    const timer = setTimeout(run, PRELOAD_AFTER_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [screens]);
};

/** Safari has no idle callback. */
const idle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve);
    else setTimeout(resolve, 200);
  });

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Offline and not cached: the plain button stays, and the next press tries again. */
const ignoreFailure = () => undefined;
