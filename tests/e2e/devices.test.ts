import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  appears,
  type Email,
  expectText,
  fileRequest,
  goOffline,
  heading,
  isStored,
  openRequest,
  openThread,
  signIn,
  signInForOffline,
  vanishes,
  waitForServiceWorker,
  writeMessage,
} from './support/app.ts';
import { TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs, endSessions, requestNamed } from './support/server.ts';

const browser = useBrowser();

test('[SYNC-23, SESSION-19] the next user of a browser finds nothing of the last one', async () => {
  const page = await browser.openInstalled();
  await signInForOffline(page, 'nora.fitzgerald@willowcreek.test', NORAS);
  await logOut(page);
  await expect.poll(() => isStored(page, NORAS)).toBe(false);
  await signInForOffline(page, 'walter.boyd@willowcreek.test', WALTERS);
  await page.goto('/requests');
  await appears(page.getByRole('link', { name: WALTERS }));
  expect(await page.getByRole('link', { name: NORAS }).count()).toBe(0);
  expect(await isStored(page, NORAS)).toBe(false);
});

const NORAS = 'Water stain on the hallway ceiling';
const WALTERS = 'Cut down the cottonwood';

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await appears(heading(page, 'Sign in'));
};

test('[SYNC-23, SESSION-10] a change outlives the session that ran out, unseen by whoever signs in between', async () => {
  const page = await browser.openInstalled();
  await signInForOffline(page, 'luis.ortega@willowcreek.test', 'Electric car charger');
  await goOffline(page);
  await fileRequest(page, CARPORT, 'Two lamps of four.');
  await appears(page.getByRole('button', { name: 'Outbox, 1 change waiting' }));
  await endSessions('luis.ortega@willowcreek.test');
  await page.context().setOffline(false);
  await expectText(page.getByRole('alert')).toBe('Session expired');

  await signIn(page, 'beth.callahan@willowcreek.test');
  await page.goto('/requests');
  await appears(page.getByRole('link', { name: 'Can guests park overnight?' }));
  expect(await page.getByRole('link', { name: CARPORT }).count()).toBe(0);
  await logOut(page);
  await signIn(page, 'luis.ortega@willowcreek.test');
  await page.goto('/requests');
  await appears(page.getByRole('link', { name: CARPORT }));
  await vanishes(page.getByRole('button', { name: /^Outbox/ }));
  const filed = () => requestNamed(apiAs('luis.ortega@willowcreek.test'), CARPORT);
  await expect.poll(filed, { timeout: TIMEOUT_MS }).toMatchObject({ title: CARPORT });
});

const CARPORT = 'Carport lamps are out';

test('[SESSION-14, PROFILE-01] a device is signed out from another one, and says so without a reload', async () => {
  const ann: Email = 'devices-ann@mapleridge.test';
  await createHoa('Birch HOA', [{ email: ann, name: 'Ann Lowe', role: 'resident' }]);
  const [here, there] = [await browser.openInstalled(), await browser.open()];
  for (const page of [here, there]) await signIn(page, ann);
  await here.goto('/profile');
  const devices = here.getByRole('list', { name: 'Devices' }).getByRole('listitem');
  await appears(devices.filter({ hasText: 'This device' }));
  await here
    .getByRole('button', { name: /^Sign Out There/ })
    .first()
    .click();
  const question = here.getByRole('dialog', { name: 'Sign Out Device' });
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await vanishes(question);
  await appears(heading(there, 'Sign in'));
  await expectText(there.getByRole('alert')).toBe('Session expired');
  await expect.poll(() => devices.count()).toBe(1);
  await waitForServiceWorker(here);
  await goOffline(here);
  await appears(here.getByText('You are offline. You need a connection to see your devices.'));
});

test('[SYNC-23] two tabs share one cache, without a network too, and one sign-out', async () => {
  const one = await browser.openInstalled();
  await signInForOffline(one, 'elena.petrova@willowcreek.test', LIGHT);
  const two = await one.context().newPage();
  await two.goto('/requests');
  await appears(two.getByRole('link', { name: LIGHT }));
  await goOffline(one);
  await openRequest(one, LIGHT);
  await openThread(one);
  await openRequest(two, LIGHT);
  await openThread(two);
  await writeMessage(one, 'It flickers again, from the first tab.');
  await appears(two.getByRole('log').getByText('from the first tab'));
  await writeMessage(two, 'Seen in the second.');
  await appears(one.getByRole('log').getByText('Seen in the second.'));
  await one.context().setOffline(false);
  await vanishes(one.getByRole('button', { name: /^Outbox/ }));
  await vanishes(two.getByRole('button', { name: /^Outbox/ }));
  await expectOnce();
  await logOut(one);
  await appears(heading(two, 'Sign in'));
});

const LIGHT = 'Path light out between 2 and 4 Cattail Way';

const expectOnce = async () => {
  const { comments } = await requestNamed(apiAs('board@willowcreek.test'), LIGHT);
  const messages = comments.map(({ message }: { message: string }) => message);
  for (const text of ['from the first tab', 'Seen in the second.'])
    expect(messages.filter((message: string) => message.includes(text))).toHaveLength(1);
};
