import { beforeAll, expect, test } from 'vitest';
import { appears, heading, signIn } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { BEA, filed, RITA } from '../support/conversation.ts';
import { createHoa } from '../support/create-hoa.ts';

const browser = useBrowser();

beforeAll(async () => {
  await createHoa('Threads HOA', [
    { email: BEA, name: 'Bea Thread', role: 'board' },
    { email: RITA, name: 'Rita Thread', role: 'resident' },
  ]);
});

/** In `npm test`: tests/screens/transition.test.ts. */
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
