import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  appears,
  chooseStatus,
  type Email,
  expectText,
  openRequest,
  openThread,
  signIn,
  writeMessage,
} from './support/app.ts';
import { useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const browser = useBrowser();
const { signedIn } = useSessions();
const LAMP = 'The lamp by the mailboxes is out';

test('[SYNC-19, REQ-29, REQ-30] two browsers see what the other does without a reload', async () => {
  const request = { title: LAMP, description: '<p>It went out last night.</p>', category: 'Maintenance' };
  await apiAs('resident2@willowcreek.test')('POST', '/api/requests', request);
  const [rex, dale] = [await signedIn('resident2@willowcreek.test'), await signedIn('dale.brooks@willowcreek.test')];
  for (const page of [rex, dale]) {
    await openRequest(page, LAMP);
    await openThread(page);
  }
  await writeMessage(rex, 'The lamp is up and it works.');
  await appears(dale.getByRole('log').getByText('The lamp is up and it works.'));
  await writeMessage(dale, 'Good, I will close this then.');
  const answer = rex.getByRole('log').getByRole('listitem').filter({ hasText: 'I will close this then' });
  await expectText(answer).toContain('HOA Staff');
  expect(await answer.textContent()).not.toContain('Dale');
  const own = dale.getByRole('log').getByRole('listitem').filter({ hasText: 'I will close this then' });
  expect(await own.textContent()).toMatch(/Dale Brooks\s*Staff/);
  await chooseStatus(dale, 'Closed');
  await appears(rex.getByRole('main').getByText('Closed', { exact: true }));
});

test('[SYNC-18, SYNC-19] a change stands on a second screen, which made no request for it, nor did its author for more', async () => {
  const request = { title: 'The gate squeaks', description: '<p>All night.</p>', category: 'Maintenance' };
  await apiAs('resident2@willowcreek.test')('POST', '/api/requests', request);
  const [rex, dale] = [await browser.open(), await browser.open()];
  await signIn(rex, 'resident2@willowcreek.test');
  await signIn(dale, 'dale.brooks@willowcreek.test');
  for (const page of [rex, dale]) {
    await openRequest(page, request.title);
    await openThread(page);
  }
  // The first message finds both sockets open.
  await writeMessage(rex, 'It squeaks less when it rains.');
  await appears(dale.getByRole('log').getByText('It squeaks less when it rains.'));
  const requests: string[] = [];
  // Code of screens that may come next is fetched in idle time.
  const note = (call: Request) => call.url().includes('/api/') && requests.push(`${call.method()} ${call.url()}`);
  for (const page of [rex, dale]) page.on('request', note);
  await writeMessage(rex, 'Now it does not.');
  await appears(dale.getByRole('log').getByText('Now it does not.'));
  await expectText(rex.getByRole('log').getByRole('listitem').last()).not.toContain('Waiting');
  expect(requests).toEqual([]);
});

test('[REQ-29, SYNC-06] whoever writes and sends without a pause finds each word once, in the thread or in the field', async () => {
  const request = { title: 'The pump hums', description: '<p>At four.</p>', category: 'Maintenance' };
  await apiAs('resident2@willowcreek.test')('POST', '/api/requests', request);
  const page = await signedIn('resident2@willowcreek.test');
  await openRequest(page, request.title);
  await openThread(page);
  const field = page.locator('[contenteditable=true]');
  await field.click();
  const words = Array.from({ length: 30 }, (_, at) => `word${at} `);
  for (const word of words) {
    await page.keyboard.insertText(word);
    await page.keyboard.press('Control+Enter');
  }
  const log = page.getByRole('log').getByRole('listitem');
  const found = async () => {
    const texts = [...(await log.allTextContents()), (await field.textContent()) ?? ''];
    return texts.flatMap((text) => text.match(/word\d+/g) ?? []);
  };
  await expect.poll(found).toEqual(words.map((word) => word.trim()));
});

test('[SEC-16, SESSION-22, SYNC-18] who joins the board hears from then on of what is the board’s', async () => {
  const [rex, sue]: [Email, Email] = ['live-rex@willowcreek.test', 'live-sue@willowcreek.test'];
  await createHoa('Aspen HOA', [
    { email: rex, name: 'Rex Lowe', role: 'resident' },
    { email: sue, name: 'Sue Lowe', role: 'superadmin' },
  ]);
  const page = await browser.open();
  await signIn(page, rex);
  const { body } = await apiAs(sue)('GET', `/api/users?search=${encodeURIComponent(rex)}`);
  await apiAs(sue)('PUT', `/api/users/${body.docs[0].id}`, { name: 'Rex Lowe', role: 'board' });
  const users = page.getByRole('navigation').getByRole('link', { name: 'Users' });
  await appears(users);
  await users.click();
  await apiAs(sue)('POST', '/api/users/invite', { email: 'live-new@example.com' });
  await appears(page.getByRole('table', { name: 'All Users' }).getByText('live-new@example.com').first());
});
