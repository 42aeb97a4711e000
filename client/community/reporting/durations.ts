import { formatPlural } from '../../ui/format.ts';

/** The middle value, or the mean of the two in the middle; null of none. */
export const medianOf = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
};

/** The smallest value that nine of ten do not exceed; null of none. */
export const ninetiethOf = (values: readonly number[]): number | null =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.9) - 1] ?? null;

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

export const NONE = '–';

/** Milliseconds as "35 minutes", "5 hours" or "3.4 days". */
export const formatDuration = (ms: number | null): string => {
  if (ms === null) return NONE;
  const minutes = Math.max(1, Math.round(ms / MINUTE));
  if (minutes < 60) return formatPlural(minutes, 'minute');
  const hours = Math.round(ms / HOUR);
  if (hours < 48) return formatPlural(hours, 'hour');
  return `${(ms / DAY).toFixed(1)} days`;
};

/** Hours with two decimals, for a spreadsheet. */
export const hoursOf = (ms: number | null): string => (ms === null ? '' : (ms / HOUR).toFixed(2));
