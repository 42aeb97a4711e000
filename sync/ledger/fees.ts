/** Late fees and interest: what rules post, when, and why. */
export { interestByRule, lateFeeByRule } from './fees/amounts.ts';
export type { FeeBooks, FeeOptions } from './fees/books.ts';
export { type DueFees, dueFees } from './fees/due.ts';
export {
  type AccountPreview,
  type FeeAhead,
  type FeePreview,
  type PreviewOptions,
  previewAccount,
  previewFees,
  sumPreviews,
} from './fees/preview.ts';
export { interestInWords, lateFeeInWords, returnedFeeInWords, waiversThisYear } from './fees/words.ts';
