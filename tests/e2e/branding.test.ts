import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appears, heading, signIn, visit } from './support/app.ts';
import { TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';

const browser = useBrowser();
const SUE = 'branding-sue@willowcreek.test';
const IMAGE = join(import.meta.dirname, '..', '..', 'client', 'public', 'apple-touch-icon.png');

test('[BILLING-07] a superadmin sets logo and accent, sees them in the app and, signed out, on the sign-in page', async () => {
  await createHoa('Branding HOA', [{ email: SUE, name: 'Sue Branding', role: 'superadmin' }]);
  const page = await browser.open();
  await signIn(page, SUE);
  await visit(page, '/settings?edit=branding');
  await page.getByLabel('Logo').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await readFile(IMAGE) });
  await appears(page.getByText('logo.png'));
  expect(await page.getByText(/your color is/).count()).toBe(0);
  await page.getByRole('textbox', { name: 'Accent color' }).fill('#fff3a0');
  await appears(page.getByText(/darkened to #\w{6} on light screens/));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const logo = page.locator('img[src^="data:image/png"]').and(page.locator(':not(main *)'));
  await appears(logo);
  const accent = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--brand-solid'));
  await expect.poll(accent, { timeout: TIMEOUT_MS }).toMatch(/^light-dark\(#/);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await appears(heading(page, 'Sign in'));
  await page.reload();
  await appears(page.getByRole('banner').getByText('Branding HOA'));
  await appears(logo);
  expect(await accent()).toMatch(/^light-dark\(#/);
});
