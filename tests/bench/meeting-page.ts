import type { Page } from 'playwright-core';
import type { BenchHoa } from './fill.ts';
import type { MeetingRows } from './meeting-400.ts';

export const SCALE = 'meetings';
/** Fresh pages, for what a user does first. */
export const PAGES = 4;
export const SETTLING_MS = 4000;
export const UNITS = 'ul[aria-label=Units] li [type=button]';

/** `desk`: a third of the units is absent. `room`: all are there, and the motions after the first two have no marks. `added`: the
 * meeting to which the file with `facts` is added. */
export type MeetingGround = {
  hoa: BenchHoa;
  desk: MeetingRows;
  room: MeetingRows;
  added: MeetingRows;
  file: MeetingRows['facts'];
};

export type Screens = { page: Page; url: string; ground: MeetingGround };

/** Milliseconds of processor time that the page's own thread has used, which other programs do not make longer. */
export const busyOf = async (page: Page): Promise<() => Promise<number>> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
};
