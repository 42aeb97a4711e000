import type { Locator, Page } from 'playwright-core';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { required, take } from '../support/required.ts';
import { appears, goOffline, heading, pick, vanishes, visit } from './support/app.ts';
import { violationsInBoth } from './support/axe.ts';
import { PHONE, TIMEOUT_MS } from './support/browser.ts';
import { apiAs, pushAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedInForOffline } = useSessions();
const BOARD = 'board@mapleridge.test';
const board = apiAs(BOARD);
const change = pushAs(BOARD);
const REASON = 'The printer of the clubhouse was broken';

/** A member meeting whose roll is frozen and whose notice is overdue. */
const makeMeeting = async (title: string, starts_in_days: number): Promise<string> => {
  const id = uuidv7();
  const starts_at = new Date(Date.now() + starts_in_days * 86_400_000).toISOString();
  const kind = 'member_special';
  await change('createMeeting', { id, kind, title, starts_at, place: 'Pool house', status: 'scheduled' });
  await change('addAgendaItem', { id: uuidv7(), meeting_id: id, title: 'A new fence', kind: 'business' });
  await change('freezeRoll', { meeting_id: id });
  return id;
};

const dialogNamed = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
/** The proxies of Cole Henderson's home. */
const ownUnit = (page: Page): Locator => page.getByRole('region', { name: '107 Maple Ridge Drive' });

test('[NOTICE-04, NOTICE-05, NOTICE-06] a late notice has its reason, papers are recorded and taken back, and the certificate adds up to the roll, offline too', async () => {
  const title = `Fence meeting ${Date.now()}`;
  const id = await makeMeeting(title, 6);
  const page = await signedInForOffline(BOARD, title);
  await visit(page, `/meetings/${id}`);
  await appears(page.getByText(/^Notice was due by .* A late notice needs a reason\.$/));
  await sendLate(page);
  await appears(page.getByText(new RegExp(`^Notice was sent \\d+ hours before the meeting: ${REASON}$`)));
  const known = await settledProof(id);
  await expect
    .poll(() => certificateCounts(page), { timeout: TIMEOUT_MS })
    .toMatchObject({
      Email: known.counts.email,
      'Not reached': known.counts.none,
    });
  const before = await certificateCounts(page);
  expect(sumOf(before)).toBe(known.units.length);
  const open = required(before['Not reached']);
  expect(open).toBeGreaterThan(1);
  const papers = await openPapers(page);
  await papers.getByRole('button', { name: `Select All ${open} Not on Paper Yet` }).click();
  expect(await violationsInBoth(page)).toEqual([]);
  await papers.getByRole('button', { name: `Record for ${open} Units` }).click();
  await appears(papers.getByText('Every unit got the notice on paper.'));
  await takeBackFirst(papers);
  expect(await certificateCounts(page)).toEqual({ ...before, 'Not reached': 1, Mailed: open - 1 });

  await goOffline(page);
  await page.reload();
  await appears(page.getByText(/^Read in the app as of /));
  expect(await certificateCounts(page)).toEqual({ ...before, 'Not reached': 1, Mailed: open - 1 });
});

const sendLate = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Send Notice' }).click();
  const dialog = dialogNamed(page, 'Send Notice');
  await dialog.getByRole('button', { name: 'Send Notice' }).click();
  await appears(dialog.getByRole('alert').getByText('Please say why the notice is late.'));
  await dialog.getByLabel('Why is the notice late?').fill(REASON);
  await dialog.getByRole('button', { name: 'Send Notice' }).click();
  await vanishes(dialog);
};

/** The proof once no mail is under way any more. */
const settledProof = async (id: string) => {
  const proof = async () => (await board('GET', `/api/meetings/${id}/notice-proof`)).body;
  const { announcement_id } = await proof();
  const openMails = async () => {
    const { recipient_count, delivery_stats: stats } = (await board('GET', `/api/announcements/${announcement_id}`))
      .body;
    return recipient_count - stats.email_delivered.length - stats.email_failed.length;
  };
  await expect.poll(openMails, { timeout: TIMEOUT_MS }).toBe(0);
  return proof();
};

/** The figures under the certificate, by way. */
const certificateCounts = async (page: Page): Promise<Record<string, number>> => {
  await page.getByRole('button', { name: 'Certificate' }).click();
  const dialog = dialogNamed(page, 'Certificate of Notice');
  const words = (await dialog.getByRole('table').locator('tfoot td').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Close' }).click();
  await vanishes(dialog);
  return Object.fromEntries(
    words.split(' · ').map((part): [string, number] => {
      const [way, count] = take(part.split(': '), 2);
      return [way, Number(count)];
    }),
  );
};

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const openPapers = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: /^By Paper \(\d+\)$/ }).click();
  return dialogNamed(page, 'By Paper');
};

const takeBackFirst = async (papers: Locator): Promise<void> => {
  await papers
    .getByRole('button', { name: /^Take Back / })
    .first()
    .click();
  await papers.getByRole('button', { name: 'Take Back' }).click();
  await appears(papers.getByRole('alert').getByText('Please say why it is taken back.'));
  await papers.getByLabel('Reason').fill('The letter came back');
  await papers.getByRole('button', { name: 'Take Back' }).click();
  await appears(papers.getByRole('button', { name: 'Select All 1 Not on Paper Yet' }));
  await papers.getByRole('button', { name: 'Close' }).click();
  await vanishes(papers);
};

test('[PROXY-01, PROXY-02, PROXY-05] an owner gives a directed proxy offline on a phone; it is sent, the board reads it, and the owner revokes it', async () => {
  const title = `Proxies of the fence ${Date.now()}`;
  const id = await makeMeeting(title, 40);
  await change('sendMeetingNotice', { id, announcement_id: uuidv7() });
  const phone = await signedInForOffline('resident2@mapleridge.test', title, { viewport: PHONE });
  await visit(phone, `/meetings/${id}`);
  await appears(heading(phone, title));
  await goOffline(phone);
  await giveDirected(phone);
  const waiting = ownUnit(phone).getByText(/^It will be sent when you are back online\. It must be sent by /);
  await appears(waiting);
  await phone.context().setOffline(false);
  await vanishes(waiting);
  const proxies = async () => (await board('GET', `/api/meetings/${id}/proxies`)).body.docs;
  await expect
    .poll(proxies, { timeout: TIMEOUT_MS })
    .toMatchObject([
      { holder_name: 'Nora Voss', kind: 'directed', directions: [{ choice: 'against' }], status: 'active' },
    ]);
  await revoke(phone);
  await expect.poll(proxies, { timeout: TIMEOUT_MS }).toMatchObject([{ holder_name: 'Nora Voss', status: 'revoked' }]);
});

test('[PROXY-03, PROXY-04] of two papers of one day the one recorded last counts, until the board says that it is not valid', async () => {
  const title = `Papers of the fence ${Date.now()}`;
  const id = await makeMeeting(title, 40);
  const page = await signedInForOffline(BOARD, title);
  await visit(page, `/meetings/${id}`);
  for (const holder of ['Ada Early', 'Lena Late']) await recordPaper(page, holder);
  const [early, late] = [proxyRow(page, 'Amara Diallo to Ada Early'), proxyRow(page, 'Amara Diallo to Lena Late')];
  await appears(late.getByText('Active'));
  await appears(early.getByText('Superseded'));
  expect(await violationsInBoth(page)).toEqual([]);
  await late.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('menuitem', { name: 'Mark as Not Valid' }).click();
  const ruling = dialogNamed(page, 'Mark as Not Valid');
  await ruling.getByLabel('Reason').fill('Not the signature of the owner');
  await ruling.getByRole('button', { name: 'Mark Not Valid' }).click();
  await appears(late.getByText('Not valid', { exact: true }));
  await appears(early.getByText('Active'));
  await appears(page.getByRole('heading', { name: 'Proxies (1)' }));
});

const giveDirected = async (phone: Page): Promise<void> => {
  const own = ownUnit(phone);
  await own.getByRole('button', { name: 'Give a Proxy' }).click();
  await own.getByLabel('Who votes for you').fill('Nora Voss');
  await own.getByLabel('Directed').check();
  await appears(own.getByText('The board can read these instructions.'));
  await own.getByRole('group', { name: 'A new fence' }).getByLabel('Against').check();
  expect(await violationsInBoth(phone)).toEqual([]);
  await own.getByRole('button', { name: 'Give Proxy' }).click();
  await appears(own.getByText('Nora Voss'));
};

const revoke = async (phone: Page): Promise<void> => {
  await ownUnit(phone).getByRole('button', { name: 'Revoke' }).click();
  await dialogNamed(phone, 'Revoke Proxy').getByRole('button', { name: 'Revoke' }).click();
  await appears(ownUnit(phone).getByText('Revoked', { exact: true }));
};

const proxyRow = (page: Page, words: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: words });

const recordPaper = async (page: Page, holder: string): Promise<void> => {
  await page.getByRole('button', { name: 'Record a Paper Proxy' }).click();
  const dialog = dialogNamed(page, 'Record a Paper Proxy');
  await dialog.getByRole('combobox', { name: 'Unit' }).fill('Amara');
  await pick(page, /Amara Diallo/);
  await dialog.getByLabel('Holder').fill(holder);
  await dialog.getByRole('button', { name: 'Record Proxy' }).click();
  await vanishes(dialog);
};
