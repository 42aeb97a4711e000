import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { fireCron } from '../../local/cron.ts';
import { mailsIn } from '../support/inbox.ts';
import { appears, type Email, goOffline, signIn, vanishes, visit, waitForServiceWorker } from './support/app.ts';
import { violationsOf } from './support/axe.ts';
import { PHONE, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs, inDatabase } from './support/server.ts';
import { useSessions } from './support/sessions.ts';
import { testStack } from './support/stack.ts';

const browser = useBrowser();
const { signedIn, signedInForOffline } = useSessions();
const RITA: Email = 'rita.told@willowcreek.test';
const NED: Email = 'ned.told@willowcreek.test';
const BEA: Email = 'bea.tells@willowcreek.test';

beforeAll(() =>
  createHoa('The told HOA', [
    { email: RITA, name: 'Rita Told', role: 'resident' },
    { email: NED, name: 'Ned Told', role: 'resident' },
    { email: BEA, name: 'Bea Tells', role: 'board' },
  ]),
);

const file = async (title: string, email = RITA): Promise<string> => {
  const words = { title, description: '<p>It is stuck.</p>', category: 'Maintenance' };
  return (await apiAs(email)('POST', '/api/requests', words)).body._id;
};
const answer = (id: string, message: string) =>
  apiAs(BEA)('POST', `/api/requests/${id}/comments`, { message: `<p>${message}</p>`, is_public: true });

/** How many notifications of that request wait to be mailed to Ned. */
const notedAbout = (id: string): Promise<number> =>
  inDatabase(async (db) => {
    const sql = `SELECT count(*) AS count FROM notifications n JOIN users u ON u.id = n.user_id
      WHERE u.email = ? AND n.record_id = ? AND n.mail IS NOT NULL`;
    return Number((await db.execute({ sql, args: [NED, id] })).rows[0]?.count);
  });

/** Lets the minutes of a burst pass: the jobs are due, and the schedule runs them. */
const passMinutes = async (): Promise<void> => {
  const waiting = () =>
    inDatabase(async (db) => {
      const past = new Date(Date.now() - 1000).toISOString();
      await db.execute({
        sql: "UPDATE outbox SET next_at = ?1, created_at = ?1 WHERE kind = 'mailNotifications' AND status = 'pending' AND hoa_id = (SELECT hoa_id FROM users WHERE email = ?2)",
        args: [past, RITA],
      });
    });
  await waiting();
  const { urls, secrets } = testStack();
  await fireCron(urls.app, '*/5 * * * *', secrets.LOCAL_TOKEN);
};

test('[14.6] a resident is mailed the answers of the board in one mail, and turns such mails off and on again by its link', async () => {
  const id = await file('Gate squeaks', NED);
  await answer(id, 'We oil it on Monday.');
  await answer(id, 'Or on Tuesday.');
  // Both are noted before the minutes pass.
  await expect.poll(() => notedAbout(id), { timeout: TIMEOUT_MS }).toBe(2);
  const find = async () => {
    await passMinutes();
    const mail = (await mailsIn(testStack())).find(
      ({ to, subject }) => to.includes(NED) && subject === '2 updates: Gate squeaks',
    );
    return /unsubscribe\?token=[^"&]+/.exec(mail?.html ?? '')?.[0] ?? '';
  };
  await expect.poll(find, { timeout: 2 * TIMEOUT_MS, interval: 1000 }).toMatch(/^unsubscribe/);
  const page = await browser.open({ viewport: PHONE });
  await page.goto(`/${await find()}`);
  await appears(page.getByRole('heading', { name: 'These emails are off' }));
  await appears(page.getByText('Replies'));
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Turn Them On Again' }).click();
  await appears(page.getByRole('heading', { name: 'These emails are on again' }));
});

test('[14.6] what a person chooses offline reaches the server, and the other device', async () => {
  const page = await signedInForOffline(RITA, 'Rita Told');
  await visit(page, '/profile');
  await appears(page.getByRole('checkbox', { name: 'Replies: Email' }));
  await goOffline(page);
  const push = page.getByRole('checkbox', { name: 'Replies: Push' });
  // The first change of a page loads the code of mutators.
  await push.click();
  await expect.poll(() => push.isChecked(), { timeout: TIMEOUT_MS }).toBe(false);
  await page.getByRole('checkbox', { name: 'Quiet hours' }).check();
  expect(await page.getByRole('checkbox', { name: 'Violation notices: Email' }).isDisabled()).toBe(true);
  // From the top, so that the bar covers half of no control.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await violationsOf(page)).toEqual([]);
  await page.context().setOffline(false);
  const stored = async () => (await apiAs(RITA)('GET', '/api/notifications/preferences')).body;
  await expect.poll(async () => (await stored()).quietHours, { timeout: 2 * TIMEOUT_MS }).toEqual({ from: 21, to: 7 });
  const other = await signedIn(RITA);
  await visit(other, '/profile');
  await expect
    .poll(() => other.getByRole('checkbox', { name: 'Replies: Push' }).isChecked(), { timeout: TIMEOUT_MS })
    .toBe(false);
  await other.getByRole('checkbox', { name: 'Quiet hours' }).click();
  await other.getByRole('checkbox', { name: 'Replies: Push' }).click();
  await expect.poll(async () => (await stored()).quietHours, { timeout: TIMEOUT_MS }).toBe(null);
});

test('[14.6] a push reaches a device, encrypted', async () => {
  const taken: { headers: Record<string, unknown>; bytes: number }[] = [];
  const service = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    request.on('end', () => {
      taken.push({ headers: request.headers, bytes });
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((done) => service.listen(testStack().receiver.port, '127.0.0.1', done));
  const device = createECDH('prime256v1');
  const keys = {
    p256dh: device.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const endpoint = `${testStack().receiver.origin}/x`;
  expect((await apiAs(RITA)('POST', '/api/notifications/devices', { endpoint, keys })).status).toBe(204);
  await answer(await file('Lamp is dark'), 'Soon.');
  await expect.poll(() => taken.length, { timeout: 2 * TIMEOUT_MS }).toBe(1);
  expect(taken[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm' });
  expect((await apiAs(RITA)('DELETE', '/api/notifications/devices', { endpoint })).status).toBe(204);
  service.closeAllConnections();
  await new Promise((done) => service.close(done));
});

test('[14.6] while she was away: what the board did, offline too, until she marks it as seen', async () => {
  const page = await browser.openInstalled();
  await signIn(page, RITA);
  await waitForServiceWorker(page);
  await answer(await file('Fence leans'), 'We will look at it.');
  const card = page.getByRole('list', { name: 'While You Were Away' });
  await page.goto('/dashboard');
  await appears(card.getByText('Fence leans'));
  await appears(card.getByText('HOA Staff wrote a message'));
  await goOffline(page);
  await page.getByRole('link', { name: /What changed in the last two weeks|Show all/ }).click();
  await appears(page.getByRole('list', { name: 'Changes' }).getByText('Fence leans'));
  await page.getByRole('button', { name: 'Mark as Seen' }).click();
  await vanishes(page.getByRole('button', { name: 'Mark as Seen' }));
  await appears(page.getByRole('list', { name: 'Changes' }).getByText('Fence leans'));
});
