import { expect, test } from 'vitest';
import { KEY_PLACES, KEYS } from '../../client/ui/keys.ts';

type Key = (typeof KEYS)[keyof typeof KEYS] & { withControl?: boolean };

test('no key does two things in one place', () => {
  const keys: readonly Key[] = Object.values(KEYS);
  const everywhere = keys.filter(({ at }) => at === 'Everywhere');
  for (const place of KEY_PLACES) {
    const caps = [...everywhere, ...keys.filter(({ at }) => at === place && at !== 'Everywhere')].map(({ cap }) => cap);
    expect(caps).toEqual([...new Set(caps)]);
  }
});
