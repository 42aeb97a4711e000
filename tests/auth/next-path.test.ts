import { expect, test } from 'vitest';
import { loginFor, nextOf } from '../../client/device/next-path.ts';

const next = (text: string) => nextOf(`?${new URLSearchParams({ next: text })}`);

test('the link of a mail opens its record after the sign-in; the sign-in alone leads to the dashboard', () => {
  for (const at of ['/requests/7', '/requests/7/messages?from=mail#last', '/account?entry=a%2Fb'])
    expect(nextOf(loginFor(at).replace('/login', ''))).toBe(at);
  for (const at of ['/', '/dashboard', '/login', '/login?next=/users']) expect(loginFor(at)).toBe('/login');
  expect(nextOf('')).toBe('/dashboard');
});

test.each([
  'https://evil.example/requests',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  ' /requests',
  'javascript:alert(1)',
  'requests',
  '',
])('no address but one of the app is gone on to: %j', (text) => {
  expect(next(text)).toBe('/dashboard');
});
