import type { Page } from 'playwright-core';
import { required } from '../support/required.ts';
import { openProfile } from './chromium.ts';
import { signedIn } from './demo.ts';
import { note, step } from './report.ts';
import { openStack } from './stacks.ts';

const SETTLING_MS = 5000;
/** The seed's three years take a minute to arrive on a busy machine. */
const STEP_MS = 240_000;
const BYTES_A_MB = 1_000_000;
const SCALE = 'search';
/** Beginnings of words, typing errors, names, homes, several words, and what is nowhere. */
const QUERIES = [
  ...[
    'gate',
    'g',
    'ga',
    'gat',
    'pool',
    'p',
    'po',
    'lamp',
    'broken',
    'brokn',
    'clubhuose',
    'drain',
    'parking',
    'a',
    'th',
  ],
  ...[
    'the',
    'fiona',
    'garcia',
    'willow lane',
    'heron 13',
    'reed circle unit',
    '2717',
    '(1077)',
    'pool gate',
    'gate stuck',
  ],
  ...[
    'dryer noise',
    'maintenance',
    'urgent',
    'bylaws',
    'budget',
    'minutes',
    'insurance',
    'dues',
    'monthly',
    'assessment',
  ],
  ...[
    '185',
    'paid invoice',
    'violation',
    'trash',
    'trsh bins',
    'noise at night',
    'dog',
    'fence is dark',
    'zzzz',
    'qwxyz',
  ],
  ...['water', 'watr', 'board', 'resident', 'create', 'upload', 'thursday', 'spring', 'photo', 'neighbors', 'rack'],
  ...['julia hayes', 'hays', 'unit b', 'mill pond', 'x'],
];

/** The palette over the large demo: a board member of 400 homes after three years, right after a start. */
export const searchPart = async (signal: AbortSignal): Promise<void> => {
  const stack = await openStack(signal, { withClient: true, seed: 'large' });
  const profile = await openProfile();
  try {
    const search = async () => {
      const page = await signedIn(profile, stack.urls.app);
      await page.goto(`${stack.urls.app}/requests`);
      await page.evaluate(() => watching.complete());
      await page.waitForTimeout(SETTLING_MS);
      await page.reload();
      await measure(page);
    };
    await step('search', search, STEP_MS);
  } finally {
    await profile.close();
    await stack.stop();
  }
};

const measure = async (page: Page): Promise<void> => {
  await page.locator('a[data-row]').first().waitFor();
  await page.waitForTimeout(SETTLING_MS / 2);
  const before = await heapOf(page);
  const building = page.evaluate(() => watching.built());
  await page.keyboard.press('Control+k');
  const { time, longest } = await building;
  note(SCALE, 'porchlight', 'searchBuild', time);
  note(SCALE, 'porchlight', 'searchLongest', longest);
  const [cold, ...next] = await page.evaluate((queries) => watching.answered(queries), QUERIES);
  note(SCALE, 'porchlight', 'searchCold', required(cold));
  note(SCALE, 'porchlight', 'searchNext', next);
  note(SCALE, 'porchlight', 'searchHeap', (await heapOf(page)) - before);
};

const heapOf = async (page: Page): Promise<number> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / BYTES_A_MB;
};
