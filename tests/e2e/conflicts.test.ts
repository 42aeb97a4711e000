import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appears, expectText, goOffline, heading, navigate, vanishes } from './support/app.ts';
import { PHONE, TIMEOUT_MS } from './support/browser.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();
const board = apiAs('board@willowcreek.test');
const marcus = apiAs('marcus.hale@willowcreek.test');

const withDraft = async (title: string, work: (path: string) => Promise<void>) => {
  const { body } = await board('POST', '/api/announcements', { title, message: '<p>Ladders go up on Monday.</p>' });
  try {
    await work(`/api/announcements/${body._id}`);
  } finally {
    await board('DELETE', `/api/announcements/${body._id}`);
  }
};

test('[SYNC-10] an edit and a sending that somebody else has overtaken come back with both texts, and are merged in the form', async () => {
  await withDraft('Gutters', async (path) => {
    const page = await signedInForOffline('board@willowcreek.test', 'Gutters', { colorScheme: 'dark' });
    await goOffline(page);
    await navigate(page, 'Announcements');
    await page.getByRole('link', { name: 'Gutters' }).first().click();
    await edit(page, 'Ladders go up on Tuesday.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('dialog', { name: 'Send “Gutters”?' }).getByRole('button', { name: 'Send' }).click();
    await appears(page.getByRole('button', { name: 'Outbox, 2 changes waiting' }));
    await marcus('PUT', path, { message: '<p>Ladders go up on <strong>Friday</strong>.</p>' });
    await page.context().setOffline(false);

    await appears(page.getByRole('alert').filter({ hasText: '2 changes not accepted' }));
    expect((await board('GET', path)).body).toMatchObject({ status: 'draft' });
    await page.setViewportSize(PHONE);
    const outbox = await openOutbox(page);
    const edited = outbox.getByRole('listitem').filter({ hasText: 'Announcement: Gutters' });
    await expectText(edited.getByRole('region', { name: 'Yours' })).toContain('Ladders go up on Tuesday.');
    await expectText(edited.getByRole('region', { name: 'Changed by Marcus Hale' })).toContain('Friday');
    expect(await edited.getByRole('button').allInnerTexts()).toEqual(['Edit', 'Copy', 'Discard']);
    const sent = outbox.getByRole('listitem').filter({ hasText: 'Send: Gutters' });
    await expectText(sent).toContain(
      'This announcement was changed by Marcus Hale after you last saw it. Review it and send again.',
    );
    await sent.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog', { name: 'Discard Change' }).getByRole('button', { name: 'Discard' }).click();
    await vanishes(sent);

    await edited.getByRole('button', { name: 'Edit' }).click();
    await expectText(message(page)).toBe('Ladders go up on Tuesday.');
    const conflict = page.getByRole('region', { name: /^Changed by Marcus Hale since you started/ });
    await expectText(conflict).toContain('Ladders go up on Friday.');
    await page.getByRole('button', { name: 'Update Announcement' }).click();
    await appears(page.getByRole('alert').filter({ hasText: 'changed by Marcus Hale in the meantime' }));
    await conflict.getByRole('button', { name: 'Keep Mine' }).press('Enter');
    await vanishes(conflict);
    await message(page).fill('Ladders go up on Tuesday and Friday.');
    await page.getByRole('button', { name: 'Update Announcement' }).click();
    await appears(heading(page, 'Gutters'));
    await expect
      .poll(async () => (await board('GET', path)).body.message, { timeout: TIMEOUT_MS })
      .toBe('<p>Ladders go up on Tuesday and Friday.</p>');
    await vanishes(page.getByRole('button', { name: /^Outbox, / }));
  });
});

test('[SYNC-17] a form says so while somebody else changes the same field, and takes theirs at a press', async () => {
  await withDraft('Chimneys', async (path) => {
    const page = await signedIn('board@willowcreek.test');
    await navigate(page, 'Announcements');
    await page.getByRole('link', { name: 'Chimneys' }).first().click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await message(page).fill('Sweeps come on Monday.');
    await page.getByLabel('Title').fill('Chimney sweeps');
    await marcus('PUT', path, { title: 'Chimneys and stoves' });
    const conflict = page.getByRole('region', { name: /^Changed by Marcus Hale since you started/ });
    await expectText(conflict).toContain('Chimneys and stoves');
    await conflict.getByRole('button', { name: 'Use This One' }).click();
    await vanishes(conflict);
    expect(await page.getByLabel('Title').inputValue()).toBe('Chimneys and stoves');
    await page.getByRole('button', { name: 'Update Announcement' }).click();
    await appears(heading(page, 'Chimneys and stoves'));
    await expect
      .poll(async () => (await board('GET', path)).body, { timeout: TIMEOUT_MS })
      .toMatchObject({ title: 'Chimneys and stoves', message: '<p>Sweeps come on Monday.</p>' });
  });
});

const message = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });

const edit = async (page: Page, text: string) => {
  await page.getByRole('link', { name: 'Edit' }).click();
  await message(page).fill(text);
  await page.getByRole('button', { name: 'Update Announcement' }).click();
  await appears(page.getByRole('status').filter({ hasText: 'Announcement updated successfully' }));
};

const openOutbox = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: /^Outbox, / }).click();
  return page.getByRole('dialog', { name: 'Outbox' });
};
