import { createServer } from 'node:http';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../local/seed/password.ts';
import { appears, type Email, heading, vanishes, visit } from './support/app.ts';
import { useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { inDatabase } from './support/server.ts';
import { useSessions } from './support/sessions.ts';
import { testStack } from './support/stack.ts';

const browser = useBrowser();
const { signedIn } = useSessions();
const received: string[] = [];
const receiver = createServer((request, response) => {
  received.push(String(request.headers['webhook-signature']));
  request.resume().on('end', () => response.writeHead(204).end());
});
beforeAll(() => new Promise<void>((resolve) => receiver.listen(testStack().receiver.port, '127.0.0.1', resolve)));
afterAll(() => new Promise<void>((resolve) => receiver.close(() => resolve())));

const ada: Email = 'api-ada@mapleridge.test';

const call = (token: string, path: string) =>
  fetch(`${testStack().urls.app}${path}`, { headers: { Authorization: `Bearer ${token}` } }).then(
    ({ status }) => status,
  );

const setUpSecondFactor = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Set Up Two-Step Verification' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(DEMO_PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await appears(dialog.getByRole('img', { name: 'QR code for your authenticator app' }).locator('path'));
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await dialog.getByRole('textbox', { name: 'Code' }).fill(app.generate());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await appears(codes);
  const [first = ''] = await codes.allTextContents();
  await dialog.getByRole('button', { name: 'I’ve Saved Them' }).click();
  return first;
};

test('[14.8] a superadmin makes a token with a code of the second factor, uses it and revokes it; a webhook takes a test event', async () => {
  await createHoa('Cedar HOA', [{ email: ada, name: 'Ada Cedar', role: 'superadmin' }]);
  const page = await signedIn(ada);
  await visit(page, '/profile');
  const code = await setUpSecondFactor(page);
  await inDatabase((db) => db.execute('DELETE FROM second_factor_checks'));

  await visit(page, '/settings');
  await page.getByRole('link', { name: 'API Access and Webhooks' }).click();
  await appears(heading(page, 'Custom Integrations'));
  await page.getByRole('button', { name: 'Create Token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create API Token' });
  await dialog.getByRole('button', { name: 'Create Token' }).click();
  await appears(dialog.getByText('Please enter a name for the token'));
  await dialog.getByLabel('Name').fill('Accounting');
  await dialog.getByRole('button', { name: 'Create Token' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm It’s You' });
  await question.getByRole('textbox', { name: 'Code' }).fill(code);
  await question.getByRole('button', { name: 'Continue' }).click();
  const shown = page.getByRole('dialog', { name: 'Your New API Token' });
  const token = (await shown.getByRole('note', { name: 'API token' }).textContent()) ?? '';
  expect(token).toMatch(/^plt_/);
  expect([await call(token, '/api/requests'), await call(token, '/api/auth/profile')]).toEqual([200, 403]);
  await shown.getByRole('button', { name: 'I’ve Saved It' }).click();

  await page.getByRole('button', { name: 'Add Webhook' }).click();
  const webhook = page.getByRole('dialog', { name: 'Add Webhook' });
  await webhook.getByLabel('URL').fill('https://10.0.0.1/');
  await webhook.getByRole('button', { name: 'Add Webhook' }).click();
  await appears(webhook.getByText('The address must be on the public internet'));
  await webhook.getByLabel('URL').fill(`${testStack().receiver.origin}/`);
  await webhook.getByRole('button', { name: 'Add Webhook' }).click();
  await page.getByRole('button', { name: 'I’ve Saved It' }).click();
  await page.getByRole('button', { name: 'Send Test Event' }).click();
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
  expect(received[0]).toMatch(/^v1,/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await appears(page.getByRole('list', { name: 'Deliveries' }).getByText('Delivered'));

  await page.getByRole('button', { name: 'Revoke Accounting' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await vanishes(page.getByRole('button', { name: 'Revoke Accounting' }));
  expect(await call(token, '/api/requests')).toBe(401);

  const visitor = await browser.open();
  await visitor.goto('/api/docs');
  await appears(heading(visitor, 'API Reference'));
  await visitor.getByLabel('Search the reference').fill('/api/requests');
  await visitor.getByText('List requests').click();
  await appears(visitor.getByText('requests:read'));
  await visitor.getByText('Example', { exact: true }).first().click();
  await appears(visitor.getByText('"title": "Lamp at the gate"'));
});
