import { expect, test } from 'vitest';
import { accountOptions, stackOptions } from '../../local/options.ts';

const account = (words: string) => accountOptions(words === '' ? [] : words.split(' '));

test('npm run account takes a command, whose account, and where an email stands in several HOAs the HOA', () => {
  expect(account('change-email old@a.test new@a.test --hoa Oak')).toMatchObject({
    verb: 'change-email',
    email: 'old@a.test',
    newEmail: 'new@a.test',
    hoa: 'Oak',
  });
  expect(account('remove-second-factor old@a.test')).toMatchObject({ email: 'old@a.test', hoa: undefined });
  expect(account('end-sign-ins --hoa Oak')).toMatchObject({ verb: 'end-sign-ins', email: undefined, hoa: 'Oak' });
  expect(account('end-sign-ins --all')).toMatchObject({ verb: 'end-sign-ins', email: undefined, hoa: undefined });
  expect(account('lift-limits old@a.test')).toMatchObject({ verb: 'lift-limits', email: 'old@a.test' });
});

test('npm run account with a forgotten, unknown or superfluous word does nothing and tells how it is used', () => {
  const wrong = ['', 'nonsense', 'change-email old@a.test', 'change-email a@a.test b@a.test c@a.test'];
  wrong.push('remove-second-factor', 'remove-second-factor --hoa Oak', 'remove-second-factor a@a.test b@a.test');
  wrong.push('end-sign-ins', 'end-sign-ins a@a.test --all', 'end-sign-ins --all --hoa Oak', 'end-sign-ins --hoa=');
  wrong.push('lift-limits', 'lift-limits --all', 'change-email --all a@a.test b@a.test');
  for (const words of wrong) expect(() => account(words), words).toThrow(/^Use one of these/);
});

test('an option that is unknown or lacks its value is named, with how the command is used', () => {
  expect(() => account('end-sign-ins --everybody')).toThrow(/^Unknown option '--everybody'\.\nUse one of these/);
  expect(() => account('end-sign-ins --hoa')).toThrow(/^Option '--hoa <value>' argument missing\.\nUse one of these/);
  expect(() => account('end-sign-ins --hoa --all')).toThrow(
    /^Option '--hoa' argument is ambiguous\.\nUse one of these/,
  );
  expect(() => account('end-sign-ins --all --env moon')).toThrow('--env takes production or staging, and is "moon".');
  expect(() => stackOptions(['--drills'])).toThrow(/^Unknown option '--drills'\.\nThe options are --fresh/);
});

test('npm start -- --drill seeds nothing', () => {
  expect(stackOptions(['--drill'])).toMatchObject({ drill: true, seed: 'none' });
  expect(stackOptions([])).toMatchObject({ drill: false, seed: 'demo' });
});
