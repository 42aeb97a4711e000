import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { required } from '../../support/required.ts';
import { expectText, signIn, vanishes } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';

const browser = useBrowser();

/** In `npm test`: "the editor formats" of tests/e2e/requests.test.ts, with one step of undo. */
test('[RICH-01, RICH-02] the editor formats, and takes back each pause of typing, a hundred deep', async () => {
  const page = await browser.open();
  await page.clock.install();
  await signIn(page, 'hannah.weiss@willowcreek.test');
  await page.goto('/requests/create');
  const text = page.getByRole('textbox', { name: 'Description' });
  const tool = (name: string) => page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name });
  await text.pressSequentially('word');
  expect(required(await text.boundingBox()).height).toBeGreaterThanOrEqual(200);
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
  const written = required(await text.textContent()).length;
  for (let n = 0; n < 130; n += 1) await page.keyboard.press('Control+z');
  const steps = written - required(await text.textContent()).length;
  expect(steps).toBeGreaterThanOrEqual(100);
  // Older steps are dropped twenty at a time.
  expect(steps).toBeLessThanOrEqual(120);
};
