import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { required } from '../support/required.ts';
import {
  appears,
  chooseStatus,
  expectText,
  goOffline,
  heading,
  openThread,
  pathOf,
  vanishes,
  visit,
  writeMessage,
} from './support/app.ts';
import { PHONE } from './support/browser.ts';
import { BINS, CREATED, fillForm, openForm, submit, violationNamed } from './support/compliance.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

const HEDGE = 'Hedge over the sidewalk';

test('[VIO-08, VIO-09, VIO-18, VIO-19, VIO-24, PROD-13] issued without a network, it reaches the resident once there is one, and both see each other live', async () => {
  const bea = await signedInForOffline('board@willowcreek.test', BINS);
  const rita = await signedIn('resident@willowcreek.test', { viewport: PHONE, hasTouch: true });
  await visit(rita, '/compliance');
  await appears(rita.getByRole('link', { name: BINS }));

  await goOffline(bea);
  await openForm(bea);
  await fillForm(bea, HEDGE);
  await submit(bea);
  await expectText(bea.getByRole('status').filter({ hasText: CREATED })).toContain('when you are back online');
  expect(pathOf(bea)).toBe('/violations');
  await appears(bea.getByRole('row', { name: HEDGE }).getByText('on this device'));
  await bea.reload();
  await appears(bea.getByRole('button', { name: 'Outbox, 1 change waiting' }));
  expect(await bea.getByText(CREATED).count()).toBe(0);

  await bea.context().setOffline(false);
  await rita.getByRole('link', { name: HEDGE }).first().click();
  await appears(rita.getByText('Please cut it before the end of the month.'));
  await openThread(rita);
  await appears(rita.getByText('No messages yet. Start the conversation!'));
  expect(await rita.getByRole('button', { name: 'Send Message' }).isDisabled()).toBe(true);
  await writeMessage(rita, 'The gardener comes on Monday.');

  await bea.getByRole('link', { name: HEDGE }).first().click();
  await appears(bea.getByRole('link', { name: /^Messages \(1\)/ }));
  await chooseStatus(bea, 'Under Review');
  await appears(bea.getByRole('status').filter({ hasText: 'Status updated to under review' }));
  await appears(rita.getByText('Under Review', { exact: true }));
  await vanishes(bea.getByText('Status updated to under review'));
  await openThread(bea);
  await writeMessage(bea, 'Thank you, Rita.');
  await appears(rita.getByRole('log').getByText('Thank you, Rita.'));
  await expectSide(rita, 'RA', 'right');
  await expectSide(rita, 'BM', 'left');
  await expectOnServer();
});

/** VIO-16: on which side of its row the message of the one with these initials stands. */
const expectSide = async (page: Page, initials: string, side: 'left' | 'right') => {
  const row = page
    .getByRole('log')
    .getByRole('listitem')
    .filter({ has: page.getByText(initials, { exact: true }) });
  const outer = required(await row.boundingBox());
  const inner = required(await row.getByText(initials, { exact: true }).boundingBox());
  const before = inner.x - outer.x;
  const after = outer.x + outer.width - inner.x - inner.width;
  expect(before > after).toBe(side === 'right');
};

const expectOnServer = async () => {
  const violation = await violationNamed(HEDGE);
  expect(violation).toMatchObject({
    category: 'Lawn Maintenance',
    status: 'under_review',
    user_id: { email: 'resident@willowcreek.test' },
    issued_by: { email: 'board@willowcreek.test' },
    due_date: expect.stringMatching(/-15$/),
  });
  expect(violation.history.map(({ action }: { action: string }) => action)).toEqual([
    'Created the violation',
    'Set under review',
  ]);
  const said = violation.messages.map((one: { message: string; is_internal: boolean }) => [
    one.message,
    one.is_internal,
  ]);
  expect(said).toEqual([
    ['<p>The gardener comes on Monday.</p>', false],
    ['<p>Thank you, Rita.</p>', false],
  ]);
};

test('[VIO-16, ROUTES-06, ROUTES-17] both path families show the resident their overdue violation, and nothing internal', async () => {
  const rita = await signedIn('resident@willowcreek.test');
  await visit(rita, '/violations');
  await appears(rita.getByRole('row', { name: BINS }).getByText('(Overdue)'));
  expect(await rita.getByRole('link', { name: 'Create Violation' }).count()).toBe(0);
  const main = rita.getByRole('navigation', { name: 'Main' });
  expect(await main.getByRole('link', { name: 'Violations' }).getAttribute('aria-current')).toBe('page');
  await rita.getByRole('row', { name: BINS }).getByRole('button', { name: 'View' }).click();
  await heading(rita, BINS).waitFor();
  expect(pathOf(rita)).toMatch(/^\/compliance\//);
  const id = pathOf(rita).split('/').pop();

  for (const base of ['/compliance', '/violations']) {
    await rita.goto(`${base}/${id}`);
    await expectText(rita.getByRole('alert')).toMatch(
      /^This violation is overdue\. The due date was \w{3} \d+, \d{4}\.$/,
    );
    expect(await rita.getByRole('button', { name: /^Status/ }).count()).toBe(0);
    await appears(rita.getByRole('link', { name: /^Messages \(3\)/ }));
    await rita.goto(`${base}/${id}/messages`);
    await appears(rita.getByRole('log').getByText('The screen blew over in the storm.'));
    expect(await rita.getByText('Internal').count()).toBe(0);
    await rita.goto(`${base}/create`);
    await rita.waitForURL('**/announcements');
    await rita.goto(`${base}/no-such-violation`);
    await expectText(rita.getByRole('alert')).toBe('Violation not found or you do not have permission to view it');
    await appears(rita.getByRole('link', { name: 'Back to Violations' }));
    await appears(rita.getByRole('button', { name: 'Try Again' }));
  }

  const bea = await signedIn('board@willowcreek.test');
  await visit(bea, `/violations/${id}/messages`);
  const internal = bea.getByRole('log').getByRole('listitem').filter({ hasText: 'replace them at the HOA’s expense' });
  await appears(internal.getByText('Internal', { exact: true }));
});
