import { setTimeout as sleep } from 'node:timers/promises';
import { definitionOf, FIGURES, type FigureName, type Scale } from './figures.ts';
import { type Sample, sampleOf } from './sample.ts';

export type System = 'usual' | 'porchlight';
export type Result = { scale: Scale; name: FigureName } & Partial<Record<System, Sample>>;

const results = new Map<string, Result>();
const failures: string[] = [];

export const say = (text: string): void => console.log(text);

/** Keeps a figure for the table and prints it at once. */
export const note = (
  scale: Scale,
  system: System,
  name: FigureName,
  values: number | readonly number[] | Sample,
  remark = '',
): void => {
  const sample = isSample(values) ? values : sampleOf([values].flat());
  const key = `${scale} ${name}`;
  results.set(key, { ...(results.get(key) ?? { scale, name }), [system]: sample });
  const { label, unit } = definitionOf(name);
  say(`  ${system.padEnd(12)}${label.padEnd(52)}${`${shown(sample)} ${unit}`.padStart(22)}   ${remark}`.trimEnd());
};

const isSample = (values: number | readonly number[] | Sample): values is Sample =>
  typeof values === 'object' && 'median' in values;

/** Runs one step. A failure, or a timeout after `limit` milliseconds, is printed and later steps still run. */
export const step = async (name: string, work: () => Promise<void>, limit = 60_000): Promise<void> => {
  const late = new AbortController();
  const waited = sleep(limit, undefined, { signal: late.signal }).then(() => {
    throw new Error(`not done after ${limit / 1000} s`);
  });
  try {
    await Promise.race([work(), waited]);
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    say(`  Could not be measured: ${failures.at(-1)}`);
  } finally {
    waited.catch(() => undefined);
    late.abort();
  }
};

/** Everything measured so far, in the order of FIGURES within each scale. */
export const resultsOf = (scale: Scale): Result[] =>
  (Object.keys(FIGURES) as FigureName[]).flatMap((name) => results.get(`${scale} ${name}`) ?? []);

export const failed = (): readonly string[] => failures;

/** "0.52 / 0.90": median and 95th percentile. */
export const shown = ({ median, p95 }: Sample): string =>
  p95 === undefined ? short(median) : `${short(median)} / ${short(p95)}`;

const short = (number: number): string =>
  number >= 100 ? Math.round(number).toLocaleString('en') : number.toFixed(number >= 10 ? 1 : 2);

export const ratioOf = ({ usual, porchlight }: Result): number | undefined =>
  usual && porchlight && porchlight.median / usual.median;

type Verdict = { budget: string; met: boolean };

/** The budget in words, and whether it is met; undefined where there is none or nothing was measured. */
export const verdictOf = (result: Result): Verdict | undefined => {
  const { ratio, most, least, unit, tail } = definitionOf(result.name);
  const measured = result.porchlight;
  if (!measured) return undefined;
  const reached = ratioOf(result);
  if (ratio !== undefined && reached !== undefined) return { budget: `ratio ${ratio}`, met: reached <= ratio };
  if (least) return { budget: `at least ${least}`, met: measured.median >= least };
  // The budgets of a first sync are those of three years.
  if (!most || (result.scale === 'ten years' && !result.name.startsWith('demoWarm'))) return undefined;
  return {
    budget: `${most.toLocaleString('en')} ${unit}`,
    met: (tail ? (measured.p95 ?? measured.median) : measured.median) <= most,
  };
};
