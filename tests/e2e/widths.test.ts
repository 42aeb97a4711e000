import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../../client/paths.ts';
import { take } from '../support/required.ts';
import { appears, type Email, vanishes } from './support/app.ts';
import { useBrowser } from './support/browser.ts';
import { isLong, representative } from './support/long.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const browser = useBrowser();
const { signedIn } = useSessions();

const RECORDS = representative([1, 2, 3, 4]).length;
/** The narrowest, and between them where columns appear. */
const WIDTHS = isLong ? [320, 390, 768, 1024, 1280] : [320, 768, 1024];
const SIGNED_OUT = [paths.login(), paths.forgotPassword(), paths.signup(), paths.support()];
const LISTS = [paths.announcements(), paths.requests(), paths.documents(), paths.compliance(), paths.dues()];
const FORMS = [paths.announcementCreate(), paths.requestCreate(), paths.violationCreate(), paths.dueCreate()];
const PEOPLE = [paths.users(), paths.addresses(), paths.stripeSetup()];

const records = async (email: Email): Promise<string[]> => {
  const voice = apiAs(email);
  const ids = async (path: string): Promise<string[]> => {
    const { docs } = (await voice('GET', `${path}?limit=${RECORDS}`)).body;
    return docs.map(({ _id }: { _id: string }) => _id);
  };
  const [announcements, requests, violations, invoices] = take(
    await Promise.all(['/api/announcements', '/api/requests', '/api/violations', '/api/invoices'].map(ids)),
    4,
  );
  return [
    ...announcements.map(paths.announcement),
    ...requests.flatMap((id) => [paths.request(id), paths.requestMessages(id)]),
    ...violations.flatMap((id) => [paths.violation(id), paths.violationMessages(id)]),
    ...invoices.slice(0, 2).map(paths.invoice),
  ];
};

const dues = async (email: Email): Promise<string[]> =>
  (await apiAs(email)('GET', '/api/dues?limit=2')).body.docs.map(({ _id }: { _id: string }) => paths.due(_id));

test.each(
  representative([
    ['a superadmin', 'superadmin@willowcreek.test'],
    ['a resident', 'resident@willowcreek.test'],
  ] as const),
)(
  '[A11Y-08] no screen of %s scrolls sideways or cuts off an action, from 320 to 1280 px',
  async (_, email) => {
    const page = await signedIn(email);
    const board = email.startsWith('superadmin');
    const shown = [paths.dashboard(), paths.profile(), paths.support(), ...LISTS, ...(await records(email))];
    const screens = board ? [...shown, ...FORMS, ...PEOPLE, ...(await dues(email))] : [...shown, paths.requestCreate()];
    expect(await faultsOf(page, screens)).toEqual({});
  },
  600_000,
);

test('[A11Y-08] nor does one that is shown signed out', async () => {
  expect(await faultsOf(await browser.open(), SIGNED_OUT)).toEqual({});
});

test('[14.2, 14.3] on lists actions stay on screen, a phone has the first row high, and fingers have room', async () => {
  const page = await signedIn('superadmin@willowcreek.test', { hasTouch: true, isMobile: true });
  const lists = [...LISTS, paths.myInvoices(), paths.users(), paths.addresses(), paths.activity()];
  expect(
    await listFaultsOf(page, lists, [
      [768, 1024],
      [834, 1112],
      [1024, 768],
      [1280, 800],
      [390, 844],
      [320, 640],
    ]),
  ).toEqual({});

  const resident = await signedIn('resident@willowcreek.test', { hasTouch: true, isMobile: true });
  expect(await listFaultsOf(resident, [paths.requests()], PHONE)).toEqual({});
  await show(resident, paths.dues());
  await appears(resident.getByRole('link', { name: 'How payments are applied' }));
  // What is due, with Pay, comes before the rows.
  const money = await listFaultsOf(resident, [paths.dues(), paths.myInvoices()], PHONE, { rowsFirst: false });
  expect(money).toEqual({});
});

test('[14.2] on a tablet no table is wider than its frame, and no name in one is broken within a word', async () => {
  const page = await signedIn('board@willowcreek.test');
  await page.setViewportSize({ width: 768, height: 1024 });
  const found: Record<string, string[]> = {};
  for (const path of [paths.reports(), '/dues?tab=all', paths.accounts(), paths.collections(), paths.delinquency()]) {
    await show(page, path);
    await appears(page.locator('main tbody tr').first());
    const faults = await page.evaluate(tableFaultsOf);
    if (faults.length > 0) found[path] = faults;
  }
  expect(found).toEqual({});
});

const tableFaultsOf = () => {
  const faults: string[] = [];
  for (const table of document.querySelectorAll<HTMLTableElement>('main table')) {
    const frame = table.parentElement ?? table;
    if (frame.scrollWidth > frame.clientWidth) faults.push(`${table.caption?.textContent} is ${frame.scrollWidth} px`);
    for (const cell of table.querySelectorAll<HTMLElement>('tbody :is(th, td)'))
      if (cell.clientWidth < 60 && /[a-z]{7}/.test(cell.textContent)) faults.push(cell.textContent);
  }
  return faults;
};

type Size = readonly [width: number, height: number];
const PHONE: readonly Size[] = [[390, 844]];

const listFaultsOf = async (
  page: Page,
  lists: readonly string[],
  sizes: readonly Size[],
  { rowsFirst } = { rowsFirst: true },
) => {
  const found: Record<string, string[]> = {};
  for (const path of lists) {
    await show(page, path);
    await vanishes(page.getByText('Saving your community to this device'));
    await appears(page.locator('main :is([data-row], p:text("No "))'));
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const misfits = [...(await page.evaluate(misfitsOf)), ...(await page.evaluate(smallTargetsOf))];
      const top = await page.evaluate(firstRowTop);
      if (rowsFirst && width === 390 && top > height / 3) misfits.push(`the first row at ${top} px`);
      if (misfits.length > 0) found[`${path} at ${width} px`] = misfits;
    }
  }
  return found;
};

/** Without loading the app anew, except for the first time. */
const show = async (page: Page, path: string): Promise<void> => {
  const push = (to: string) => history.pushState(null, '', to);
  const title = page.getByRole('heading', { level: 1 });
  if (page.url() === 'about:blank') await page.goto(path);
  else {
    await page.evaluate(push, '/nowhere');
    await appears(title.filter({ hasText: 'Page not found' }));
    await page.evaluate(push, path);
  }
  await appears(title.filter({ hasNotText: 'Page not found' }));
};

const faultsOf = async (page: Page, screens: readonly string[]): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const path of screens) {
    await show(page, path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const misfits = await page.evaluate(misfitsOf);
      if (misfits.length > 0) found[`${path} at ${width} px`] = misfits;
    }
  }
  return found;
};

/** Runs in the page: whether it scrolls sideways, and the names of controls that are cut off. */
const misfitsOf = async (): Promise<string[]> => {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const page = document.documentElement;
  const excess = page.scrollWidth - innerWidth;
  const isCut = (control: Element) => {
    const { left, right, width } = control.getBoundingClientRect();
    if (width <= 1) return false;
    for (let box = control.parentElement; box; box = box.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(box);
      if (textOverflow === 'ellipsis') return false;
      if (overflowX === 'visible') continue;
      const edges = box.getBoundingClientRect();
      if (left < edges.left - 1 || right > edges.right + 1) return true;
    }
    return left < -1 || right > innerWidth + 1;
  };
  const controls = [...document.querySelectorAll('main :is(a, button, input, select, textarea, summary)')];
  const cut = controls.filter(isCut).map((control) => `cut off: ${control.textContent || control.tagName}`);
  return [...(excess > 0 ? [`${excess} px too wide`] : []), ...new Set(cut)];
};

/** Runs in the page. 0 on a list without rows. */
const firstRowTop = (): number =>
  document.querySelector('main :is(li, tr):has([data-row])')?.getBoundingClientRect().top ?? 0;

/** Runs in the page: the controls that are narrower or lower than 44 px, without the links in a sentence. */
const smallTargetsOf = (): string[] => {
  const controls = document.querySelectorAll(
    'main :is(a, button, input, summary), header :is(a, button), nav :is(a, button)',
  );
  const boxOf = (control: Element) =>
    control.closest('.control') ??
    (control.matches('[type="checkbox"], [type="radio"]') ? control.parentElement! : control);
  const isSmall = (control: Element) => {
    const { width, height } = boxOf(control).getBoundingClientRect();
    return control.checkVisibility() && width > 1 && (width < 43.5 || height < 43.5);
  };
  const isInSentence = (control: Element) => control.matches('a') && getComputedStyle(control).display === 'inline';
  const small = [...controls].filter((control) => isSmall(control) && !isInSentence(control));
  return [...new Set(small.map((control) => `small: ${control.textContent || control.tagName}`))];
};
