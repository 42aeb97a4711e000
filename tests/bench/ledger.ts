import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@libsql/client';
import { createClient } from '@libsql/client/web';
import type { Page } from 'playwright-core';
import { fireCron } from '../../local/cron.ts';
import { DEMO_PASSWORD, demoPasswordHash } from '../../local/seed/password.ts';
import type { Stack } from '../../local/stack.ts';
import { addDays, addMonths, dayIn } from '../../schema/dates.ts';
import { batch } from '../../sync/server/retry.ts';
import { nth } from '../support/required.ts';
import { bundle } from './bundle.ts';
import { openProfile, type Profile } from './chromium.ts';
import { signedIn } from './demo.ts';
import { type BenchHoa, createHoa, insert, relog } from './fill.ts';
import { measureInvoicing } from './invoicing.ts';
import { moneyOf, overdueOf } from './money-400.ts';
import type { Folding } from './page/ledger.ts';
import { note, step } from './report.ts';
import { openStack } from './stacks.ts';

const FIRST_LOADS = 'dist/first-loads.json';

const ACCOUNT_SCREEN = '/account';

declare const folding: Folding;

const SCALE = 'ledger';
const HOMES = 400;
/** Fresh pages for the fold, each cold. */
const PAGES = 20;
/** Nobody listens there: the page is answered by the browser's own route. */
const FOLD_PAGE = 'http://localhost:9/fold';
const MORE_ENTRIES = 60;
const SCREENS = 10;
const SETTLING_MS = 5000;
const STEP_MS = 300_000;
const BYTES_A_MB = 1_000_000;

/** The ledger of 400 homes after five years: the fold in fresh pages, the screens of the treasurer and of a resident, and what
 * the server does for all accounts at once. */
export const ledgerPart = async (signal: AbortSignal): Promise<void> => {
  const stack = await openStack(signal, { withClient: true });
  const db = createClient({ url: stack.urls.database });
  try {
    const today = dayIn('America/Chicago', new Date());
    const ground = await createHoa(db, 'Bench Commons', HOMES - 1);
    await step('entries', () => fill(db, ground, today), STEP_MS);
    if (!signal.aborted) await step('fold', () => measureFold(ground, today), STEP_MS);
    if (!signal.aborted) await step('screens', () => measureScreens(stack, ground), STEP_MS);
    note(SCALE, 'porchlight', 'ledgerScreen', JSON.parse(await readFile(FIRST_LOADS, 'utf8'))[ACCOUNT_SCREEN]);
    if (!signal.aborted)
      await step('issuing', () => measureInvoicing(stack, db, { ground, issued: 'ledgerIssuing' }), STEP_MS);
    if (!signal.aborted) await step('late fees', () => measureFees(stack, db, today), STEP_MS);
  } finally {
    db.close();
    await stack.stop();
  }
};

const fill = async (db: Client, ground: BenchHoa, today: string): Promise<void> => {
  const { due, accounts, invoices, payments, entries } = moneyOf(ground, today);
  await insert(db, 'account', accounts);
  await insert(db, 'due', [due]);
  await insert(db, 'invoice', invoices);
  await insert(db, 'payment', payments);
  await insert(db, 'entry', entries);
  // The last posting on each account has put it, so that it is the newest of its rows.
  await relog(db, 'account', accounts);
  await batch(
    db,
    accounts.map(({ id, holder_ids }) => ({
      sql: 'UPDATE users SET account_ids = ? WHERE id = ?',
      args: [JSON.stringify([id]), nth(holder_ids, 0)],
    })),
    'write',
  );
  for (const { id, hoa_id, created_at } of [ground.bea, ground.rita])
    await db.execute({
      sql: 'INSERT INTO credentials (user_id, hoa_id, password_hash, changed_at) VALUES (?, ?, ?, ?)',
      args: [id, hoa_id, demoPasswordHash(), created_at],
    });
  // As the server sends them: values in the order of the columns.
  const sizes = entries.map(({ hoa_id: _, rev: __, ...entry }) => JSON.stringify(Object.values(entry)).length);
  note(SCALE, 'porchlight', 'ledgerEntry', sizes);
};

const measureFold = async (ground: BenchHoa, today: string): Promise<void> => {
  const html = `<!doctype html><title>Fold</title><script type="module">${await bundle('tests/bench/page/ledger.ts')}</script>`;
  const profile = await openProfile();
  const figures: { cold: number[]; other: number[]; next: number[] } = { cold: [], other: [], next: [] };
  try {
    for (let at = 0; at < PAGES; at += 1) {
      const page = await profile.context.newPage();
      await page.route(FOLD_PAGE, (route) => route.fulfill({ contentType: 'text/html', body: html }));
      await page.goto(FOLD_PAGE);
      await page.waitForFunction(() => 'folding' in globalThis);
      await page.evaluate(([all, day]) => folding.prepare(all, day), [ground, today] as const);
      figures.cold.push(await page.evaluate((day) => folding.all(day), today));
      figures.other.push(await page.evaluate((day) => folding.all(day), addMonths(today, -7)));
      if (at === 0)
        for (let more = 0; more < MORE_ENTRIES; more += 1)
          figures.next.push(await page.evaluate(([day, n]) => folding.next(day, n), [today, more] as const));
      await page.close();
    }
  } finally {
    await profile.close();
  }
  note(SCALE, 'porchlight', 'ledgerFold', figures.cold);
  note(SCALE, 'porchlight', 'ledgerOtherDay', figures.other);
  note(SCALE, 'porchlight', 'ledgerNext', figures.next.slice(1));
};

const measureScreens = async ({ urls }: Stack, { bea, rita }: BenchHoa): Promise<void> => {
  const as = ({ email }: { email: string }) => ({ email, password: DEMO_PASSWORD });
  await inProfile(async (profile) => {
    const page = await signedIn(profile, urls.app, as(bea));
    await firstSync(page, `${urls.app}/accounts`);
    await statements(page, urls.app);
    await recordOffline(page, urls.app);
  });
  await inProfile(async (profile) => {
    const page = await signedIn(profile, urls.app, as(rita));
    await page.goto(`${urls.app}/account`);
    note(SCALE, 'porchlight', 'ledgerOwn', await page.evaluate(() => watching.shows('main h2')));
  });
};

const inProfile = async (work: (profile: Profile) => Promise<void>): Promise<void> => {
  const profile = await openProfile();
  try {
    await work(profile);
  } finally {
    await profile.close();
  }
};

const firstSync = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  const listed = page.evaluate(() => watching.shows('a[data-row]'));
  const complete = page.evaluate(() => watching.complete());
  note(SCALE, 'porchlight', 'ledgerListed', await listed);
  note(SCALE, 'porchlight', 'ledgerComplete', await complete);
  await page.waitForTimeout(SETTLING_MS);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  note(SCALE, 'porchlight', 'ledgerHeap', usedSize / BYTES_A_MB);
};

/** The screens of ten accounts; the first of each loads its code. */
const statements = async (page: Page, url: string): Promise<void> => {
  const figures: number[] = [];
  const ageing: number[] = [];
  const years: Record<'this' | 'all', number[]> = { this: [], all: [] };
  for (let at = 0; at < SCREENS; at += 1) {
    await page.goto(`${url}/accounts`);
    await page.locator('a[data-row]').nth(at).click();
    await page.locator('[aria-label=Balance] button').first().waitFor();
    figures.push(await page.evaluate(() => watching.tapped('[aria-label=Balance] button', '[role=dialog] tfoot')));
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog]').waitFor({ state: 'detached' });
    years.this.push(await page.evaluate(() => watching.tapped('main a[href$="/statement"]', 'main table tbody tr')));
    years.all.push(
      await page.evaluate(
        (row) => watching.went(`${location.pathname}?period=all`, row),
        'main tbody tr:nth-child(140)',
      ),
    );
    ageing.push(await page.evaluate(() => watching.went('/accounts/aging', 'main tbody tr:nth-child(20)')));
  }
  note(SCALE, 'porchlight', 'ledgerAgeing', ageing);
  note(SCALE, 'porchlight', 'ledgerFigure', figures);
  note(SCALE, 'porchlight', 'ledgerStatement', years.this);
  note(SCALE, 'porchlight', 'ledgerStatementAll', years.all);
};

const CHECKS = 30;

/** Thirty checks by keyboard without a network: from Enter until the payment stands on the screen. */
const recordOffline = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/accounts/record`);
  const account = page.getByRole('combobox', { name: 'Account' });
  await account.waitFor();
  await page.waitForTimeout(SETTLING_MS);
  await page.context().setOffline(true);
  const times: number[] = [];
  for (let at = 1; at <= CHECKS; at += 1) {
    await account.focus();
    await page.keyboard.type(`Neighbour ${at} `);
    await page.keyboard.press('Enter');
    await page.getByLabel('Amount').fill('50.00');
    await page.getByLabel('Check number').fill(String(5000 + at));
    const recorded = page.evaluate((heading) => watching.entered(heading), `Recorded (${at})`);
    // A rejection is handled where the promise is awaited.
    recorded.catch(() => undefined);
    await page.keyboard.press('Enter');
    times.push(await recorded);
  }
  await page.context().setOffline(false);
  note(SCALE, 'porchlight', 'ledgerRecord', times);
};

const OVERDUE_DAYS = 40;
const FEES_MS = 120_000;
const LOOK_EVERY_MS = 25;

/** An HOA in which each of 400 accounts has a charge that is overdue, on the day on which each gets a late fee. */
const measureFees = async ({ urls, secrets }: Stack, db: Client, today: string): Promise<void> => {
  const ground = await createHoa(db, 'Bench Fees', HOMES - 2);
  const { accounts, entries, policy } = overdueOf(ground, addDays(today, -OVERDUE_DAYS));
  await insert(db, 'account', accounts);
  await insert(db, 'entry', entries);
  await insert(db, 'policy', [policy]);
  const announced = [addDays(today, -OVERDUE_DAYS), ground.hoa_id];
  await db.execute({ sql: 'UPDATE hoas SET late_fees_announced_on = ? WHERE id = ?', args: announced });
  const began = performance.now();
  await fireCron(urls.app, '0 * * * *', secrets.LOCAL_TOKEN);
  const posted = async () => {
    const sql = "SELECT count(*) AS n FROM entries WHERE hoa_id = ? AND kind = 'late_fee'";
    return Number((await db.execute({ sql, args: [ground.hoa_id] })).rows[0]?.n);
  };
  for (const end = began + FEES_MS; (await posted()) < HOMES; await sleep(LOOK_EVERY_MS))
    if (performance.now() > end) throw new Error(`${await posted()} late fees`);
  note(SCALE, 'porchlight', 'ledgerFees', performance.now() - began);
};
