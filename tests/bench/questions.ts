import { REQUEST_STATUSES } from '../../schema/requests.ts';
import { nth } from '../support/required.ts';
import type { Query } from './page/client.ts';

/** Words of the titles in fill.ts; each occurs with each status. */
const WORDS = ['tap', 'fence', 'lamp', 'paving', 'pump', 'drain', 'branch', 'pool', 'gate', 'garage'];
const OTHER_WORDS = ['clubhouse', 'willow', 'leaking', 'broken', 'street', 'noisy'];

/** Asked before the questions that count, of other words. */
export const WARM_UP: readonly Query[] = OTHER_WORDS.map((search, at) => ({
  search,
  status: nth(REQUEST_STATUSES, at),
}));

/** Sixty pairs, of which no two are the same; words and statuses change from one to the next. */
export const QUESTIONS: readonly Query[] = REQUEST_STATUSES.flatMap((_, turn) =>
  WORDS.map((search, at) => ({ search, status: nth(REQUEST_STATUSES, (at + turn) % REQUEST_STATUSES.length) })),
);
