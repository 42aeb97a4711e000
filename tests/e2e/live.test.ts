import { expect, test } from 'vitest';
import { appears, chooseStatus, expectText, openRequest, openThread, signIn, writeMessage } from './app.ts';
import { useBrowser } from './browser.ts';

const browser = useBrowser();
const KEYPAD = 'Main gate keypad is dark at night';

test('[SYNC-18, SYNC-19, REQ-29, REQ-30] two browsers see what the other does without a reload', async () => {
  const [rex, dale] = [await browser.open(), await browser.open()];
  await signIn(rex, 'resident2@willowcreek.test');
  await signIn(dale, 'dale.brooks@willowcreek.test');
  for (const page of [rex, dale]) {
    await openRequest(page, KEYPAD);
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
