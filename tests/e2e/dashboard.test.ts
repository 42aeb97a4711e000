import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { formatMoney } from '../../client/ui/format.ts';
import { nth } from '../support/required.ts';
import { appears, expectText, goOffline, navigate, signIn, vanishes, visit } from './support/app.ts';
import { TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { BOARD, board, SUPER } from './support/dashboard.ts';
import { apiAs, inDatabase } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const browser = useBrowser();

const { signedIn, signedInForOffline } = useSessions();

const openDashboard = async (page: Page): Promise<void> => {
  await navigate(page, 'Dashboard');
  await appears(page.getByRole('heading', { name: 'Community Info' }));
};

const figure = (page: Page, term: string): Locator =>
  page
    .getByRole('main')
    .locator('div', { has: page.locator(`dt:text-is("${term}")`) })
    .last()
    .locator('dd');

const figuresOfServer = async () => {
  const metrics = (await board('GET', '/api/dashboard/metrics')).body;
  const { statistics } = (await board('GET', '/api/addresses')).body;
  const cards = Object.values(metrics as Record<string, { title: string; value: number }>);
  return {
    cards: cards.map(({ title, value }) => [title, value] as const),
    community: { Units: statistics.totalAddresses, Occupied: statistics.occupied },
  };
};

test('[DASH-03, DASH-04, DASH-05, DASH-11, DASH-12, DASH-15] the dashboard says what the API says, also offline after a reload', async () => {
  const page = await signedInForOffline(BOARD, 'Elevator at 12 Birch Loop');
  await openDashboard(page);
  await appears(page.getByText(/^Good (morning|afternoon|evening), .+ Welcome back to Maple Ridge HOA\./));
  const { cards, community } = await figuresOfServer();
  const recent = (await board('GET', '/api/dashboard/recent-activity')).body as { title: string }[];
  expect(cards.map(([title]) => title)).toEqual(['Maintenance Requests', 'Announcements', 'Documents']);
  const agrees = async () => {
    const metrics = page.getByRole('region', { name: 'Metrics' });
    for (const [title, value] of cards)
      await appears(metrics.getByRole('link').filter({ hasText: new RegExp(`^${value} ${title}`) }));
    for (const [term, value] of Object.entries(community)) await expectText(figure(page, term)).toBe(String(value));
    const owed = await figure(page, 'Outstanding Dues').textContent();
    expect(owed).toMatch(/^\$[\d,]+\.\d\d$/);
    await appears(metrics.getByRole('link').filter({ hasText: `${owed} Outstanding Dues` }));
    const titles = page.getByRole('list', { name: 'Recent Activity' }).getByRole('link');
    if (recent.length === 0) await appears(page.getByText('No recent activity in the last 7 days'));
    else
      await expect
        .poll(() => titles.locator('.truncate:first-child').allTextContents(), { timeout: TIMEOUT_MS })
        .toEqual(recent.map(({ title }) => title));
  };
  await agrees();
  await goOffline(page);
  await page.reload();
  await agrees();

  const main = page.getByRole('main');
  expect(await main.getByRole('link', { name: 'Create Announcement' }).getAttribute('href')).toBe(
    '/announcements/create',
  );
  expect(await main.getByRole('link', { name: 'View Documents' }).getAttribute('href')).toBe('/documents');
  expect(await main.getByRole('button', { name: 'Pay Monthly Dues' }).isDisabled()).toBe(true);
  await main.getByText('Show as table').first().click();
  expect(await main.getByRole('table', { name: 'Requests by Status' }).getByRole('row').count()).toBe(9);
});

test('[DASH-02, DASH-17, 14.5] a new HOA is welcomed, not welcomed back, and led through its setup by a checklist that fills itself', async () => {
  const word = Date.now();
  const email = `first-${word}@willowcreek.test` as const;
  await createHoa(`Fern Hollow ${word}`, [{ email, name: 'Fay First', role: 'superadmin' }]);
  const page = await signedIn(email);
  await appears(page.getByText(new RegExp(`^Good \\w+, Fay First\\. Welcome to Fern Hollow ${word}\\.$`)));
  const main = page.getByRole('main');
  const steps = main.getByRole('list', { name: 'Get started' });
  await appears(main.getByText('0 of 5 done'));
  expect(
    await steps.getByRole('link').evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href')))]),
  ).toEqual([
    '/users?bulk-upload=true',
    '/addresses?add=true',
    '/dues/create',
    '/stripe-setup',
    '/announcements/create',
  ]);
  expect(await main.locator('.recharts-surface').count()).toBe(0);
  expect(await main.getByText('than last month').count()).toBe(0);

  const sue = apiAs(email);
  expect((await sue('POST', '/api/addresses', { street: '1 Fern Lane' })).status).toBe(201);
  await appears(main.getByText('1 of 5 done'));
  await appears(steps.getByRole('listitem').first().getByText('Done:'));
  await steps.getByRole('link', { name: 'Add Residents' }).click();
  await appears(page.getByRole('dialog', { name: 'Bulk Add' }));
  await page.goBack();
  await main.getByRole('button', { name: 'Dismiss' }).first().click();
  await vanishes(steps);
  await page.reload();
  await appears(main.getByText('You’re all caught up'));
  expect(await steps.count()).toBe(0);
});

test('[14.5] a resident sees first what they owe, the overdue before all, offline too, and their dues alike', async () => {
  const resident = apiAs('resident@willowcreek.test');
  const { docs } = (await resident('GET', '/api/invoices?limit=100&status=pending,overdue&sortOrder=asc')).body;
  const unpaid = docs as { amountCents: number; status: string; dues_id: { title: string } }[];
  expect(unpaid[0]?.status).toBe('overdue');
  const [account] = (await resident('GET', '/api/accounts/mine')).body.docs;
  const page = await signedInForOffline('resident@willowcreek.test', 'May I paint my door oxblood?');
  const rows = page.getByRole('list', { name: 'Unpaid charges' }).getByRole('listitem');
  const agrees = async () => {
    await appears(page.getByRole('button', { name: `Due now ${formatMoney(account.dueNowCents)} Since` }));
    await appears(page.getByRole('button', { name: `Pay ${formatMoney(account.dueNowCents)}` }));
    for (const [at, invoice] of unpaid.slice(0, 4).entries())
      await appears(rows.nth(at).filter({ hasText: invoice.dues_id.title }));
    await appears(page.getByRole('link', { name: /Unread Announcements/ }));
    await appears(page.getByRole('list', { name: 'My requests' }).getByRole('link'));
  };
  await agrees();
  await goOffline(page);
  await page.reload();
  await agrees();
  await page.goto('/dues?tab=invoices');
  const first = page.getByRole('table', { name: 'My Invoices' }).getByRole('row').nth(1);
  await appears(first.filter({ hasText: nth(unpaid, 0).dues_id.title }).getByText('Overdue'));
});

test('[14.5] each line of what needs the board, and each figure of dues, leads to the list of just these', async () => {
  const page = await signedIn('board@willowcreek.test');
  const lines = page.getByRole('list', { name: 'Needs Attention' });
  for (const [name, path] of [
    [/ requests? (is|are) waiting for a reply/, '/requests?sort=oldest&show=unanswered'],
    [/ violations? (is|are) overdue/, '/compliance?show=overdue'],
  ] as const) {
    const line = lines.getByRole('link', { name });
    const count = Number.parseInt((await line.textContent()) ?? '', 10);
    await line.click();
    await page.waitForURL(`**${path}`);
    await appears(page.getByText(new RegExp(`^${count} of \\d+$`)));
    await page.goBack();
  }
  await lines.getByRole('link', { name: /payments? (is|are) disputed/ }).click();
  await appears(page.getByRole('heading', { name: 'Disputed Payments' }));
  await appears(page.getByText('Only payments are shown.'));
  await visit(page, '/dues');
  const overdue = page.getByRole('link', { name: /Overdue/ });
  const counted = async () => /(\d+) invoice/.exec((await overdue.textContent()) ?? '')?.[1];
  await expect.poll(counted).toBeDefined();
  const count = await counted();
  await overdue.click();
  await appears(page.getByText(new RegExp(`^${count} of \\d+$`)));
  const table = page.getByRole('table', { name: 'All Invoices' });
  await appears(table.getByRole('row').nth(1).getByText('Overdue'));
});

test('[DASH-10, ADDR-27, USERS-41, DUE-37] where the first sync fails the dashboard and the lists say so and offer to try again', async () => {
  const page = await browser.open();
  await page.route('**/api/replicache/pull', (route) => route.fulfill({ status: 503, body: '' }));
  await signIn(page, BOARD);
  await appears(page.getByText('Failed to load dashboard data'));
  await navigate(page, 'Addresses');
  await appears(page.getByText('Failed to load addresses'));
  await navigate(page, 'Users');
  await appears(page.getByText('Failed to load data'));
  await navigate(page, 'Dues');
  await appears(page.getByText('Failed to load dues. Please try again.'));
  await navigate(page, 'Dashboard');
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Retry' }).click();
  await loaded;
  await page.unroute('**/api/replicache/pull');
  await page.reload();
  await appears(page.getByRole('heading', { name: 'Community Info' }));
});

test('[DASH-20, DASH-21, SEC-05] a superadmin who has just begun is led to the import of residents, until they have heard enough', async () => {
  const made = (at: string) =>
    inDatabase(async (db) => {
      const { rows } = await db.execute({ sql: 'SELECT created_at FROM users WHERE email = ?', args: [SUPER] });
      await db.execute({ sql: 'UPDATE users SET created_at = ?, rev = rev + 1 WHERE email = ?', args: [at, SUPER] });
      return String(nth(rows, 0).created_at);
    });
  const before = await made(new Date().toISOString());
  try {
    const page = await signedIn(SUPER);
    await openDashboard(page);
    const add = page.getByRole('link', { name: 'Add Residents' });
    expect(await add.getAttribute('href')).toBe('/users?bulk-upload=true');
    const dismiss = page.getByRole('button', { name: 'Dismiss' });
    await page.locator('main div').filter({ has: add }).filter({ has: dismiss }).last().locator(dismiss).click();
    await vanishes(add);
    await page.reload();
    await appears(page.getByRole('heading', { name: 'Community Info' }));
    expect(await add.count()).toBe(0);

    await visit(page, '/profile?plan_updated=growth');
    await appears(page.getByText('Your subscription has been successfully updated to the Growth plan!'));
    await expect.poll(() => page.url()).toMatch(/\/profile$/);
    await appears(page.getByRole('heading', { name: 'Subscription' }));
  } finally {
    await made(before);
  }
});
