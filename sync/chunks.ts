/** Resend's maximum per call. */
export const MAILS_PER_CALL = 100;

export const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** Used to find the item at fault when a batch is refused as a whole. */
export const halvesOf = <T>(items: readonly T[]): T[][] => chunksOf(items, Math.ceil(items.length / 2));
