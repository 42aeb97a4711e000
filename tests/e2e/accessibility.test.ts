import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../../client/paths.ts';
import { appears, type Email, goOffline, signIn, vanishes, waitForServiceWorker, writeMessage } from './support/app.ts';
import { type Scheme, violationsIn, violationsInBoth } from './support/axe.ts';
import { DESKTOP, PHONE, useBrowser } from './support/browser.ts';
import { isLong, representative } from './support/long.ts';
import { likeSafari } from './support/safari.ts';
import { type Ids, idsFor, NOBODY, screensOf } from './support/screens.ts';
import { wordingFaultsOn } from './support/wording.ts';

const browser = useBrowser();

const TABLET = { width: 768, height: 1024 };
const SMALL_PHONE = { width: 320, height: 640 };

/** Other addresses of a screen, and one that leads out of the app: `planSelection` below. */
const SEEN_ELSEWHERE = ['violations', 'requestMessages', 'violationMessages', 'planSelection'];
/** The same for everybody, and two seconds of axe. */
const SEEN_BY_VISITORS = 'developers';

/** `reach` begins on the screen at `path`, or where the state before it ended. */
type State = readonly [
  name: string,
  path: string | ((ids: Ids) => string) | null,
  reach: (page: Page) => Promise<void>,
];

const errorsAfter = (button: string, text: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: button }).last().click();
  await appears(page.getByText(text));
};

const opened = (name: string | RegExp, role: 'menu' | 'listbox' | 'dialog') => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await appears(page.getByRole(role));
};

const calendar = async (page: Page) => {
  await opened(/date/i, 'dialog')(page);
  await appears(page.getByRole('grid'));
};

const palette = (text: string) => async (page: Page) => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
  await field.fill(text);
  await appears(page.getByRole('dialog', { name: 'Search' }).getByText(text ? /gate|Nothing/i : /./));
};

const unsent = async (page: Page) => {
  await waitForServiceWorker(page);
  await goOffline(page);
  await writeMessage(page, 'Is it mended?');
  await appears(page.getByRole('log').getByText('saved on this device'));
};

const outbox = async (page: Page) => {
  await page.getByRole('button', { name: /^Outbox, / }).click();
  await appears(page.getByRole('dialog', { name: 'Outbox' }));
};

const planSelection = async (page: Page) => {
  await page.route('**/create-billing-portal', (route) => route.abort());
  await open(page, paths.planSelection());
  await appears(page.getByRole('alert').getByText('Failed to open billing portal'));
};

const SIGNED_OUT: readonly State[] = [
  ['sign-in, with errors', paths.login(), errorsAfter('Sign in', 'Please enter a valid email address')],
  [
    'activation, with errors',
    `${paths.inviteAccept()}?token=none`,
    errorsAfter('Activate Account', 'Name is required'),
  ],
  ['no such page', '/no/such/page', async (page) => appears(page.getByText('Page not found'))],
];

const SIGNED_IN: readonly State[] = [
  ['palette', paths.requests(), palette('')],
  ['palette, with results', paths.requests(), palette('gate')],
  ['palette, without results', paths.requests(), palette('qqqzzz')],
  ['request form, with errors', paths.requestCreate(), errorsAfter('Create Request', 'Title is required')],
  ['profile, with errors', paths.profile(), errorsAfter('Change Password', 'Current password is required')],
  ['profile menu', paths.requests(), opened('Profile menu', 'menu')],
];

const RESIDENT: readonly State[] = [
  ...SIGNED_IN,
  ['photo', ({ request }) => paths.request(request), opened(/^Open photo/, 'dialog')],
  ['message that waits', ({ request }) => paths.requestMessages(request), unsent],
  ['outbox', null, outbox],
];

const STAFF: readonly State[] = [
  ...SIGNED_IN,
  ['announcement, with errors', paths.announcementCreate(), errorsAfter('Create Draft', /is required|Please/)],
  ['violation, with errors', paths.violationCreate(), errorsAfter('Create Violation', /is required|Please/)],
  ['due, with errors', paths.dueCreate(), errorsAfter('Create Due', 'Please enter a title.')],
  ['invitation, with errors', paths.userInvite(), errorsAfter('Send Invite', 'Email is required')],
  ['actions of a row', paths.documents(), opened(/Actions/, 'menu')],
  ['a date', paths.dueCreate(), calendar],
];

const SUPERADMIN: readonly State[] = [...STAFF, ['plans, without the portal', null, planSelection]];

type Visitor = readonly [
  who: string,
  email: Email | undefined,
  viewport: { width: number; height: number },
  states: readonly State[],
  scheme: Scheme,
];
/** Each screen is seen in one scheme, most of them at a desk in light and on a phone in dark; in `npm run test:long` in both. */
const VISITORS: readonly Visitor[] = [
  ['a visitor', undefined, SMALL_PHONE, SIGNED_OUT, 'light'],
  ['a resident on a phone', 'resident@willowcreek.test', PHONE, RESIDENT, 'dark'],
  ...representative<Visitor>([
    ['a superadmin at a desk', 'superadmin@willowcreek.test', DESKTOP, SUPERADMIN, 'light'],
    ['a board member with a tablet', 'board@willowcreek.test', TABLET, STAFF, 'dark'],
    ['a board member on a phone', 'board@willowcreek.test', PHONE, STAFF, 'light'],
    ['a resident at a desk', 'resident@willowcreek.test', DESKTOP, RESIDENT, 'dark'],
  ]),
];

test.each(VISITORS)(
  '[14.10, A11Y-01, A11Y-05, A11Y-08] axe finds nothing on any screen of %s, each is worded as screens are, and none scrolls sideways',
  async (_, email, viewport, states, scheme) => {
    const page = await (states === RESIDENT ? browser.openInstalled : browser.open)({ viewport });
    await page.addInitScript(...likeSafari());
    const ids = email ? await idsFor(email) : NOBODY;
    if (email) await signIn(page, email);
    else await page.goto(paths.login());
    const found: Record<string, string[]> = {};
    const look = async (name: string) => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const faults = await (isLong ? violationsInBoth(page) : violationsIn(scheme, page));
      const wording = name.startsWith('developers') ? [] : await wordingFaultsOn(page);
      const violations = [...(wide > 0 ? [`${wide} px too wide`] : []), ...faults, ...wording];
      if (violations.length > 0) found[name] = violations;
    };
    const seen = new Set<string>();
    for (const [name, path] of Object.entries(screensOf(ids))) {
      if (SEEN_ELSEWHERE.includes(name) || (email && name === SEEN_BY_VISITORS)) continue;
      const shown = await open(page, path);
      if (seen.has(shown)) continue;
      seen.add(shown);
      await look(`${name}, ${shown}`);
    }
    for (const [name, path, reach] of states) {
      if (path) await open(page, typeof path === 'string' ? path : path(ids));
      await reach(page);
      await look(name);
      await page.keyboard.press('Escape');
      await vanishes(page.locator('[role=dialog], [role=menu], [role=listbox]'));
    }
    expect(found).toEqual({});
  },
);

/** Goes to a screen as a link does. Returns the address it ends at, where the visitor may not see that of `path`. */
const open = async (page: Page, path: string): Promise<string> => {
  await page.evaluate((to) => {
    history.pushState(null, '', '/no/such/page');
    history.pushState(null, '', to);
  }, path);
  await page.waitForFunction(
    () => document.querySelector('main h1') && !document.querySelector('[aria-busy="true"]') && document.title !== '',
  );
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`;
};

/** A desk of 1280 x 1024 px at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 256 };

test('[14.10, A11Y-08] at a zoom of 400 % no screen scrolls in two directions, and bars leave it to the content', async () => {
  const page = await browser.open({ viewport: ZOOMED });
  const found: Record<string, string[]> = {};
  const check = async (path: string): Promise<void> => {
    await open(page, path);
    const faults = await page.evaluate(reflowFaults);
    if (faults.length > 0) found[path] = faults;
  };
  await page.goto(paths.login());
  for (const path of [paths.login(), paths.signup(), paths.support()]) await check(path);
  await signIn(page, 'superadmin@willowcreek.test');
  const ids = await idsFor('superadmin@willowcreek.test');
  const screens = screensOf(ids);
  for (const name of REFLOWING) await check(screens[name]);
  expect(found).toEqual({});
});

const REFLOWING = [
  'dashboard',
  'announcements',
  'announcement',
  'announcementCreate',
  'requests',
  'request',
  'requestCreate',
  'documents',
  'documentUpload',
  'violation',
  'dues',
  'due',
  'dueCreate',
  'invoice',
  'users',
  'userInvite',
  'addresses',
  'addressResidents',
  'activity',
  'profile',
] as const satisfies (keyof typeof paths)[];

/** Runs in the page. */
const reflowFaults = async (): Promise<string[]> => {
  const settled = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const page = document.documentElement;
  const faults = page.scrollWidth > innerWidth ? [`${page.scrollWidth} px wide`] : [];
  scrollTo(0, page.scrollHeight / 2);
  await settled();
  if (document.querySelector('[role=dialog]')) return faults;
  const covered = new Set<number>();
  for (const bar of document.querySelectorAll('body *')) {
    const { position, opacity } = getComputedStyle(bar);
    if ((position !== 'fixed' && position !== 'sticky') || opacity === '0') continue;
    const { top, bottom, width } = bar.getBoundingClientRect();
    if (width < innerWidth / 2) continue;
    for (let y = Math.max(0, Math.ceil(top)); y < Math.min(innerHeight, bottom); y += 1) covered.add(y);
  }
  if (covered.size > innerHeight / 3) faults.push(`bars cover ${covered.size} of ${innerHeight} px`);
  return faults;
};
