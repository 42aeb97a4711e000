export type Sample = { median: number; p95: number };

export const sampleOf = (values: readonly number[]): Sample => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p95: at(0.95) };
};

/** Milliseconds that `work` took. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Does `work` again and again, one after the other, each time after `before`; the first `warmUp` times do not count.
 * Milliseconds. */
export const repeat = async (
  times: number,
  work: () => Promise<unknown>,
  { warmUp = 5, before = async (): Promise<unknown> => undefined } = {},
): Promise<Sample> => {
  const values: number[] = [];
  for (let count = 0; count < warmUp + times; count += 1) {
    await before();
    values.push(await timed(work));
  }
  return sampleOf(values.slice(warmUp));
};
