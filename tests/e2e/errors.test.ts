import { expect, test } from 'vitest';
import { appears, navigate, signIn } from './support/app.ts';
import { TIMEOUT_MS, takeErrors, useBrowser } from './support/browser.ts';
import { testStack } from './support/stack.ts';

const browser = useBrowser();

const counted = async (): Promise<number> => {
  const { urls, secrets } = testStack();
  const headers = { Authorization: `Bearer ${secrets.METRICS_TOKEN}` };
  const text = await (await fetch(`${urls.app}/api/metrics`, { headers })).text();
  return Number(/^porchlight_client_errors_total\{kind="screen"\} (\d+)$/m.exec(text)?.[1] ?? 0);
};

test('a screen that breaks says so with a reference, the rest of the app stays, and the operator’s figures know', async () => {
  const page = await browser.open({ serviceWorkers: 'block' });
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const isSupport = (await response.text()).includes('Support Center');
    await route.fulfill(
      isSupport ? { contentType: 'text/javascript', body: "throw new TypeError('broken')" } : { response },
    );
  });
  const before = await counted();
  const report = page.waitForRequest('**/api/client-errors');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Support' }).first().click();
  const alert = page.getByRole('alert').filter({ hasText: 'This screen could not be opened' });
  await expect.poll(() => alert.textContent(), { timeout: TIMEOUT_MS }).toMatch(/\(Reference [0-9a-f]{16}\)/);
  const { reference, build, message } = (await report).postDataJSON();
  expect([await alert.textContent(), message]).toEqual([expect.stringContaining(reference), 'TypeError: broken']);
  expect(build).toMatch(/^[0-9a-f]{12}$/);
  await expect.poll(counted, { timeout: TIMEOUT_MS }).toBe(before + 1);
  expect(await page.getByRole('link', { name: 'Porchlight' }).first().isVisible()).toBe(true);
  expect(takeErrors()).toEqual([expect.stringContaining('broken')]);
  await page.unrouteAll({ behavior: 'wait' });
});

test('[ERR-01] where the code of a toast does not come, the page says so and what to do, and is whole again once loaded anew', async () => {
  const page = await browser.open({ serviceWorkers: 'block' });
  await signIn(page, 'board@mapleridge.test');
  await navigate(page, 'Requests');
  await page.locator('a[data-row]').first().click();
  await page.getByRole('button', { name: /^Status / }).click();
  await appears(page.getByRole('option'));
  await page.route('**/assets/**', (route) => route.abort('connectionreset'));
  await page.getByRole('option', { selected: false }).last().click();
  const alert = page.getByRole('alert').filter({ hasText: 'This screen could not be opened' });
  await appears(alert.getByText(/What you typed is saved/));
  await page.unroute('**/assets/**');
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await appears(page.getByRole('button', { name: /^Status / }));
  expect(takeErrors().length).toBeGreaterThan(0);
});
