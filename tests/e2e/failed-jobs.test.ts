import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';
import { mailsIn } from '../support/inbox.ts';
import { appears, type Email, goOffline, heading, vanishes, visit } from './support/app.ts';
import { PHONE, TIMEOUT_MS } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs, inDatabase } from './support/server.ts';
import { useSessions } from './support/sessions.ts';
import { testStack } from './support/stack.ts';

const { signedInForOffline } = useSessions();

const BEA: Email = 'failed-bea@willowcreek.test';
const REX: Email = 'failed-rex@willowcreek.test';
const IMPORTER: Email = 'failed-importer@willowcreek.test';
const bea = apiAs(BEA);

const REFUSED = 'The mailbox does not exist';
const TITLE = 'Trailer on the lawn';

beforeAll(async () => {
  await createHoa('Failing Post HOA', [
    { email: BEA, name: 'Bea Post', role: 'board' },
    { email: REX, name: 'Rex Post', role: 'resident' },
  ]);
  await createHoa('Large Import HOA', [{ email: IMPORTER, name: 'Ida Import', role: 'board' }]);
});

type Failed = { kind: string; subject: string | null; subject_id: string | null; user_id: string | null };

/** Stores a failed job as the outbox would. */
const fail = async (failed: Failed, payload: object): Promise<void> =>
  inDatabase(async (db) => {
    const [id, now] = [uuidv7(), new Date().toISOString()];
    const { rows } = await db.execute({ sql: 'SELECT hoa_id FROM users WHERE email = ?', args: [BEA] });
    const hoa_id = String(rows[0]?.hoa_id);
    const { kind, subject, subject_id, user_id } = failed;
    const insert = {
      sql: `INSERT INTO failed_jobs (id, hoa_id, kind, subject, subject_id, user_id, reason, payload, created_at, failed_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      args: [id, hoa_id, kind, subject, subject_id, user_id, REFUSED, JSON.stringify(payload), now, now],
    };
    const log = {
      sql: "INSERT INTO sync_log (hoa_id, audience, entity, entity_id) VALUES (?, 'board', 'failedJob', ?)",
      args: [hoa_id, id],
    };
    await db.batch([insert, log], 'write');
  });

const mailsTo = async (email: string): Promise<number> => {
  return (await mailsIn(testStack())).filter(({ to }) => to[0] === email).length;
};

test('[USERS-38] [VIO-50] [SYNC-02] [A11Y-08] what failed stands on its record and in a list, also offline and on a phone, and is resent from there', async () => {
  const resident = (await bea('GET', `/api/users?search=${REX}`)).body.docs[0];
  const violation = (
    await bea('POST', '/api/violations', {
      user_id: resident._id,
      title: TITLE,
      message: '<p>Please move it.</p>',
      category: 'Parking',
      due_date: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
    })
  ).body;
  const invited = (await bea('POST', '/api/users/invite', { email: 'failed-ivy@willowcreek.test', role: 'resident' }))
    .body;
  await expect.poll(() => mailsTo(REX), { timeout: TIMEOUT_MS }).toBe(1);
  const about = (subject: string, subject_id: string, user_id: string) => ({ subject, subject_id, user_id });
  await fail({ kind: 'mailViolation', ...about('violation', violation._id, resident._id) }, { id: violation._id });
  await fail({ kind: 'mailInvitations', ...about('user', invited._id, invited._id) }, { ids: [invited._id] });
  await fail({ kind: 'deleteFile', subject: null, subject_id: null, user_id: null }, { key: 'files/none' });

  const page = await signedInForOffline(BEA, REFUSED);
  await appears(page.getByRole('link', { name: /^3 emails or tasks failed/ }));
  await expectFitsPhone();
  await visit(page, '/users');
  await appears(page.getByRole('row').filter({ hasText: `The invitation by email failed: ${REFUSED}` }));

  await goOffline(page);
  await visit(page, `/compliance/${violation._id}`);
  const notice = page.getByRole('alert').filter({ hasText: 'The notice by email failed' });
  await appears(notice.getByText(REFUSED));
  await notice.getByRole('button', { name: 'Resend' }).click();
  await vanishes(notice);
  await appears(page.getByText('It will be sent again when you are back online'));
  await page.context().setOffline(false);
  await expect.poll(() => mailsTo(REX), { timeout: TIMEOUT_MS }).toBe(2);

  await visit(page, '/dashboard');
  await page.getByRole('link', { name: /^2 emails or tasks failed/ }).click();
  await heading(page, 'Needs Attention').waitFor();
  const table = page.getByRole('table', { name: 'Needs Attention' });
  await appears(table.locator('time[title]').first());
  await table
    .getByRole('row')
    .filter({ hasText: 'Deleting a stored file' })
    .getByRole('button', { name: 'Dismiss' })
    .click();
  const asked = page.getByRole('dialog', { name: 'Dismiss Failure' });
  await appears(asked.getByText('“Deleting a stored file” failed.'));
  await asked.getByRole('button', { name: 'Dismiss' }).click();
  await table.getByRole('row').filter({ hasText: 'failed-ivy' }).getByRole('button', { name: 'Resend' }).click();
  await appears(page.getByText('Nothing needs attention'));
  await expect.poll(() => mailsTo('failed-ivy@willowcreek.test'), { timeout: TIMEOUT_MS }).toBe(2);
  await visit(page, '/dashboard');
  await appears(heading(page, 'Dashboard'));
  await vanishes(page.getByRole('link', { name: /emails? or tasks? failed/ }));
});

/** In the dark. */
const expectFitsPhone = async () => {
  const page = await signedInForOffline(BEA, REFUSED, { viewport: PHONE, colorScheme: 'dark' });
  await visit(page, '/needs-attention');
  await appears(page.getByText(REFUSED));
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
};

test('[BULK-24] the mails of a large import go out by drains of their own, without waiting for the schedule', async () => {
  const users = Array.from({ length: 1500 }, (_, at) => ({
    resident_name: `Person ${at}`,
    resident_email: `failed-${at}@example.test`,
    role: 'resident',
  }));
  expect((await apiAs(IMPORTER)('POST', '/api/users/bulk', { users })).status).toBe(201);
  const waiting = () =>
    inDatabase(async (db) => {
      const sql = "SELECT count(*) AS count FROM outbox WHERE kind = 'mailInvitations' AND status = 'pending'";
      return Number((await db.execute(sql)).rows[0]?.count);
    });
  await expect.poll(waiting, { timeout: TIMEOUT_MS }).toBe(0);
  expect(await mailsTo('failed-1499@example.test')).toBe(1);
});
