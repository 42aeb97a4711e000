/** The most mails that the mail service takes in one call. */
export const MAILS_PER_CALL = 100;

/** `items` in order, in chunks of at most `size`. */
export const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** The two halves, so that a batch refused as a whole can be tried in parts. */
export const halvesOf = <T>(items: readonly T[]): T[][] => chunksOf(items, Math.ceil(items.length / 2));
