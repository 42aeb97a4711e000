import { describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../local/seed/password.ts';
import { isCommonPassword } from '../../schema/common-passwords.ts';
import { type PasswordOwner, passwordWeakness } from '../../schema/password-strength.ts';
import { accountsForAll, joined, linked, readStatusAndMessage } from '../support/accounts.ts';
import { call } from '../support/fixtures.ts';
import { givePassword, PASSWORD, quickHash } from '../support/passwords.ts';
import { invite } from '../support/users.ts';

const REGULAR_PASSWORD =
  'This password repeats a character or follows a pattern, which is easy to guess. Please choose another.';

const COMMON_PASSWORD = 'This is one of the most common passwords, and easy to guess. Please choose another.';

const BLANK_PASSWORD = 'A password can’t be only spaces. Please choose another.';

const weakness = (password: string, owner: PasswordOwner = {}) => passwordWeakness(password, owner, isCommonPassword);
const rex = { email: 'rex.hale@mapleridge.test', name: 'Rex Halloran', hoa_name: 'Maple Ridge Estates' };

describe('a password that is easy to guess', () => {
  test.each(['123456', 'password', 'PassWord1', 'qwertyuiop', 'trustno1', '1qaz2wsx'])(
    '%s is one of the 10,000 most common ones',
    (password) => expect(weakness(password)).toBe(COMMON_PASSWORD),
  );

  test.each(['rex.hale@mapleridge.test', 'Rex-Hale-2026', 'hale99', 'rexhale123456'])('%s is the email', (password) =>
    expect(weakness(password, rex)).toBe('This password is too close to your email. Please choose another.'),
  );

  test.each(['mapleridgeestates', 'Estates-1', 'ESTATES2026!', 'estatesdragon'])('%s is the HOA', (password) =>
    expect(weakness(password, rex)).toBe('This password is too close to the name of your HOA. Please choose another.'),
  );

  test.each(['Halloran2026', 'rex halloran', 'hallo-ran', 'HalloranHalloran'])('%s is the name', (password) =>
    expect(weakness(password, rex)).toBe('This password is too close to your name. Please choose another.'),
  );

  test('hale-halloran-ridge-1 is nothing but words of its owner', () =>
    expect(weakness('hale-halloran-ridge-1', rex)).toBe(
      'This password is too close to your email, your name and the name of your HOA. Please choose another.',
    ));

  test.each(['      ', '\t\t  \u00a0\u2003  ', '　　　　　　'])('%j is blank', (password) =>
    expect(weakness(password)).toBe(BLANK_PASSWORD),
  );

  test.each([
    ...[
      'aaaaaa',
      'AaAaAaAa',
      '......',
      '!!!!!!!!',
      '🙂🙂🙂🙂🙂🙂',
      'ababababab',
      'abcabcabca',
      '- - - - - ',
      'xY7xY7xY7',
    ],
    ...[
      'qwertyqwerty',
      'aaaaaaaab',
      'aaabbbccc1',
      'abcdefghijk',
      '12345678901',
      '987654321098',
      'abc123xyz9',
      'poiuytrewq1',
    ],
  ])('%s is one pattern', (password) => expect([REGULAR_PASSWORD, COMMON_PASSWORD]).toContain(weakness(password)));

  test('a pattern among other characters is none', () => {
    for (const password of ['xkcd-1234-horse', 'hallo111', 'lantern-22', 'aaa-pondweed', 'mississippi river'])
      expect([password, weakness(password)]).toEqual([password, undefined]);
  });

  test('it may contain such a word, if what is left would be a password of its own', () => {
    for (const password of ['ridge-walk-7-lanterns', 'hale-and-hearty-fellow', DEMO_PASSWORD, PASSWORD])
      expect(weakness(password, rex)).toBeUndefined();
  });
});

describe('[AUTH-40] the server refuses it, with the field', () => {
  const harness = accountsForAll();

  test('in a reset, whose link stays good', async () => {
    const person = await joined(harness);
    const token = await linked(harness, person);
    const reset = (password: string) => harness.post('reset-password', { token, password });
    const refused = await reset('password1');
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { message: COMMON_PASSWORD, code: 'invalid_input', errors: [{ path: 'password', msg: COMMON_PASSWORD }] },
    ]);
    expect((await reset(`${person.email.split('@')[0]}1`)).status).toBe(400);
    expect((await reset('lanterns-along-the-pond')).status).toBe(200);
  });

  test('in an activation', async () => {
    const link = await harness.tokenTo((await invite(harness.ctx.bea)).email);
    const answer = await harness.activate(link, { password: 'password1' });
    expect(await readStatusAndMessage(answer)).toEqual([400, COMMON_PASSWORD]);
    expect((await harness.activate(link)).status).toBe(200);
  });

  test('in a change, which the HOA knows by its name too', async () => {
    const person = await joined(harness);
    const { rows } = await harness.ctx.db.execute({
      sql: 'SELECT name FROM hoas WHERE id = ?',
      args: [harness.ctx.hoa_id],
    });
    const change = (newPassword: string) => {
      const body = { currentPassword: PASSWORD, newPassword };
      return call(harness.ctx.app, 'PUT', '/api/auth/change-password', body, person.token);
    };
    for (const newPassword of ['aaaaaa', '      '])
      expect((await change(newPassword)).body.errors).toEqual([{ path: 'newPassword', msg: weakness(newPassword) }]);
    for (const newPassword of ['qwertyuiop', `${rows[0]?.name}!!!`])
      expect((await change(newPassword)).body.errors).toEqual([
        { path: 'newPassword', msg: weakness(newPassword, { hoa_name: String(rows[0]?.name) }) },
      ]);
    expect((await change('lanterns-along-the-pond')).status).toBe(200);
  });

  test('and one that was accepted before goes on signing in', async () => {
    const person = await harness.ctx.join(harness.ctx.hoa_id, 'Pat', 'resident');
    await givePassword(harness.ctx.db, person);
    await harness.ctx.db.execute({
      sql: 'UPDATE credentials SET password_hash = ? WHERE user_id = ?',
      args: [quickHash('aaaaaa'), person.id],
    });
    expect((await harness.post('login', { email: person.email, password: 'aaaaaa' })).status).toBe(200);
  });
});
