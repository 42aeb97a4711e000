const DAY_MS = 86_400_000;

/** An instant, ISO 8601. */
export const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * DAY_MS).toISOString();

export const addDays = (day: string, days: number): string => {
  const date = utc(day);
  date.setUTCDate(date.getUTCDate() + days);
  return dayOf(date);
};

/** Whole days; negative where `to` comes first. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

export const laterOf = (one: string, other: string): string => [one, other].sort()[1]!;

/** Clamps to the end of the month. Count from the anchor, never from an earlier result. */
export const addMonths = (anchor: string, months: number): string => {
  const date = utc(anchor);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(Math.min(dayOfMonth, daysInMonth(date)));
  return dayOf(date);
};

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date) => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10));
const daysInMonth = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

export const dayIn = (timeZone: string, instant: Date): string => {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, ...DIGITS });
  formats.set(timeZone, format);
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.year}-${parts.month}-${parts.day}`;
};

const DIGITS = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const formats = new Map<string, Intl.DateTimeFormat>();
