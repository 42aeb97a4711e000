import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import {
  appears,
  chooseStatus,
  type Email,
  expectText,
  heading,
  pathOf,
  signIn,
  unfold,
  vanishes,
  visit,
  writeMessage,
} from './support/app.ts';
import { PHONE, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const browser = useBrowser();
const { signedIn, signedInForOffline } = useSessions();

const BEA: Email = 'thread-bea@willowcreek.test';
const RITA: Email = 'thread-rita@willowcreek.test';
const bea = apiAs(BEA);
const rita = apiAs(RITA);

beforeAll(async () => {
  await createHoa('Threads HOA', [
    { email: BEA, name: 'Bea Thread', role: 'board' },
    { email: RITA, name: 'Rita Thread', role: 'resident' },
  ]);
});

const filed = async (title: string, messages = 0): Promise<string> => {
  const made = await rita('POST', '/api/requests', {
    title,
    category: 'Other',
    description: '<p>It drips all night.</p>',
  });
  for (let n = 1; n <= messages; n += 1)
    await bea('POST', `/api/requests/${made.body._id}/comments`, { message: `<p>Message ${n}</p>`, is_public: true });
  return made.body._id;
};
const requestOnServer = async (id: string) => (await bea('GET', `/api/requests/${id}`)).body;

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const isFocused = (page: Page) => composer(page).evaluate((element) => element.contains(document.activeElement));
const isInView = (page: Page) =>
  composer(page).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

test('[14.4, REQ-13] description, thread and answer box are one page, and /messages shows it from its newest message', async () => {
  const id = await filed('The tap drips', 30);
  const page = await signedIn(RITA);
  await visit(page, `/requests/${id}`);
  await appears(page.getByText('It drips all night.'));
  await appears(page.getByRole('log').getByText('Message 30', { exact: true }));
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await composer(page).waitFor();
  expect(await page.getByRole('link', { name: 'Back to Request' }).count()).toBe(0);

  await page.getByRole('link', { name: 'Messages (30)' }).click();
  expect(pathOf(page)).toBe(`/requests/${id}/messages`);
  await expect.poll(() => isFocused(page), { timeout: TIMEOUT_MS }).toBe(true);
  await expect.poll(() => isInView(page), { timeout: TIMEOUT_MS }).toBe(true);
  await page.reload();
  await expect.poll(() => isFocused(page), { timeout: TIMEOUT_MS }).toBe(true);
  await expect.poll(() => isInView(page), { timeout: TIMEOUT_MS }).toBe(true);
  await page.getByRole('link', { name: 'Back to Request' }).click();
  await expect.poll(() => page.evaluate(() => scrollY), { timeout: TIMEOUT_MS }).toBe(0);
});

test('[14.4, REQ-43] the board sets status, assignee, deadline and notes on the page, and takes them back', async () => {
  const id = await filed('The tap drips again');
  const page = await signedIn(BEA);
  await visit(page, `/requests/${id}`);
  await chooseStatus(page, 'In Progress');
  await page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('button', { name: 'Undo' })
    .click();
  await appears(page.getByRole('button', { name: 'Status Open' }));
  await appears(page.getByRole('status').filter({ hasText: 'Undone' }));

  await page.getByRole('button', { name: /^Assigned To/ }).click();
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Nobody yet', 'Bea Thread']);
  await page.getByRole('option', { name: 'Bea Thread' }).click();
  await appears(page.getByRole('status').filter({ hasText: 'Assigned to Bea Thread' }));
  await page.getByRole('button', { name: /^Resolution deadline/ }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('grid').getByRole('gridcell', { name: / 15, / }).click();
  await vanishes(page.getByRole('grid'));

  await page.getByRole('button', { name: 'Add notes' }).click();
  await page.getByLabel('Notes').fill('A plumber comes on Friday.');
  await page.reload();
  await page.getByRole('button', { name: 'Save' }).click();
  await appears(page.getByText('A plumber comes on Friday.'));
  await expect
    .poll(() => requestOnServer(id), { timeout: TIMEOUT_MS })
    .toMatchObject({
      status: 'open',
      assigned_to: { name: 'Bea Thread' },
      resolution_deadline: expect.stringMatching(/^\d{4}-\d{2}-15$/),
      resolution_notes: 'A plumber comes on Friday.',
    });
  await page.getByRole('button', { name: 'Remove the deadline' }).click();
  await expect.poll(async () => (await requestOnServer(id)).resolution_deadline, { timeout: TIMEOUT_MS }).toBe(null);
  await unfold(page, 'Activity History');
  await appears(page.getByText(/Bea Thread set/));
});

test('[14.4, CONFLICT-01] notes that somebody else has changed meanwhile are shown beside one’s own', async () => {
  const id = await filed('The tap drips on');
  await bea('PUT', `/api/requests/${id}`, { resolution_notes: 'Washer ordered.' });
  const page = await signedIn(BEA);
  await visit(page, `/requests/${id}`);
  await page.getByRole('button', { name: 'Edit notes' }).click();
  await page.getByLabel('Notes').fill('Washer ordered twice.');
  await bea('PUT', `/api/requests/${id}`, { resolution_notes: 'Washer fitted.' });
  await appears(page.getByText('Washer fitted.'));
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await requestOnServer(id)).resolution_notes, { timeout: TIMEOUT_MS })
    .toBe('Washer ordered twice.');
});

test('[14.4] on a phone the answer box is at hand, details are folded, and a reply written offline is sent later', async () => {
  const id = await filed('The tap drips loudly', 12);
  const page = await signedInForOffline(RITA, 'The tap drips loudly', {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  await visit(page, `/requests/${id}`);
  await appears(page.getByText('It drips all night.'));
  await composer(page).waitFor();
  expect(await isInView(page)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  expect(await page.getByText('Resolution deadline').isVisible()).toBe(false);
  await unfold(page, 'Details');
  await appears(page.getByText('Resolution deadline'));

  await page.context().setOffline(true);
  await writeMessage(page, 'I put a bucket under it.');
  await appears(page.getByRole('log').getByText('saved on this device, waiting to send'));
  await page.context().setOffline(false);
  await expect.poll(async () => (await requestOnServer(id)).comments.length, { timeout: TIMEOUT_MS }).toBe(13);
});

test('[14.4, VIO-49] a violation is one page too; the board edits the notes of its resolution there', async () => {
  const user_id = (await rita('GET', '/api/auth/profile')).body.id;
  const due_date = addDays(new Date().toISOString().slice(0, 10), 20);
  const issued = {
    user_id,
    title: 'Bikes in the hall',
    category: 'Other',
    message: '<p>Please move them.</p>',
    due_date,
  };
  const id = (await bea('POST', '/api/violations', issued)).body._id;
  const page = await signedIn(BEA);
  await visit(page, `/compliance/${id}/messages`);
  await appears(page.getByText('Please move them.'));
  await expect.poll(() => isFocused(page), { timeout: TIMEOUT_MS }).toBe(true);
  await writeMessage(page, 'Any news?');
  await appears(page.getByRole('log').getByText('Any news?'));
  await page.getByRole('link', { name: 'Back to Violation' }).click();
  await heading(page, 'Bikes in the hall').waitFor();
  await chooseStatus(page, 'Resolved');
  await page.getByRole('button', { name: 'Add notes' }).click();
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await page.getByLabel('Notes').fill('They stand in the shed now.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectText(page.getByRole('definition').filter({ hasText: 'shed' })).toBe('They stand in the shed now.');
  const { body } = await bea('GET', `/api/violations/${id}`);
  expect(body).toMatchObject({ status: 'resolved', messages: [{ message: '<p>Any news?</p>', is_internal: false }] });
});

/** A JPEG as a phone makes it: lying on its side, with an orientation and a place in its Exif. */
const photo = async (page: Page, width: number, height: number): Promise<Buffer> => {
  const drawn = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [w!, h!];
      canvas.getContext('2d')!.fillRect(0, 0, w! / 2, h!);
      return canvas.toDataURL('image/jpeg').split(',')[1]!;
    },
    [width, height],
  );
  const jpeg = Buffer.from(drawn, 'base64');
  const turned = Buffer.from('49492a0008000000010012010300010000000600000000000000', 'hex');
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), turned, Buffer.from(PLACE)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
};
const PLACE = 'GPS 30.27 N 97.74 W';

/** Width and height as the first frame of a JPEG says. */
const sizeOf = (jpeg: Buffer): [number, number] => {
  let at = 2;
  while (![0xc0, 0xc1, 0xc2].includes(jpeg[at + 1]!)) at += 2 + jpeg.readUInt16BE(at + 2);
  return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
};

const storedBytes = async (s3Key: string): Promise<Buffer> => {
  const { body } = await bea('POST', '/api/requests/download-url', { s3Key });
  return Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer());
};

test('[14.4] photos leave the device upright, at most 2048 px and without their place, and open over the screen, offline too', async () => {
  const page = await signedInForOffline(RITA, 'thread-rita');
  await visit(page, '/requests/create');
  const files = [
    { name: 'tap.jpg', mimeType: 'image/jpeg', buffer: await photo(page, 3000, 2000) },
    { name: 'pipe.jpg', mimeType: 'image/jpeg', buffer: await photo(page, 600, 400) },
  ];
  await page.getByLabel('Title').fill('Photos of the tap');
  await page.getByRole('textbox', { name: 'Description' }).fill('See both.');
  await page.getByLabel('Attachment').setInputFiles(files);
  await appears(page.getByRole('button', { name: 'Remove pipe.jpg' }));
  await page.getByRole('button', { name: 'Create Request' }).click();
  await page.getByRole('link', { name: 'Photos of the tap' }).first().click();
  await page.getByRole('button', { name: 'Open photo tap.jpg' }).locator('img').waitFor();
  await page.getByRole('button', { name: 'Open photo pipe.jpg' }).locator('img').waitFor();
  const { photo: first, more_photos } = (await bea('GET', '/api/requests?search=Photos')).body.docs[0];
  const stored = await Promise.all([first, ...more_photos].map(({ key }: { key: string }) => storedBytes(key)));
  expect(stored.map(sizeOf)).toEqual([
    [1365, 2048],
    [400, 600],
  ]);
  for (const bytes of stored) expect([bytes.includes('Exif'), bytes.includes(PLACE)]).toEqual([false, false]);

  await page.context().setOffline(true);
  await page.reload();
  const opener = page.getByRole('button', { name: 'Open photo tap.jpg' });
  await opener.locator('img').waitFor();
  await opener.focus();
  await page.keyboard.press('Enter');
  const lightbox = page.getByRole('dialog', { name: 'Photos' });
  await appears(lightbox.getByText('1 of 2'));
  await page.keyboard.press('ArrowRight');
  await appears(lightbox.getByRole('img', { name: 'pipe.jpg' }));
  await page.keyboard.press('+');
  await expect.poll(() => lightbox.getByRole('button', { name: 'Zoom out' }).isEnabled()).toBe(true);
  await page.keyboard.press('Escape');
  await vanishes(lightbox);
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);

  await writeMessageWith(page, files[1]!);
  await appears(page.getByText('photo waiting on this device'));
  await page.context().setOffline(false);
  await page.getByRole('log').getByRole('button', { name: 'Open photo pipe.jpg' }).waitFor();
});

test('[14.4] a resident answers a violation with photos by phone, zooms and swipes them, and takes one off', async () => {
  const { body: people } = await bea('GET', '/api/users?search=Rita');
  const notice = { title: 'Bins', message: '<p>Please move them.</p>', category: 'Trash', due_date: DUE };
  const { _id } = (await bea('POST', '/api/violations', { user_id: people.docs[0]._id, ...notice })).body;
  const page = await signedIn(RITA, { ...PHONE, hasTouch: true });
  await visit(page, `/compliance/${_id}/messages`);
  const files = await Promise.all(
    ['before.jpg', 'after.jpg'].map(async (name) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: await photo(page, 60, 40),
    })),
  );
  await page.getByLabel('Attachment').setInputFiles(files);
  await appears(page.getByRole('button', { name: 'Remove after.jpg' }));
  await writeMessage(page, 'They are gone.');
  const opener = page.getByRole('button', { name: 'Open photo before.jpg' });
  for (const name of ['before.jpg', 'after.jpg'])
    await page
      .getByRole('log')
      .getByRole('button', { name: `Open photo ${name}` })
      .locator('img')
      .waitFor();
  await opener.click();
  const lightbox = page.getByRole('dialog', { name: 'Photos' });
  const shown = lightbox.getByRole('img');
  await shown.waitFor();
  const zoomOut = lightbox.getByRole('button', { name: 'Zoom out' });
  await touch(
    page,
    [
      [150, 300],
      [50, 200],
    ],
    [
      [250, 500],
      [350, 600],
    ],
  );
  await expect.poll(() => zoomOut.isEnabled()).toBe(true);
  await shown.dblclick();
  await expect.poll(() => zoomOut.isEnabled()).toBe(false);
  await touch(page, [
    [300, 400],
    [100, 400],
  ]);
  await appears(lightbox.getByRole('img', { name: 'after.jpg' }));
  await page.keyboard.press('Escape');
  await vanishes(lightbox);
  await page.getByRole('log').getByRole('button', { name: 'Remove before.jpg' }).click();
  await page.getByRole('dialog', { name: 'Remove Attachment' }).getByRole('button', { name: 'Remove' }).click();
  await vanishes(opener);
  const onServer = async () => (await bea('GET', `/api/violations/${_id}`)).body.messages[0].photo?.name;
  await expect.poll(onServer, { timeout: TIMEOUT_MS }).toBe('after.jpg');
});

const DUE = addDays(new Date().toISOString().slice(0, 10), 14);

/** Fingers, each from its first point to its last. */
const touch = async (page: Page, ...fingers: [number, number][][]) => {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : fingers.map((points, id) => ({ id, x: points[at]![0], y: points[at]![1] })),
    });
  await send('touchStart', 0);
  for (let at = 1; at < fingers[0]!.length; at += 1) await send('touchMove', at);
  await send('touchEnd', 0);
};

const writeMessageWith = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
  await page.getByLabel('Attachment').setInputFiles(file);
  await appears(page.getByRole('button', { name: `Remove ${file.name}` }));
  await writeMessage(page, 'One more.');
};

test('[14.9] a record fades in from its list where motion is wanted, and not where it is not', async () => {
  await filed('The lamp flickers');
  const page = await browser.open({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      document.documentElement.dataset.faded = location.pathname;
      return start(update);
    };
  });
  await signIn(page, RITA);
  const faded = () => page.evaluate(() => document.documentElement.dataset.faded);
  const open = async () => {
    await page.goto('/requests');
    await page.getByRole('link', { name: 'The lamp flickers' }).first().click();
    await appears(heading(page, 'The lamp flickers'));
  };
  await open();
  expect(await faded()).toBe('/requests');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Requests' }).click();
  await appears(heading(page, 'Requests'));
  expect(await faded()).toMatch(/^\/requests\/./);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open();
  expect(await faded()).toBeUndefined();
});
