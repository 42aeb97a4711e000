import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ROOT } from '../../local/paths.ts';
import {
  appears,
  chooseStatus,
  expectText,
  fileRequest,
  heading,
  navigate,
  openRequest,
  openThread,
  pathOf,
  signIn,
  unfold,
  vanishes,
  visit,
  writeMessage,
} from './support/app.ts';
import { TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { apiAs, requestNamed } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const browser = useBrowser();
const { signedIn, signedInForOffline } = useSessions();
const board = () => apiAs('board@willowcreek.test');

const KEYPAD = 'Main gate keypad is dark at night';
const PATH_LIGHT = 'Path light out between 2 and 4 Cattail Way';
const PHOTO = join(ROOT, 'client', 'public', 'icon-192.png');

/** A request of a resident that only one test touches. */
const filed = async (title: string): Promise<string> => {
  const body = { title, category: 'Other', description: '<p>Every evening.</p>' };
  const answer = await apiAs('hannah.weiss@willowcreek.test')('POST', '/api/requests', body);
  expect(answer.status).toBe(201);
  return title;
};

const expectOptions = (page: Page, labels: string[]) =>
  expect.poll(() => page.getByRole('option').allInnerTexts(), { timeout: TIMEOUT_MS }).toEqual(labels);

/** How long it takes, in milliseconds. */
const timed = async (work: Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work;
  return performance.now() - start;
};

/** Red, green and blue of what is written there, 0 to 255. */
const inkOf = (locator: Locator): Promise<number[]> =>
  locator.evaluate((element) => {
    const pen = document.createElement('canvas').getContext('2d')!;
    pen.fillStyle = getComputedStyle(element).color;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  });

test('[REQ-08, REQ-15, REQ-21] a resident files a request; the success is green and leads back after 1.5 seconds', async () => {
  const page = await signedIn('hannah.weiss@willowcreek.test');
  await visit(page, '/requests/create');
  await appears(heading(page, 'Create Request'));
  const back = page.getByRole('main').getByRole('link', { name: /^(Back to )?Requests$/ });
  expect(await back.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/requests',
    '/requests',
  ]);
  const category = page.getByRole('button', { name: /^Category/ });
  await expectText(category).toBe('Maintenance');
  await category.click();
  await expectOptions(page, ['Maintenance', 'Modification', 'Inquiry', 'Other']);
  await page.getByRole('option', { name: 'Inquiry' }).click();
  expect(await page.getByLabel('Attachment').getAttribute('type')).toBe('file');
  await page.getByRole('textbox', { name: 'Description' }).fill('Is there a plan?');
  await page.getByLabel('Title').fill('Which bench gets painted?');
  await page.keyboard.press('Enter');
  const said = page.getByRole('status').filter({ hasText: 'Request created successfully! Redirecting...' });
  await said.waitFor();
  const redirected = timed(page.waitForURL('**/requests'));
  expect(await said.getAttribute('aria-live')).toBe('polite');
  const [red, green] = await inkOf(said);
  expect(green).toBeGreaterThan(red!);
  expect(await page.getByLabel('Title').evaluate((element) => element === document.activeElement)).toBe(true);
  const time = await redirected;
  expect(time).toBeGreaterThan(1000);
  expect(time).toBeLessThan(3000);
  await appears(page.getByRole('rowheader').first().getByRole('link', { name: 'Which bench gets painted?' }));
  expect(await requestNamed(board(), 'Which bench gets painted?')).toMatchObject({ category: 'Inquiry' });
});

test('[REQ-09, A11Y-07] the board files a request too, and goes back at once', async () => {
  for (const role of ['board', 'superadmin'] as const) {
    const staff = await signedIn(`${role}@willowcreek.test`);
    await fileRequest(staff, `Bench of the ${role}`, 'It wobbles.');
    expect(pathOf(staff)).toBe('/requests');
  }
});

test('[RICH-01, RICH-02] the editor formats, and takes back each pause of typing, a hundred deep', async () => {
  const page = await browser.open();
  await page.clock.install();
  await signIn(page, 'hannah.weiss@willowcreek.test');
  await page.goto('/requests/create');
  const text = page.getByRole('textbox', { name: 'Description' });
  const tool = (name: string) => page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name });
  await text.pressSequentially('word');
  expect((await text.boundingBox())!.height).toBeGreaterThanOrEqual(200);
  await page.keyboard.press('Shift+Home');
  for (const [name, tag] of [
    ['Bold', 'strong'],
    ['Italic', 'em'],
    ['Bullet list', 'ul > li'],
    ['Numbered list', 'ol > li'],
    ['Blockquote', 'blockquote'],
  ] as const) {
    await tool(name).click();
    await expectText(text.locator(tag)).toBe('word');
    await tool(name).click();
    await vanishes(text.locator(tag));
  }
  await text.fill('');
  await page.reload();
  await expectUndo(page, text, tool);
});

const expectUndo = async (page: Page, text: Locator, tool: (name: string) => Locator) => {
  await text.pressSequentially('one');
  // What is typed without a pause is undone together.
  await page.clock.fastForward(700);
  await text.pressSequentially(' two');
  await tool('Undo').click();
  await expectText(text).toBe('one');
  await tool('Redo').click();
  await expectText(text).toBe('one two');
  // Letters at different places are separate undo steps.
  for (let n = 0; n < 65; n += 1) for (const key of ['Home', 'a', 'End', 'b']) await page.keyboard.press(key);
  const written = (await text.textContent())!.length;
  for (let n = 0; n < 130; n += 1) await page.keyboard.press('Control+z');
  const steps = written - (await text.textContent())!.length;
  expect(steps).toBeGreaterThanOrEqual(100);
  // Older steps are dropped twenty at a time.
  expect(steps).toBeLessThanOrEqual(120);
};

test('[REQ-10, REQ-11, REQ-12] a request shows what is known of it, and to the board also whose it is and who handles it', async () => {
  const [bea, rex] = [await browser.open(), await browser.open()];
  await signIn(bea, 'board@willowcreek.test');
  await openRequest(bea, KEYPAD);
  await expectKnown(bea);
  expect(await factsOf(bea)).toMatchObject({
    'Submitted By': 'Rex Okaforresident2@willowcreek.test',
    Address: '9 Heron Court',
    'Assigned To': 'Dale Brooks',
  });
  await appears(bea.getByRole('button', { name: 'Status In Progress' }));
  expect(await section(bea, 'Resolution Notes').count()).toBe(0);
  await openRequest(bea, PATH_LIGHT);
  await appears(section(bea, 'Resolution Notes').getByText('Ballast and bulb replaced.'));

  await signIn(rex, 'resident2@willowcreek.test');
  await openRequest(rex, KEYPAD);
  await expectKnown(rex);
  expect(Object.keys(await factsOf(rex))).toEqual(['Attachment', 'Created', 'Resolution deadline']);
  expect(await rex.getByRole('button', { name: /^Status/ }).count()).toBe(0);
});

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) });

const details = (page: Page, name: string) =>
  page.locator('details').filter({ has: page.getByRole('heading', { level: 2, name }) });

const factsOf = (page: Page): Promise<Record<string, string>> =>
  page
    .getByRole('main')
    .locator('dl dt')
    .evaluateAll((terms) =>
      Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? ''])),
    );

const A_DATE = /^\w{3} \d{1,2}, \d{4}$/;

const expectKnown = async (page: Page) => {
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  expect(await crumbs.getByRole('link', { name: 'Requests' }).getAttribute('href')).toBe('/requests');
  await expectText(crumbs.locator('[aria-current="page"]')).toBe(KEYPAD);
  await appears(page.getByRole('main').getByText('In Progress', { exact: true }));
  await appears(page.getByText(/^Maintenance · opened/));
  await appears(section(page, 'Description').getByText('The keypad at the main gate doesn’t light up anymore.'));
  await expect
    .poll(() => factsOf(page))
    .toMatchObject({
      Created: expect.stringMatching(A_DATE),
      'Resolution deadline': expect.stringMatching(/^\w{3} \d{1,2}, \d{4}/),
      Attachment: expect.stringMatching(/^keypad\.png ?\d+\.\d\d MB/),
    });
  await unfold(page, 'Activity History');
  await appears(details(page, 'Activity History').getByRole('listitem').filter({ hasText: 'created the request' }));
  await appears(page.getByRole('link', { name: 'Messages (3)' }));
};

test('[REQ-16, REQ-19, ERR-04] a status is said for 3 seconds', async () => {
  const title = await filed('The flag pole rattles');
  const page = await signedIn('board@willowcreek.test');
  await openRequest(page, title);
  await page.getByRole('button', { name: /^Status / }).click();
  await expectOptions(page, STATUSES);
  await page.getByRole('option', { name: 'Awaiting Info' }).click();
  const said = page.getByRole('status').filter({ hasText: 'Status updated to awaiting info' });
  await said.waitFor();
  const time = await timed(vanishes(said));
  expect(time).toBeGreaterThan(2000);
  expect(time).toBeLessThan(5000);
  await appears(page.getByRole('button', { name: 'Status Awaiting Info' }));
  expect((await requestNamed(board(), title)).status).toBe('awaiting_info');
});

test('[REQ-13, REQ-22] a message stands in the thread and counts at once', async () => {
  const title = await filed('The flag pole leans');
  const page = await signedIn('board@willowcreek.test');
  await openRequest(page, title);
  await openThread(page);
  await appears(page.getByRole('toolbar', { name: 'Formatting' }));
  await writeMessage(page, 'Does it rattle in any wind?');
  await appears(page.getByRole('log').getByText('Does it rattle in any wind?'));
  await page.getByRole('link', { name: 'Back to Request', exact: true }).click();
  await appears(page.getByRole('link', { name: 'Messages (1)' }));
  await expect.poll(async () => (await requestNamed(board(), title)).comments.length, { timeout: TIMEOUT_MS }).toBe(1);
});

const STATUSES = ['Open', 'In Progress', 'Awaiting Info', 'Resolved', 'Closed', 'Rejected'];

test('[REQ-03, LIST-01, LIST-02] lists show more when asked to, and what is typed reaches the address once, at the pause', async () => {
  const page = await signedIn('board@willowcreek.test');
  await visit(page, '/requests');
  await appears(page.getByRole('main').getByRole('link', { name: 'Create Request' }));
  const rows = page.getByRole('table', { name: 'Requests' }).getByRole('rowheader');
  await expect.poll(() => rows.count(), { timeout: TIMEOUT_MS }).toBe(10);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect.poll(() => rows.count()).toBe(20);
  for (const list of ['requests', 'documents']) {
    await visit(page, `/${list}`);
    const search = page.getByRole('searchbox', { name: `Search ${list}` });
    await search.waitFor();
    await page.evaluate(countAddresses);
    await search.evaluate(typeWithoutPause, 'pool');
    await page.waitForURL(`**/${list}?search=pool`);
    expect(await page.evaluate(() => document.documentElement.dataset.addresses)).toBe('1');
  }
});

/** Runs in the page. From outside, the pause between two letters depends on the machine. */
const typeWithoutPause = (input: Element, text: string) => {
  (input as HTMLInputElement).focus();
  for (const letter of text) document.execCommand('insertText', false, letter);
};

/** Runs in the page: counts how often the address is written from now on. */
const countAddresses = () => {
  const { dataset } = document.documentElement;
  const write = history.replaceState;
  history.replaceState = (...args) => {
    dataset.addresses = String(Number(dataset.addresses ?? 0) + 1);
    write.apply(history, args);
  };
};

/** Without a service worker, whose calls cannot be intercepted. */
const openAnswered = () => browser.open({ serviceWorkers: 'block' });

test('[REQ-45, ERR-03, A11Y-02] what could not be loaded says so in the words of its screen, with ways back and on; the server has the first word', async () => {
  const page = await openAnswered();
  await expectLoginErrors(page);
  await page.route('**/api/replicache/pull', (route) => route.fulfill({ status: 500, json: {} }));
  await signIn(page, 'board@willowcreek.test');
  const { _id: id } = await requestNamed(board(), KEYPAD);
  for (const [path, message] of [
    ['/requests', 'Failed to load requests'],
    [`/requests/${id}/messages`, 'Failed to load data'],
    [`/requests/${id}`, 'Failed to load request'],
  ] as const) {
    await page.goto(path);
    await appears(page.getByRole('alert').getByText(message, { exact: true }));
    expect(await page.getByRole('alert').getAttribute('aria-live')).toBe('assertive');
    await appears(page.getByRole('button', { name: 'Try Again' }));
  }
  expect(await page.getByRole('link', { name: 'Back to Requests' }).getAttribute('href')).toBe('/requests');
  await page.unroute('**/api/replicache/pull');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await appears(heading(page, KEYPAD));
});

/** The server's message, the fallback for an answer without one, and for no answer. */
const expectLoginErrors = async (page: Page) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('board@willowcreek.test');
  await page.getByLabel('Password').fill('not-this-one');
  const answers = [
    [{ status: 403, json: { message: 'Your account is not active' } }, 'Your account is not active'],
    [{ status: 500, body: '' }, 'Login failed'],
    [null, 'An unexpected error occurred. Please try again.'],
  ] as const;
  for (const [answer, message] of answers) {
    await page.route('**/api/auth/login', (route) => (answer ? route.fulfill(answer) : route.abort()), { times: 1 });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectText(page.getByRole('alert')).toBe(message);
  }
};

test('[REQ-46, ERR-01, ERR-05] an action that fails says which, in red, until it is dismissed, and keeps what was typed', async () => {
  const title = await filed('The sundial is slow');
  const page = await openAnswered();
  await page.clock.install();
  await signIn(page, 'board@willowcreek.test');
  await openRequest(page, title);
  await page.evaluate(breakChanges);
  await chooseStatus(page, 'Closed');
  const alert = page.getByRole('alert');
  await expectText(alert).toContain('Failed to update status');
  const [red, green] = await inkOf(alert);
  expect(red).toBeGreaterThan(green!);
  await page.clock.fastForward(3500);
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await vanishes(alert);

  await openThread(page);
  await writeMessage(page, 'Whose watch is right?');
  await expectText(alert).toContain('Failed to send message');
  await expectText(page.getByRole('textbox', { name: 'Message' })).toContain('Whose watch is right?');

  await navigate(page, 'Requests');
  await page.getByRole('link', { name: 'Create Request' }).click();
  await page.getByLabel('Title').fill('A new sundial');
  await page.getByRole('textbox', { name: 'Description' }).fill('Of brass.');
  await page.getByRole('button', { name: 'Create Request' }).click();
  await expectText(alert).toContain('Failed to create request. Please try again.');
  await page.route('**/api/requests/presigned-url', (route) => route.fulfill({ status: 403, json: { message: 'No' } }));
  await page.getByLabel('Attachment').setInputFiles(PHOTO);
  await page.getByRole('button', { name: 'Create Request' }).click();
  await expectText(alert).toContain('Failed to upload file: No');
  expect(await page.getByLabel('Title').inputValue()).toBe('A new sundial');
});

/** Runs in the page: every later mutation throws an unexpected error. */
const breakChanges = () => {
  const write = JSON.stringify;
  JSON.stringify = (value: { written_at?: string }, ...rest: never[]) => {
    if (value?.written_at) throw new Error('Broken');
    return write(value, ...rest);
  };
};

test('[NAV-08, SYNC-04, SYNC-21] offline is shown with what waits; Try Again works from the device, and sign-in and files ask for a connection', async () => {
  const title = await filed('The weathercock squeaks');
  const page = await signedInForOffline('board@willowcreek.test', title);
  await page.context().setOffline(true);
  await openRequest(page, KEYPAD);
  await page.getByRole('button', { name: 'Download' }).click();
  await expectText(page.getByRole('alert')).toContain('You are offline.');
  await openRequest(page, title);
  await openThread(page);
  await writeMessage(page, 'Oil is ordered.');
  await appears(page.getByRole('log').getByText('saved on this device'));
  const banner = page.getByRole('banner');
  await appears(banner.getByText('Offline', { exact: true }));
  await appears(banner.getByRole('button', { name: 'Outbox, 1 change waiting' }));

  await visit(page, '/requests/0199f000-0000-7000-8000-000000000000');
  const again = page.getByRole('button', { name: 'Try Again' });
  await again.waitFor();
  await Promise.all([page.waitForEvent('load'), again.click()]);
  await expectText(page.getByRole('alert')).toBe('Request not found or you do not have permission to view it');
  await page.getByRole('link', { name: 'Back to Requests' }).click();
  await appears(page.getByRole('link', { name: title }));
  await page.getByRole('link', { name: 'Create Request' }).click();
  await page.getByLabel('Title').fill('Oil for the weathercock');
  await page.getByRole('textbox', { name: 'Description' }).fill('The receipt.');
  await page.getByLabel('Attachment').setInputFiles(PHOTO);
  await page.getByRole('button', { name: 'Create Request' }).click();
  await expectText(page.getByRole('alert')).toContain('Failed to upload file: you are offline.');
  await page.context().setOffline(false);
  await vanishes(banner.getByRole('button', { name: /^Outbox/ }));
  await vanishes(banner.getByText('Offline', { exact: true }));

  const visitor = await browser.open();
  await visitor.goto('/login');
  await visitor.getByLabel('Email').waitFor();
  await visitor.context().setOffline(true);
  await visitor.getByLabel('Email').fill('board@willowcreek.test');
  await visitor.getByLabel('Password').fill('long-enough');
  await visitor.getByRole('button', { name: 'Sign in' }).click();
  await expectText(visitor.getByRole('alert')).toBe('An unexpected error occurred. Please try again.');
});
