import { expect, test } from 'vitest';
import { inSentenceCase, inTitleCase } from './case.ts';
import { QUOTED, SIGN_IN } from './quoted.ts';
import { sources } from './source.ts';
import { type Text, textsIn } from './strings.ts';

/** Spellings that no text has, and what is written instead. */
const SPELLINGS: Record<string, RegExp> = {
  '… is one character': /\.\.\.(?!\w)/,
  'an apostrophe is curly: ’': /\p{L}'\p{L}|s' /u,
  'quotes are curly: “ ”': /"/,
  '50% has no space': /[\d}] %/,
  'a range has an en dash: 1–30': /\b\d+-\d+ (days?|hours?|months?|characters?)\b/i,
  Installment: /\binstalment/i,
  'Sign in': /\blog(ged)? (in|out)\b|\bsign-?out\b/i,
  'Load More': /\bLoad more\b/,
  canceled: /\bcancelled\b|\bcancelling\b/i,
};

/** The turns of phrase that no text has: each says it by a verb, or to the reader. */
const TURNS =
  /\b(stands|is of|by itself|somebody|everybody|comes? up|whom|counts? for nothing|anew|meanwhile|thereof|as a rule|of its own day|as it stands|what is unpaid|shall|please see to it|afterwards|whoever|somewhere)\b/i;

/** A text that is for people: words with spaces, as opposed to a class, a query or a key. */
const isSentence = ({ text, place }: Text) =>
  place !== 'text' || (/^\p{Lu}[^_]*\s\p{L}/u.test(text) && !/^(WITH|INSERT|SELECT) |sans-serif/.test(text));

const texts = textsIn('client/', 'schema/', 'sync/', 'worker/').filter(({ text }) => !(text in QUOTED));
const listed = (found: Text[]) => found.map(({ path, line, text }) => `${path}:${line} ${text}`);

const unlike = (found: Text[], wanted: (text: string) => string) =>
  found
    .filter(({ text }) => wanted(text) !== text.replace(/\s+/g, ' '))
    .map(({ path, line, text }) => `${path}:${line} ${text} -> ${wanted(text)}`);

test('buttons, menus, tabs and titles are in Title Case', () => {
  const titles = texts.filter(({ place, text }) => place === 'title' && !SIGN_IN.test(text));
  expect(unlike(titles, inTitleCase)).toEqual([]);
});

test('labels, hints, heads of tables and messages are in sentence case', () => {
  expect(
    unlike(
      texts.filter(({ place }) => place === 'sentence'),
      inSentenceCase,
    ),
  ).toEqual([]);
});

test.each(Object.entries(SPELLINGS))('what people read is spelled one way: %s', (_, wrong) => {
  expect(listed(texts.filter((one) => isSentence(one) && wrong.test(one.text)))).toEqual([]);
});

test('what people read is said in plain words', () => {
  expect(listed(texts.filter((one) => isSentence(one) && TURNS.test(one.text)))).toEqual([]);
});

/** Files that format with Intl or the locale, and what they format. Everything else is formatted by client/ui/format.ts, sync/words.ts
 * and worker/emails/long-date.ts, so that a date or an amount reads the same everywhere. */
const FORMATTING: Record<string, string> = {
  'client/community/requests/side.tsx': 'a calendar date for the date picker',
  'client/forms/zones.ts': 'the names of time zones',
  'client/meetings/outbox.ts': 'the day of an instant in the zone of the HOA',
  'client/ui/format.ts': 'dates, times, amounts and counts on screens',
  'schema/dates.ts': 'a calendar date in a zone',
  'schema/meeting-inputs.ts': 'a limit in its message',
  'schema/time-zones.ts': 'the names of time zones',
  'sync/meetings/local-time.ts': 'the parts of an instant in a zone',
  'worker/emails/long-date.ts': 'dates in mails',
  'worker/jobs/queue-daily.ts': 'the hour of an instant in a zone',
  'worker/notifications/timing.ts': 'the time of day in a zone',
  'worker/services/sanitize.ts': 'a limit in its message',
};

const isProduct = (path: string) => /^(client|schema|sync|worker)\//.test(path);

test('dates, amounts and counts are formatted in one place', () => {
  const formatting = sources()
    .filter(
      ({ path, names }) =>
        isProduct(path) && ['Intl', 'toLocaleString', 'toLocaleDateString'].some((name) => names.has(name)),
    )
    .map(({ path }) => path);
  expect(formatting.toSorted()).toEqual(Object.keys(FORMATTING).toSorted());
});
