import { getDefaultStore } from 'jotai';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Session, type SessionUser, sessionAtom, useCan } from '../../client/device/session.ts';
import { Avatar } from '../../client/ui/avatar.tsx';
import {
  formatAddress,
  formatCount,
  formatLabel,
  formatMoney,
  formatPrice,
  formatSize,
} from '../../client/ui/format.ts';
import { ROLES, type Role } from '../../schema/users.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  // Its formatters keep the time zone in which they were made.
  vi.resetModules();
});

const viewedIn = (timeZone: string) => {
  vi.stubEnv('TZ', timeZone);
  vi.resetModules();
  return import('../../client/ui/format.ts');
};

test('a count reads "4,015", as the browser itself would write it', () => {
  expect(formatCount(4015)).toBe('4,015');
  for (const count of [0, 7, 999, 1000, 12_345, 1_234_567, -4, -1500, 1.5])
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
});

describe('dates', () => {
  test('[FORMAT-01, FORMAT-02] a date reads "Jan 5, 2026", with its time "Jan 5, 2026, 3:04 PM", in full "January 5, 2026"', async () => {
    const { formatDate, formatDateTime, formatDateLong } = await viewedIn('America/Chicago');
    const iso = '2026-01-05T21:04:00.000Z';
    expect(formatDate(iso)).toBe('Jan 5, 2026');
    expect(formatDateTime(iso)).toBe('Jan 5, 2026, 3:04 PM');
    expect(formatDateLong(iso)).toBe('January 5, 2026');
  });

  test.each([
    ['America/Chicago', 'Dec 31, 2025, 6:30 PM'],
    ['Pacific/Auckland', 'Jan 1, 2026, 1:30 PM'],
  ])('[FORMAT-02] an instant is shown in the time zone of its viewer: %s', async (timeZone, shown) => {
    const { formatDateTime } = await viewedIn(timeZone);
    expect(formatDateTime('2026-01-01T00:30:00.000Z')).toBe(shown);
  });

  test.each(['America/Chicago', 'Pacific/Auckland'])(
    '[FORMAT-01] a calendar date keeps its day in %s',
    async (zone) => {
      const { formatDate } = await viewedIn(zone);
      expect(formatDate('2026-03-08')).toBe('Mar 8, 2026');
    },
  );
});

test('[FORMAT-03, PROD-09] money has its cents and separators, a plan price no cents', () => {
  expect([125_000, 5, 0, -2500].map(formatMoney)).toEqual(['$1,250.00', '$0.05', '$0.00', '-$25.00']);
  expect(formatPrice(4900)).toBe('$49');
});

test('[FORMAT-04] labels have spaces for underscores and capitalised words', () => {
  expect(['in_progress', 'one_time', 'open', 'Late Payment'].map(formatLabel)).toEqual([
    'In Progress',
    'One Time',
    'Open',
    'Late Payment',
  ]);
});

test('[FORMAT-05] an address is its street with the unit, or the street alone', () => {
  expect(formatAddress({ street: '14 Willow Lane', unit_number: '3' })).toBe('14 Willow Lane, Unit 3');
  for (const unit_number of [null, undefined, ''])
    expect(formatAddress({ street: '9 Heron Court', unit_number })).toBe('9 Heron Court');
});

test('[FILE-06, FORMAT-06] a size is in MB with two decimals, however small', () => {
  expect([10 * 1024 * 1024, 1_929_380, 5243, 5242, 0].map(formatSize)).toEqual([
    '10.00 MB',
    '1.84 MB',
    '0.01 MB',
    '0.00 MB',
    '0.00 MB',
  ]);
});

test.each([
  ['Rita Alvarez', 'RA'],
  ['  ada maria  king ', 'AK'],
  ['Cher', 'C'],
  ['émile zola', 'ÉZ'],
  ['', 'I'],
])('[NAV-05, NAV-06] the avatar of "%s" shows %s', (name, initials) => {
  const html = renderToStaticMarkup(createElement(Avatar, { name, email: 'ivy.chen@willowcreek.test' }));
  expect(html.replace(/<[^>]*>/g, '')).toBe(initials);
});

describe('role checks', () => {
  /** The roles for which a hook of the session says yes; null stands for signed out. */
  const holders = (ask: () => boolean) =>
    [...ROLES, null].filter((role) => {
      getDefaultStore().set(sessionAtom, sessionOf(role));
      return renderToStaticMarkup(createElement(Answer, { ask })) === 'true';
    });

  test('[SESSION-21] the session answers what the signed-in user may do', () => {
    expect(holders(() => useCan('users.manage'))).toEqual(['board', 'superadmin']);
    expect(holders(() => useCan('users.manage_superadmins'))).toEqual(['superadmin']);
    expect(holders(() => useCan('invoices.pay'))).toEqual(['resident']);
  });
});

const Answer = ({ ask }: { ask: () => boolean }) => String(ask());

const sessionOf = (role: Role | null): Session =>
  role ? { status: 'in', user: { id: 'somebody', role } as SessionUser } : { status: 'out', user: null };

test('what every start loads makes no formatter, since the first one takes a browser 10 ms', async () => {
  const made = [
    vi.spyOn(Intl, 'NumberFormat'),
    vi.spyOn(Intl, 'DateTimeFormat'),
    vi.spyOn(Intl, 'Collator'),
    vi.spyOn(Number.prototype, 'toLocaleString'),
  ];
  vi.resetModules();
  await Promise.all([import('../../sync/index.ts'), import('../../client/ui/format.ts')]);
  for (const spy of made) expect(spy).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
