import type { Page } from 'playwright-core';

declare global {
  interface Window {
    renders?: number;
  }
}

/** Counts, from the next load of the page on, the components that React renders. */
export const countRenders = (page: Page): Promise<unknown> => page.addInitScript(noteRenders);

/** How many components `act` renders until the second frame after it. */
export const rendersOf = async (page: Page, act: () => Promise<unknown>): Promise<number> => {
  const before = await rendered(page);
  await act();
  return (await rendered(page)) - before;
};

const rendered = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.renders ?? NaN))),
      ),
  );

/** Runs in the page. React tells its developer tools of each commit, and marks the components whose function has run. */
const noteRenders = (): void => {
  type Fiber = {
    tag: number;
    flags: number;
    child: Fiber | null;
    sibling: Fiber | null;
    alternate: Fiber | null;
  };
  /** Functions, classes, and what `forwardRef` and `memo` make of them. */
  const COMPONENTS = [0, 1, 11, 14, 15];
  const PERFORMED_WORK = 1;
  window.renders = 0;
  const note = (next: Fiber, before: Fiber | null): void => {
    if (before && next.child === before.child) return;
    for (let child = next.child; child; child = child.sibling) {
      if (COMPONENTS.includes(child.tag) && child.flags & PERFORMED_WORK) window.renders = (window.renders ?? 0) + 1;
      note(child, before && child.alternate);
    }
  };
  const hook = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => note(current, current.alternate),
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  };
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
};
