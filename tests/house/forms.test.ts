import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

/** The screens outside of the kit's own folder, with their text. */
const screens = readdirSync(join(ROOT, 'client'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('forms/'))
  .map((name) => ({ name: `client/${name}`, text: readFileSync(join(ROOT, 'client', name), 'utf8') }));

const found = (pattern: RegExp): string[] =>
  screens.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(() => name));

// `left` counts by file or folder what still is elsewhere. It may only fall.
const KINDS: { what: string; pattern: RegExp; left: Record<string, number> }[] = [
  {
    what: 'a form is a PlainForm or a SaveForm of client/forms',
    pattern: /<form\b/g,
    left: { 'client/meetings/': 3 },
  },
  {
    what: 'the values of a form are a useRecordForm or a useSaveForm',
    pattern: /\buseForm[(<]/g,
    left: {
      // Secrets, and what the store of the sign-up keeps.
      'client/account/': 6,
      // A keystroke paints no more than the note of its draft.
      'client/money/record/record.tsx': 1,
    },
  },
  {
    what: 'a number is typed into a MoneyField, a NumberField or one of their inputs',
    pattern: /inputMode="(decimal|numeric)"/g,
    left: {
      // A code of digits is no number.
      'client/account/signup/check-email.tsx': 1,
      'client/meetings/': 4,
    },
  },
  {
    what: 'the sentence of a failure is an argument of useSubmit',
    pattern: /useSubmit\(\s*\((error|cause)\) =>\s*messageOf/g,
    left: { 'client/meetings/': 1 },
  },
];

test.each(KINDS)('$what', ({ pattern, left }) => {
  const names = found(pattern);
  for (const [place, most] of Object.entries(left))
    expect(names.filter((name) => name.startsWith(place)).length, place).toBeLessThanOrEqual(most);
  expect(names.filter((name) => !Object.keys(left).some((place) => name.startsWith(place)))).toEqual([]);
});
