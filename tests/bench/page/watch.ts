/** When things stood on the screen, in milliseconds since the navigation. */
export type Marks = { shell: number; rows: number; all: number };

/** Put into each page before its own scripts: watches the screen, with nothing but what a user could see. Holds no
 * reference outside itself, because its text alone travels. */
export const watch = () => {
  const found = new Set<() => void>();
  const keys: { done: number; drawn: number }[] = [];

  /** Resolves with the time at which `isSo` was first seen to hold. */
  const until = (isSo: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const look = () => {
        if (!isSo()) return;
        found.delete(look);
        resolve(performance.now());
      };
      found.add(look);
      look();
    });
  const nextTask = (): Promise<number> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(0);
    });
  const painted = (): Promise<number> =>
    new Promise((resolve) => {
      requestAnimationFrame(() => void nextTask().then(resolve));
    });
  new MutationObserver(() => {
    for (const look of found) look();
  }).observe(document, { subtree: true, childList: true, characterData: true });

  const shell = until(() => document.querySelector('main') !== null);
  const rows = until(() => document.querySelector('a[data-row]') !== null);
  const counter = () => document.querySelector('search [aria-live]')?.textContent ?? '';
  const says = (text: string) =>
    [...document.querySelectorAll('[role=log] li')].some((li) => li.textContent.includes(text));

  addEventListener(
    'input',
    (event) => {
      if (!(event.target as HTMLElement).matches('input[type=search]') || !(event as InputEvent).data) return;
      // What React makes of a key is done before the next task.
      void Promise.all([nextTask(), painted()]).then(([done, drawn]) =>
        keys.push({ done: done - event.timeStamp, drawn: drawn - event.timeStamp }),
      );
    },
    true,
  );
  let sentAt = 0;
  document.addEventListener(
    'keydown',
    ({ ctrlKey, key, timeStamp }) => {
      if (ctrlKey && key === 'Enter') sentAt = timeStamp;
    },
    true,
  );

  const watching = {
    keys,
    listed: async (count: string): Promise<Marks> => ({
      all: await until(() => counter().endsWith(`of ${count}`)),
      shell: await shell,
      rows: await rows,
    }),
    sent: async (text: string) => {
      const shown = await until(() => says(text));
      const drawn = await painted();
      return { shown: shown - sentAt, drawn: drawn - sentAt, at: performance.timeOrigin + sentAt };
    },
    sees: async (text: string) => performance.timeOrigin + (await until(() => says(text))),
    /** Milliseconds from the connection's return until no message waits any more. */
    drained: async () => {
      const back = await new Promise<number>((resolve) => addEventListener('online', () => resolve(performance.now())));
      return (await until(() => !says('waiting to send'))) - back;
    },
  };
  (globalThis as { watching?: typeof watching }).watching = watching;
  return watching;
};
