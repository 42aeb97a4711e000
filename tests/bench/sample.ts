/** `p95` only where there are enough values to tell it. */
export type Sample = { median: number; p95?: number };

const ENOUGH = 20;

export const sampleOf = (values: readonly number[]): Sample => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return values.length < ENOUGH ? { median: at(0.5) } : { median: at(0.5), p95: at(0.95) };
};

/** The median of the medians, and of the 95th percentiles. */
export const sampleOfRuns = (runs: readonly (readonly number[])[]): Sample => {
  const samples = runs.map(sampleOf);
  const [median, p95] = [samples.map((one) => one.median), samples.map((one) => one.p95 ?? Number.NaN)];
  return { median: sampleOf(median).median, p95: sampleOf(p95).median };
};
