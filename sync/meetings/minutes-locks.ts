import { dayInWords } from '../words.ts';

/** `approved_on` is a calendar date. */
export const lockedSentence = (approved_on: string): string =>
  `These minutes were approved on ${dayInWords(approved_on)}. Record a correction instead.`;
