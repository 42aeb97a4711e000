import { Refusal } from '../../sync/tx.ts';

/** What to show of an error: a rule's own sentence, else the screen's fallback. */
export const sentenceOf = (error: unknown, fallback: string): string =>
  error instanceof Refusal ? error.message : fallback;
