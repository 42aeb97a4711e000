import { Refusal } from './tx.ts';

/** A limit of a day is reached. REST answers 429 with Retry-After, a push leaves a refusal with the same sentence. */
export class LimitReached extends Refusal {
  readonly seconds: number;
  constructor(reason: string, seconds: number) {
    super('conflict', tryAgainIn(reason, seconds));
    this.seconds = seconds;
  }
}

export const tryAgainIn = (reason: string, seconds: number): string =>
  `${reason} Please try again in ${durationWords(seconds)}.`;

const durationWords = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
};

const plural = (count: number, unit: string) => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);
