import {
  type ComponentType,
  createElement,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { ScreenPending } from './brand.tsx';

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

type Module<Props> = { default: ComponentType<Props> };
type Lazy<Props> = ComponentType<Props> & { preload: () => Promise<unknown> };
export type LazyScreen = Lazy<object>;

/** A component whose code loads when it is first shown, unless it was preloaded; until then `Pending` stands in its place.
 * React's `lazy` would hold back what has loaded until 300 ms after a fallback was shown. */
export const lazyPart = <Props extends object>(
  load: () => Promise<Module<Props>>,
  Pending?: ComponentType<Props>,
): Lazy<Props> => {
  let Loaded: ComponentType<Props> | undefined;
  const preload = async () => {
    Loaded ??= (await load()).default;
  };
  const Part = (props: Props) => {
    const { error } = useLoading(Loaded === undefined, preload);
    if (error !== undefined) throw error;
    const Shown = Loaded ?? Pending;
    return Shown ? createElement(Shown, props) : null;
  };
  return Object.assign(Part, { preload });
};

export const lazyScreen = (load: () => Promise<Module<object>>): LazyScreen => lazyPart(load, ScreenPending);

/** Renders again once `load`, which must keep its identity, has ended. */
const useLoading = (isMissing: boolean, load: () => Promise<void>): { error?: unknown } => {
  const [end, setEnd] = useState<{ error?: unknown }>(PENDING);
  useLayoutEffect(() => {
    if (!isMissing) return;
    let current = true;
    load()
      .then(
        () => ({}),
        (error: unknown) => ({ error }),
      )
      .then((ended) => current && setEnd(ended));
    return () => {
      current = false;
    };
  }, [isMissing, load]);
  return end;
};
const PENDING = {};

/** The first screen stands by then, also on a slow device. */
const PRELOAD_AFTER_MS = 5000;

/** Fetches the code of `screens`, or of what else has a `preload`, one after the other in idle time, unless the device saves data. */
export const usePreload = (screens: readonly Pick<LazyScreen, 'preload'>[], after = PRELOAD_AFTER_MS): void => {
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
    const timer = setTimeout(run, after);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [screens, after]);
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
