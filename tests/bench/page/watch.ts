import { required } from '../../support/required.ts';

/** When things stood on the screen, in milliseconds since the navigation: the first rows of a list (painted), and the
 * number of all. */
type Marks = { rows: number; all: number };

// This module runs in each page before the page's own scripts, and watches the screen with nothing but what a user could see.

const found = new Set<() => void>();
const keys: number[] = [];

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
}).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-busy'] });

const rows = until(() => document.querySelector('a[data-row]') !== null).then(painted);
const firstSync = () => document.querySelector('[role=progressbar][aria-label="First sync"]') !== null;
const counter = () => document.querySelector('search [aria-live]')?.textContent ?? '';
const says = (text: string) =>
  [...document.querySelectorAll('[role=log] li')].some((li) => li.textContent.includes(text));

addEventListener(
  'input',
  (event) => {
    if (!(event.target as HTMLElement).matches('input[type=search]') || !(event as InputEvent).data) return;
    void painted().then((drawn) => keys.push(drawn - event.timeStamp));
  },
  true,
);
let sentAt = 0;
let enteredAt = 0;
let actedAt = 0;
document.addEventListener(
  'keydown',
  ({ ctrlKey, key, timeStamp }) => {
    if (ctrlKey && key === 'Enter') sentAt = timeStamp;
    if (key === 'Enter') enteredAt = timeStamp;
  },
  true,
);

for (const act of ['keydown', 'click', 'change'])
  document.addEventListener(
    act,
    ({ timeStamp }) => {
      actedAt = timeStamp;
    },
    true,
  );

/** Milliseconds from the key that opens the palette until its index is complete, and of the longest task meanwhile. */
const built = async (): Promise<{ time: number; longest: number }> => {
  let [last, longest, isDone] = [Number.POSITIVE_INFINITY, 0, false];
  const began = new Promise<number>((resolve) =>
    addEventListener('keydown', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true }),
  );
  const tick = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
    if (!isDone) void nextTask().then(tick);
  };
  const start = await began;
  tick();
  const end = await until(() => document.querySelector('[role=listbox][aria-busy=false]') !== null);
  isDone = true;
  return { time: end - start, longest };
};

/** Milliseconds from each query in the palette until its results are painted. */
const answered = async (queries: readonly string[]): Promise<number[]> => {
  const field = required(document.querySelector<HTMLInputElement>('[role=combobox]'));
  const { set } = required(Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value'));
  const times: number[] = [];
  for (const query of queries) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const start = performance.now();
    required(set).call(field, query);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    times.push((await painted()) - start);
  }
  return times;
};

const measures = {
  keys,
  /** Milliseconds from the last key, click or chosen file until what a selector finds says `text`, painted. */
  said: async (selector: string, text: string): Promise<number> => {
    await until(() => document.querySelector(selector)?.textContent?.includes(text) ?? false);
    return (await painted()) - actedAt;
  },
  /** The time (epoch) of the last key or click, and that at which what a selector finds says `text`, painted. */
  actedAt: (): number => performance.timeOrigin + actedAt,
  saidAt: async (selector: string, text: string): Promise<number> => {
    await until(() => document.querySelector(selector)?.textContent?.includes(text) ?? false);
    return performance.timeOrigin + (await painted());
  },
  /** The paths of the page's own scripts that it has loaded. */
  scripts: (): string[] =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  /** `count` as the list tells it. */
  listed: async (count: string): Promise<Marks> => ({
    all: await until(() => counter().endsWith(`of ${count}`)),
    rows: await rows,
  }),
  built,
  answered,
  /** When what a selector finds is painted, in milliseconds since the navigation. */
  shows: async (selector: string): Promise<number> => {
    await until(() => document.querySelector(selector) !== null);
    return painted();
  },
  /** Milliseconds from a tap until what it opens is painted. */
  tapped: async (selector: string, opens: string): Promise<number> => {
    const began = performance.now();
    required(document.querySelector<HTMLElement>(selector)).click();
    await until(() => document.querySelector(opens) !== null);
    return (await painted()) - began;
  },
  /** Milliseconds from another address of the app until what it shows is painted. */
  went: async (address: string, shows: string): Promise<number> => {
    const began = performance.now();
    history.pushState(null, '', address);
    await until(() => document.querySelector(shows) !== null);
    return (await painted()) - began;
  },
  /** Milliseconds from the last Enter until a heading of that text is painted. */
  entered: async (heading: string): Promise<number> => {
    await until(() => [...document.querySelectorAll('h2')].some(({ textContent }) => textContent === heading));
    return (await painted()) - enteredAt;
  },
  /** When the bar of the first sync, once seen, is gone. */
  complete: async (): Promise<number> => {
    await until(firstSync);
    return until(() => !firstSync());
  },
  /** The time (epoch) of the key that sent a message, once it shows. */
  sent: async (text: string): Promise<number> => {
    await until(() => says(text));
    return performance.timeOrigin + sentAt;
  },
  /** The time (epoch) at which a message is painted. */
  sees: async (text: string): Promise<number> => {
    await until(() => says(text));
    return performance.timeOrigin + (await painted());
  },
};

declare global {
  var watching: typeof measures;
}

globalThis.watching = measures;
