import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { nth } from '../support/required.ts';
import { appears, goOffline, vanishes, visit, writeMessage } from './support/app.ts';
import { PHONE, TIMEOUT_MS } from './support/browser.ts';
import { BEA, bea, RITA } from './support/conversation.ts';
import { createHoa } from './support/create-hoa.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

beforeAll(async () => {
  await createHoa('Threads HOA', [
    { email: BEA, name: 'Bea Thread', role: 'board' },
    { email: RITA, name: 'Rita Thread', role: 'resident' },
  ]);
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
  while (![0xc0, 0xc1, 0xc2].includes(nth(jpeg, at + 1))) at += 2 + jpeg.readUInt16BE(at + 2);
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

  await goOffline(page);
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

  await writeMessageWith(page, nth(files, 1));
  await appears(page.getByText('waiting on this device'));
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
        type === 'touchEnd' ? [] : fingers.map((points, id) => ({ id, x: nth(points, at)[0], y: nth(points, at)[1] })),
    });
  await send('touchStart', 0);
  for (let at = 1; at < nth(fingers, 0).length; at += 1) await send('touchMove', at);
  await send('touchEnd', 0);
};

const writeMessageWith = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
  await page.getByLabel('Attachment').setInputFiles(file);
  await appears(page.getByRole('button', { name: `Remove ${file.name}` }));
  await writeMessage(page, 'One more.');
};
