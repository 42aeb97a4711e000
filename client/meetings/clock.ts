import { serverNow } from '../device/clock.ts';

/** A smaller step back is the measuring, not a clock that was put right. */
const STEP_MS = 2000;

let last = 0;

/** The true time in ms, by the clock of the device put right; it does not run backwards. */
export const trueMs = (): number => {
  const now = serverNow();
  last = now < last && last - now < STEP_MS ? last : now;
  return last;
};

/** As ISO 8601. */
export const trueNow = (): string => new Date(trueMs()).toISOString();
