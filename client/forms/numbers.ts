// Numbers as they are typed. What is no number is NaN, which every input refuses.

export const toNumber = (text: unknown): number => (String(text).trim() === '' ? Number.NaN : Number(text));

/** Digits alone. */
export const wholeOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

/** Null for a field that may stay empty. */
export const wholeOrNull = (text: string): number | null => (text.trim() === '' ? null : wholeOf(text));

/** Hundredths of what was typed: cents of dollars, basis points of percents. NaN for what is finer than a hundredth. */
export const hundredthsOf = (text: string): number => {
  const scaled = toNumber(text) * 100;
  const whole = Math.round(scaled);
  return Math.abs(scaled - whole) < 1e-6 ? whole : Number.NaN;
};

/** Null for a field that may stay empty. */
export const hundredthsOrNull = (text: string): number | null => (text.trim() === '' ? null : hundredthsOf(text));

/** Hundredths as they are typed: "25.00", or "5" with `short`. */
export const typedHundredths = (hundredths: number | null | undefined, short = false): string => {
  if (hundredths === null || hundredths === undefined) return '';
  return short ? String(hundredths / 100) : (hundredths / 100).toFixed(2);
};
