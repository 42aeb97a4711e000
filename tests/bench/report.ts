import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from './sample.ts';

export type Budget = { most: number; p95?: number };
export type Figure = Partial<Sample> & {
  name: string;
  unit?: 'ms' | 'kB' | 'x' | '';
  rows?: number;
  budget?: Budget;
  note?: string;
};

export const say = (text: string): void => console.log(text);

export const heading = (title: string): void => {
  say(`\n${title}\n${row('', 'median', 'p95', 'rows read', 'budget', '')}`);
};

/** Prints one figure at once, with its budget and whether that is met. */
export const print = ({ name, median, p95, unit = 'ms', rows, budget, note = '' }: Figure): void => {
  const value = (number: number | undefined) => (number === undefined ? '' : `${short(number)} ${unit}`.trim());
  const bound = budget ? [budget.most, budget.p95].filter((part) => part !== undefined).map(short) : [];
  const told = bound.length > 0 ? `<= ${bound.join(' / ')} ${unit}`.trim() : '';
  say(
    row(name, value(median), value(p95), rows?.toString() ?? '', told, `${verdict({ median, p95, budget })} ${note}`),
  );
};

/** Runs one step. A failure, or a timeout after `limit` milliseconds, is printed and later steps still run. */
export const step = async (name: string, work: () => Promise<void>, limit = 60_000): Promise<void> => {
  const late = new AbortController();
  const waited = sleep(limit, undefined, { signal: late.signal }).then(() => {
    throw new Error(`not done after ${limit / 1000} s`);
  });
  try {
    await Promise.race([work(), waited]);
  } catch (error) {
    say(`  ${name}: could not be measured (${error instanceof Error ? error.message.split('\n')[0] : error})`);
  } finally {
    waited.catch(() => undefined);
    late.abort();
  }
};

const verdict = ({ median, p95, budget }: Pick<Figure, 'median' | 'p95' | 'budget'>): string => {
  if (!budget || median === undefined) return '';
  const over = Math.max(median / budget.most, budget.p95 && p95 !== undefined ? p95 / budget.p95 : 0);
  if (over <= 1) return 'met';
  return over < 2 ? `missed by ${Math.ceil((over - 1) * 100)} %` : `missed, ${over.toFixed(1)} times over`;
};

const short = (number: number) =>
  number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2);

const row = (name: string, median: string, p95: string, rows: string, budget: string, end: string) =>
  `  ${name.padEnd(56)}${median.padStart(10)}${p95.padStart(11)}${rows.padStart(11)}   ${budget.padEnd(18)}${end}`.trimEnd();
