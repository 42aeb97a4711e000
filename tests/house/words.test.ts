import { expect, test } from 'vitest';
import { inSentenceCase, inTitleCase } from './case.ts';
import { type Text, textsIn } from './strings.ts';

/** Texts that the checklist quotes, each with its requirement: they are written as there. */
const QUOTED: Record<string, string> = {
  '...and {} more errors': 'BULK-30',
  'Add your property addresses': 'HOASETUP-07',
  'Address "{}" {} successfully': 'ADDR-29',
  'Assigned To': 'REQ-08',
  'Board Members': 'DASH-13',
  'Board Only': 'DOC-21',
  'Created By': 'ANN-05',
  'Creating Account...': 'SIGNUP-25',
  'Due Date': 'VIO-03',
  'Entering Dashboard...': 'HOASETUP-17',
  'HOA Name': 'HOASETUP-04',
  'Last Login': 'USERS-02',
  'Loading announcement...': 'ANN-27',
  'Loading plans...': 'SIGNUP-07',
  'Loading...': 'ANN-09',
  "New passwords don't match": 'PROFILE-09',
  'Next Send Date': 'DUE-03',
  'Outstanding Dues': 'DASH-13',
  'Page not found': 'ROUTES-10',
  "Passwords don't match": 'AUTH-27',
  'Redirecting to Billing Portal...': 'BILLING-13',
  'Password changed successfully! You remain logged in on this device.': 'PROFILE-10',
  'Request created successfully! Redirecting...': 'REQ-21',
  'Role must be "Resident" or "Board Member"': 'BULK-14',
  'Sending Failed': 'ANN-45',
  'Sending emails...': 'ANN-30',
  'Setup Complete!': 'CONNECT-04',
  'Tell us about your HOA': 'HOASETUP-04',
  'Updating...': 'ANN-23',
  'Uploaded By': 'DOC-05',
  "You'll automatically become the superadmin": 'PROD-05',
  'ZIP Code': 'HOASETUP-04',
};

/** The one spelling of this act, also as a title. */
const SIGN_IN = /^Sign(ing)? (in|out)…?$/;

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
