import { dayInWords } from '../../words.ts';
import { localTime } from '../local-time.ts';

/** Board: everything. Public: nothing executive. Executive: what is executive alone. */
export type MinutesForm = 'board' | 'public' | 'executive';

/** "7:05 PM". */
export const clockInWords = (time_zone: string, instant: string): string => {
  const { hour, minute } = localTime(time_zone, Date.parse(instant));
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** Ends with a full stop where it ends with no other mark. */
export const sentence = (words: string): string => (/[.!?…]["”']?$/.test(words) ? words : `${words}.`);

/** True if executive content, or open content, belongs to the form that is composed. */
export type Shown = (isExecutive: boolean) => boolean;

/** True if a form of the minutes has executive content, or open content. */
export const belongsTo = (form: MinutesForm, executive: boolean): boolean =>
  form === 'board' || executive === (form === 'executive');

/** As the content of an HTML element. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** `approved_on` is a calendar date. */
export const lockedSentence = (approved_on: string): string =>
  `These minutes were approved on ${dayInWords(approved_on)}. Record a correction instead.`;
