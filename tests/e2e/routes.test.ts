import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../local/seed/password.ts';
import { nth } from '../support/required.ts';
import { appears, expectText, goOffline, heading, pathOf, SUPPORT_LINK, signIn } from './support/app.ts';
import { useBrowser } from './support/browser.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const browser = useBrowser();
const { signedIn, signedInForOffline } = useSessions();

const OPEN = ['/support', '/unsubscribe'];
const PUBLIC = [
  '/login',
  '/forgot-password',
  '/reset-password',
  '/invite/accept',
  '/signup',
  '/signup/hoa-setup',
  '/signup/complete',
];
const SUPERADMIN = ['/stripe-setup', '/plan-selection', '/activity'];

type Paths = { any: string[]; board: string[] };

const pathsOf = async (): Promise<Paths> => {
  const voice = apiAs('board@willowcreek.test');
  const firstOf = async (area: string, matches = (_: { status: string }) => true): Promise<string> => {
    const { body } = await voice('GET', `/api/${area}?limit=100`);
    return body.docs.find(matches)._id;
  };
  const [request, violation] = [await firstOf('requests'), await firstOf('violations')];
  const announcement = await firstOf('announcements', ({ status }) => status === 'sent');
  const draft = await firstOf('announcements', ({ status }) => status === 'draft');
  const filed = (base: string, id: string) => [base, `${base}/${id}`, `${base}/${id}/messages`];
  return {
    any: [
      '/profile',
      '/away',
      '/announcements',
      `/announcements/${announcement}`,
      '/requests/create',
      ...filed('/requests', request),
      '/documents',
      '/meetings',
      '/meetings/some-meeting',
      '/dues',
      '/dues/some-due',
      '/invoices/some-invoice',
      ...filed('/compliance', violation),
      ...filed('/violations', violation),
    ],
    board: [
      '/announcements/create',
      `/announcements/${draft}/edit`,
      '/dues/create',
      '/meetings/create',
      '/meetings/rules',
      '/meetings/some-meeting/edit',
      '/meetings/some-meeting/room',
      '/meetings/some-meeting/desk',
      '/meetings/some-meeting/screen',
      '/meetings/some-meeting/print/agenda',
      '/users',
      '/settings',
      '/addresses',
      '/compliance/create',
      '/violations/create',
    ],
  };
};

const ends = (page: Page, paths: readonly string[]): Promise<Record<string, string>> => page.evaluate(walk, paths);

/** Runs in the page, because as many steps from outside would take too long. */
const walk = async (paths: readonly string[]) => {
  const arrive = async (until: number): Promise<string> => {
    await new Promise(requestAnimationFrame);
    const title = document.querySelector('h1')?.textContent;
    if (title) return title === 'Page not found' ? 'nowhere' : location.pathname;
    return Date.now() < until ? arrive(until) : 'nowhere';
  };
  const found: Record<string, string> = {};
  for (const path of paths) {
    history.pushState(null, '', path);
    found[path] = await arrive(Date.now() + 10_000);
  }
  return found;
};
const all = (paths: readonly string[], end: (path: string) => string) =>
  Object.fromEntries(paths.map((path) => [path, end(path)]));
const itself = (path: string) => path;

test('[AUTH-01, AUTH-04, REACT-14, ROUTES-09, ROUTES-13, ROUTES-22, SESSION-01] a visitor is sent to sign in from every screen but the open ones, and then to the link that they had opened', async () => {
  const page = await browser.open();
  const { any, board } = await pathsOf();
  await page.goto('/requests?status=open');
  await appears(heading(page, 'Sign in'));
  expect(pathOf(page)).toBe('/login');
  const closed = ['/', '/dashboard', ...any, ...board, ...SUPERADMIN, '/reactivation'];
  expect(await ends(page, closed)).toEqual(all(closed, () => '/login'));
  // The later steps of a signup that was not started lead to its first.
  const begun = (path: string) => (path.startsWith('/signup/') ? '/signup' : path);
  expect(await ends(page, [...OPEN, ...PUBLIC])).toEqual(all([...OPEN, ...PUBLIC], begun));

  await page.goto(nth(any, 5));
  await expectLinks(page);
  await page.getByLabel('Email').fill('board@willowcreek.test');
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  const answered = page.waitForResponse('**/api/auth/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const session = await (await answered).json();
  expect(Object.keys(session).sort()).toEqual(['accessToken', 'user']);
  expect(session.user).toMatchObject({ email: 'board@willowcreek.test', role: 'board' });
  await appears(heading(page, 'Requests'));
  expect(pathOf(page)).toBe('/requests');
});

const expectLinks = async (page: Page) => {
  expect(await page.getByLabel('Password').getAttribute('type')).toBe('password');
  for (const [name, href] of [
    ['Forgot your password?', '/forgot-password'],
    ['New HOA? Start your free trial', '/signup'],
  ] as const)
    expect(await page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(href);
};

test('[ROUTES-02, SUPPORT-01, SUPPORT-04] the support center is open to everyone', async () => {
  const page = await browser.open();
  await page.goto('/support');
  await appears(heading(page, 'Support Center'));
  const email = page.getByRole('main').getByRole('link', { name: /@/ });
  expect(await email.getAttribute('href')).toBe(SUPPORT_LINK);
  expect(await email.textContent()).toBe(SUPPORT_LINK.replace('mailto:', ''));
  await appears(page.getByText('Within about 1 business day'));
  await appears(page.getByText('Monday to Friday, 9:00 AM to 5:00 PM Central'));
});

test('[SUPPORT-02, SUPPORT-03] the back link of the support center leads to the sign-in, or past it', async () => {
  const page = await browser.open();
  await page.goto('/support');
  await page.getByRole('link', { name: 'Back to Sign In' }).click();
  await appears(heading(page, 'Sign in'));
  expect(pathOf(page)).toBe('/login');
  await signIn(page, 'board@willowcreek.test');
  await page.goto('/support');
  await page.getByRole('link', { name: 'Back to Sign In' }).click();
  await appears(heading(page, 'Dashboard'));
  expect(pathOf(page)).toBe('/dashboard');
});

test('[ROUTES-18, ROUTES-21, DASH-01, NAV-01, NAV-04, NAV-07, PROD-02, SEC-11] a resident has every screen of the community, and neither entries nor screens of those who run it', async () => {
  const page = await signedIn('resident@willowcreek.test');
  const { any, board } = await pathsOf();
  expect(await entriesOf(page)).toEqual(COMMUNITY);
  expect(await ends(page, [...any, ...OPEN])).toEqual(all([...any, ...OPEN], itself));
  const closed = ['/', '/dashboard', ...PUBLIC, ...board, ...SUPERADMIN, '/reactivation'];
  const elsewhere = all(closed, (path) => /^\/(dues|announcements|meetings)(?=\/)/.exec(path)?.[0] ?? '/announcements');
  expect(await ends(page, closed)).toEqual(elsewhere);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await appears(heading(page, 'Announcements'));
  expect(pathOf(page)).toBe('/announcements');

  const profile = page.getByRole('button', { name: 'Profile menu' });
  await expectText(profile).toContain('RA');
  for (const [name, path] of [
    ['Profile', '/profile'],
    ['Support', '/support'],
  ] as const) {
    await profile.click();
    await page.getByRole('menuitem', { name }).click();
    await page.waitForURL(`**${path}`);
  }
  await profile.click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await appears(heading(page, 'Sign in'));
  expect(pathOf(page)).toBe('/login');
});

const HOME = ['/dashboard', '/announcements'];
const REQUESTS = ['/requests', '/compliance'];
const RECORDS = ['/meetings', '/documents'];
const COMMUNITY = [...HOME, ...REQUESTS, '/dues', ...RECORDS];
const BOARD = [...HOME, ...REQUESTS, '/users', '/addresses', '/dues', '/accounts', ...RECORDS, '/reports'];

const entriesOf = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('[ROUTES-03, ROUTES-04, ROUTES-05, ROUTES-14, ROUTES-19, ROUTES-23] the board opens every screen but those of the superadmin, with a network and from the device', async () => {
  const page = await signedInForOffline('board@willowcreek.test', 'The budget for next year');
  const { any, board } = await pathsOf();
  expect(await entriesOf(page)).toEqual(BOARD);
  const own = ['/', '/dashboard', ...any, ...board, ...OPEN];
  expect(await ends(page, own)).toEqual(all(own, itself));
  const elsewhere = [...PUBLIC, '/reactivation'];
  expect(await ends(page, elsewhere)).toEqual(all(elsewhere, () => '/dashboard'));
  await goOffline(page);
  await page.goto('/');
  await appears(heading(page, 'Dashboard'));
  expect(await ends(page, own)).toEqual(all(own, itself));
  expect(await ends(page, SUPERADMIN)).toEqual(all(SUPERADMIN, () => '/dashboard'));
  await page.goto('/violations');
  await appears(heading(page, 'Violations'));
});

test('[ROUTES-07, ROUTES-08, NAV-02] the superadmin opens what the board does, the plans and the payment account', async () => {
  // A call by the service worker cannot be intercepted.
  const page = await browser.open({ serviceWorkers: 'block' });
  // The plans lead away at once.
  await page.route('**/create-billing-portal', (route) => route.abort());
  await signIn(page, 'superadmin@willowcreek.test');
  const { board } = await pathsOf();
  expect(await entriesOf(page)).toEqual([...BOARD, '/activity']);
  const own = [...board, ...SUPERADMIN];
  expect(await ends(page, own)).toEqual(all(own, itself));
  expect(await ends(page, ['/reactivation'])).toEqual({ '/reactivation': '/dashboard' });
});

test('[ROUTES-12] while the session is looked up there is a splash, and no screen', async () => {
  // A call by the service worker cannot be intercepted.
  const page = await browser.open({ serviceWorkers: 'block' });
  await page.goto('/support');
  await page.evaluate(() => localStorage.setItem('porchlight.signed-in', '1'));
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/refresh', async (route) => {
    await held;
    await route.fulfill({ status: 401, json: { message: 'Session expired' } });
  });
  await page.goto('/requests');
  await appears(page.locator('[aria-busy="true"]').getByText('Loading...'));
  expect(await page.getByRole('heading').count()).toBe(0);
  expect(pathOf(page)).toBe('/requests');
  answer();
  await appears(heading(page, 'Sign in'));
});
