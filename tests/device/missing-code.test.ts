import { expect, test } from 'vitest';
import { messageOf } from '../../client/device/http.ts';

test.each([
  'Failed to fetch dynamically imported module: https://porchlight.test/assets/a.js',
  'error loading dynamically imported module: https://porchlight.test/assets/a.js',
  'Importing a module script failed.',
])('[ERR-01] whose page lacks code, which no second try brings, is told to reload (%s)', (words) => {
  const message = messageOf(new TypeError(words), 'Failed to delete document');
  expect(message).toBe('Part of the app didn’t load. Reload the page and try again.');
  expect(messageOf(new TypeError('x is undefined'), 'Failed to delete document')).toBe('Failed to delete document');
});
