import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkVariables } from '../../local/doctor/structure.ts';
import { startPayments } from '../../local/external-services.ts';
import { freePort, freePorts } from '../../local/ports.ts';
import { Processes } from '../../local/processes.ts';
import { refuseDemoAccounts } from '../../local/public-start.ts';
import { makeSecrets } from '../../local/secrets.ts';
import { demoPasswordHash } from '../../local/seed/password.ts';
import { type StackOptions, startStack } from '../../local/stack.ts';
import { nextVariables } from '../../local/variables.ts';
import { createContext } from '../support/fixtures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-public-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A start with these lines in .dev.vars; the client is not built. */
const start = async (name: string, lines: string, options: Partial<StackOptions> = {}) => {
  const dataDir = join(folder, name);
  await mkdir(join(dataDir, 'db'), { recursive: true });
  const secretsFile = join(folder, `${name}.vars`);
  await writeFile(secretsFile, lines);
  const port = await freePorts(5);
  return startStack({ port, workerPort: port, dataDir, secretsFile, durability: 'off', ...options });
};

const PUBLIC = 'PUBLIC_URL=https://hoa.example\n';

describe('behind a public address', () => {
  test('--fresh is refused, and deletes nothing', async () => {
    await mkdir(join(folder, 'fresh', 'files'), { recursive: true });
    await writeFile(join(folder, 'fresh', 'files', 'kept'), '');
    await expect(start('fresh', PUBLIC, { fresh: true })).rejects.toThrow(
      /^--fresh deletes everything, and people use https:\/\/hoa\.example: /,
    );
    expect(existsSync(join(folder, 'fresh', 'files', 'kept'))).toBe(true);
  });

  test('npm run dev is refused', async () => {
    await expect(start('dev', PUBLIC, { watch: true })).rejects.toThrow(/^npm run dev is for development, /);
  });

  test('an empty database gets no demo accounts', async () => {
    await expect(start('empty', PUBLIC)).rejects.toThrow(/^The database is empty, .*start with --seed none/);
  }, 30_000);

  test('accounts with the password that everybody knows are named, until it is another', async () => {
    const { db, rex } = await createContext();
    const address = 'https://hoa.example';
    const set = (hash: string) =>
      db.execute({
        sql: `INSERT OR REPLACE INTO credentials (hoa_id, user_id, password_hash, changed_at) VALUES (?, ?, ?, '2026-01-01')`,
        args: [rex.hoa_id, rex.id, hash],
      });
    await set(demoPasswordHash());
    await expect(refuseDemoAccounts(address, db)).rejects.toThrow(rex.email);
    await set('scrypt$another');
    await refuseDemoAccounts(address, db);
  });

  test('nobody pays at the stand-in with a test card but who has the token of the machine', async () => {
    const processes = new Processes(() => undefined);
    const secrets = makeSecrets();
    const [port, options] = [
      await freePort(),
      { folder: join(folder, 'payments'), webhookUrl: 'http://127.0.0.1:9', secrets },
    ];
    try {
      const url = await startPayments(processes, { port, ...options, hasPages: false });
      const statusOf = async (path: string, headers = {}) => (await fetch(url + path, { headers })).status;
      const token = { Authorization: `Bearer ${secrets.LOCAL_TOKEN}` };
      for (const path of ['/c/pay/cs_1', '/v3', '/setup/s/1', '/v1/../c/pay/cs_1', '/_emulator/authenticate/pi_1'])
        expect([path, await statusOf(path)]).toEqual([path, 401]);
      expect(await statusOf('/c/pay/cs_1', token)).toBe(404);
      expect(await statusOf('/v1/customers', { Authorization: `Bearer ${secrets.STRIPE_SECRET_KEY}` })).toBe(200);
    } finally {
      await processes.stop();
    }
  });

  test('an origin of tests is refused', async () => {
    const refused = start('origins', `${PUBLIC}TEST_ORIGINS=http://127.0.0.1:9\n`);
    await expect(refused).rejects.toThrow('TEST_ORIGINS is for tests on one machine');
  });
});

test('what the next start refuses is a finding of doctor, by the same rule', async () => {
  const problem = 'JWT_SECRET must have 32 characters or more';
  await expect(start('short', 'JWT_SECRET=short\n')).rejects.toThrow(
    `With these variables nothing is served:\n  ${problem}\n`,
  );
  const env = nextVariables(8787, join(folder, 'short.vars'));
  const subject = { env } as Parameters<typeof checkVariables>[0];
  expect(await checkVariables(subject)).toEqual([`${problem}.`]);
});

test('doctor writes no secrets, and a start adds those that an earlier release did not make', async () => {
  const file = join(folder, 'earlier.vars');
  const { LOCAL_TOKEN: _, ...earlier } = makeSecrets();
  const lines = Object.entries(earlier).map(([name, value]) => `${name}="${value}"\n`);
  await writeFile(file, lines.join(''));
  const before = await readFile(file, 'utf8');
  expect(nextVariables(8787, file)).toMatchObject({ ...earlier, LOCAL_TOKEN: expect.stringMatching(/^\w{32}$/) });
  expect(await readFile(file, 'utf8')).toBe(before);
  await expect(start('earlier', `${before}PUBLIC_URL=https://hoa.example\n`, { fresh: true })).rejects.toThrow(
    '--fresh',
  );
  const after = await readFile(file, 'utf8');
  expect(after.startsWith(before)).toBe(true);
  expect(after).toMatch(/^LOCAL_TOKEN=\w{32}$/m);
});
