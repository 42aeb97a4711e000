import { describe, expect, test } from 'vitest';
import { signAccess } from '../../worker/auth/access.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import { accountsForAll, joined, linked, profile, readStatusAndMessage } from '../support/accounts.ts';
import { call, type Person } from '../support/fixtures.ts';
import { PASSWORD } from '../support/passwords.ts';

const NEW = 'quite-another-1';

const harness = accountsForAll();

const isSignedIn = async (person: { token: string }) => (await profile(harness.ctx.app, person)) === 200;

describe('[AUTH-55] changed', () => {
  const change = (person: Person, currentPassword: unknown, newPassword: unknown = NEW) =>
    person.call('PUT', '/api/auth/change-password', { currentPassword, newPassword });
  const elsewhere = async (person: Person) => ({
    token: await signAccess(harness.deps, person, await openFamily(harness.deps, person)),
  });

  test('[AUTH-52] [AUTH-53] [AUTH-54] it answers a message and ends every other sign-in', async () => {
    const person = await joined(harness);
    const others = [await elsewhere(person), await elsewhere(person)];
    const bystander = await joined(harness);
    const { status, body } = await change(person, PASSWORD);
    expect([status, Object.keys(body)]).toEqual([200, ['message']]);
    expect(await isSignedIn(person)).toBe(true);
    for (const other of others) expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(bystander)).toBe(true);
    expect(await harness.login(person.email, PASSWORD)).toBe(401);
    expect(await harness.login(person.email, NEW)).toBe(200);
  });

  test('[AUTH-55] [AUTH-34] reset links mailed before it no longer work', async () => {
    const person = await joined(harness);
    const token = await linked(harness, person);
    expect((await change(person, PASSWORD)).status).toBe(200);
    const verified = await harness.post(`verify-reset-token?token=${token}`);
    expect(await readStatusAndMessage(verified)).toEqual([400, 'Invalid or expired reset token']);
  });

  test('[AUTH-53] [PROFILE-11] a wrong current password is 400 with a sentence, and nothing changes', async () => {
    const person = await joined(harness);
    const other = await elsewhere(person);
    const { status, body } = await change(person, 'not-my-password');
    expect([status, body.message]).toEqual([400, 'Current password is incorrect']);
    expect(await isSignedIn(other)).toBe(true);
    expect(await harness.login(person.email, PASSWORD)).toBe(200);
  });

  test.each([
    ['[PROFILE-07]', '', NEW, 'Current password is required'],
    ['[PROFILE-07]', undefined, NEW, 'Current password is required'],
    ['[PROFILE-08]', PASSWORD, '12345', 'New password must be at least 6 characters'],
    ['[AUTH-57]', PASSWORD, 'x'.repeat(201), 'Password cannot exceed 200 characters'],
    ['[AUTH-57]', 'x'.repeat(201), NEW, 'Password cannot exceed 200 characters'],
  ])('%s [API-11] %s, %s', async (_id, current, wanted, message) => {
    const { status, body } = await change(harness.ctx.rex, current, wanted);
    expect([status, body.message]).toEqual([400, message]);
  });

  test('[AUTH-52] of two changes at once from one password, one wins', async () => {
    const person = await joined(harness);
    const answers = await Promise.all([
      change(person, PASSWORD, 'first-new-1'),
      change(person, PASSWORD, 'second-new-1'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('[AUTH-13] [AUTH-53] guessing the current password ends in 429, even with the right one', async () => {
    const person = await joined(harness);
    for (let n = 0; n < 10; n += 1) expect((await change(person, 'not-my-password')).status).toBe(400);
    expect((await change(person, PASSWORD)).status).toBe(429);
  });

  test('[API-07] it wants a sign-in', async () => {
    const body = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await call(harness.ctx.app, 'PUT', '/api/auth/change-password', body)).status).toBe(401);
  });
});

describe('a new password ends the calendar address', () => {
  test('if the person says so, at a change and at a reset by mail, and not otherwise', async () => {
    const { app } = harness.ctx;
    const addressOf = async (person: Person) => new URL((await person.call('POST', '/api/calendar')).body.url).pathname;
    const read = async (address: string) => (await app.request(address)).status;
    const person = await joined(harness);
    const address = await addressOf(person);
    const change = (currentPassword: string, newPassword: string, endCalendar?: boolean) =>
      person.call('PUT', '/api/auth/change-password', { currentPassword, newPassword, endCalendar });
    expect((await change(PASSWORD, 'first-new-1')).status).toBe(200);
    expect((await change('first-new-1', 'second-new-1', false)).status).toBe(200);
    expect(await read(address)).toBe(200);
    expect((await change('second-new-1', 'third-new-1', true)).status).toBe(200);
    expect(await read(address)).toBe(404);

    const second = await addressOf(person);
    const body = { token: await linked(harness, person), password: NEW, endCalendar: true };
    expect((await harness.post('reset-password', body)).status).toBe(200);
    expect(await read(second)).toBe(404);
  });
});
