import { expect, test } from 'vitest';
import { makeSecrets } from '../../local/secrets.ts';
import { varsOf } from '../../local/variables.ts';
import { checkEnvironment } from '../../worker/environment.ts';

test('a stack calls nothing on its own machine for its users: no start names an origin of tests', () => {
  const urls = { app: 'a', database: 'b', files: 'c', mail: 'd', payments: 'e' };
  const vars = varsOf(urls, makeSecrets());
  expect(Object.keys(vars).filter((name) => /ORIGIN|LOOPBACK/.test(name))).toEqual([]);
});

test('behind a public address nothing starts that names an origin of tests', () => {
  const urls = {
    app: 'http://localhost:8787',
    database: 'http://a',
    files: 'http://b',
    mail: 'http://c',
    payments: 'http://d',
  };
  const vars = { ...varsOf(urls, makeSecrets()), TEST_ORIGINS: 'http://127.0.0.1:9' };
  expect(checkEnvironment(vars)).toEqual([]);
  expect(checkEnvironment({ ...vars, PUBLIC_URL: 'https://hoa.example' })).toEqual([
    'TEST_ORIGINS is for tests on one machine',
  ]);
});
