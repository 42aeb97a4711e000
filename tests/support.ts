import { createClient } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { inject } from 'vitest';
import type { Role, UserStatus } from '../schema/users.ts';
import { hashPassword } from '../worker/auth/passwords.ts';
import type { Deps } from '../worker/deps.ts';
import { createStorage } from '../worker/services/storage.ts';

export const PUBLIC_URL = 'http://localhost:8787';
export const PASSWORD = 'porchlight-test-1';

/** The app's dependencies over the test database, with a clock that only moves when told to. It stands a minute into
 * a quarter of an hour, so that no rate window ends under a test. */
export const testDeps = (): Deps & { pass(milliseconds: number): void } => {
  let at = Math.floor(Date.now() / 900_000) * 900_000 + 60_000;
  return {
    db: createClient({ url: inject('databaseUrl') }),
    storage: createStorage(config.s3),
    config,
    poke: () => undefined,
    now: () => new Date(at),
    waitUntil: () => undefined,
    pass: (milliseconds) => {
      at += milliseconds;
    },
  };
};

export type Person = { id: string; hoa_id: string; name: string; email: string; role: Role };

/** A new HOA with its people: Sue the superadmin, Bea of the board, Rex and Rita who live there. */
export const createHoa = async (deps: Deps) => {
  const hoa_id = uuidv7();
  const address_id = uuidv7();
  const at = deps.now().toISOString();
  await deps.db.batch([
    {
      sql: 'INSERT INTO hoas (id, hoa_id, name, name_key, created_at) VALUES (?, ?, ?, ?, ?)',
      args: [hoa_id, hoa_id, `HOA ${hoa_id}`, `hoa ${hoa_id}`, at],
    },
    {
      sql: 'INSERT INTO addresses (id, hoa_id, street, unit_number, created_at) VALUES (?, ?, ?, ?, ?)',
      args: [address_id, hoa_id, '12 Willow Lane', 'B', at],
    },
  ]);
  const person = (name: string, role: Role) => createUser(deps, hoa_id, { name, role });
  const [sue, bea, rita] = [
    await person('Sue', 'superadmin'),
    await person('Bea', 'board'),
    await person('Rita', 'resident'),
  ];
  const rex = await createUser(deps, hoa_id, { name: 'Rex', role: 'resident', address_id });
  return { hoa_id, address_id, sue, bea, rex, rita };
};

/** A user of an HOA, who has the password of all test people unless still invited. */
export const createUser = async (
  deps: Deps,
  hoa_id: string,
  {
    name,
    role,
    status = 'active',
    address_id = null,
  }: { name: string; role: Role; status?: UserStatus; address_id?: string | null },
): Promise<Person> => {
  const id = uuidv7();
  const email = `${name.toLowerCase()}-${id}@example.test`;
  const at = deps.now().toISOString();
  await deps.db.execute({
    sql: `INSERT INTO users (id, hoa_id, name, email, role, status, address_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    args: [id, hoa_id, name, email, role, status, address_id, at],
  });
  if (status !== 'invited') await setPassword(deps, { id, hoa_id }, at);
  return { id, hoa_id, name, email, role };
};

const setPassword = async (deps: Deps, user: { id: string; hoa_id: string }, at: string) => {
  hashed ??= hashPassword(PASSWORD);
  await deps.db.execute({
    sql: 'INSERT INTO credentials (user_id, hoa_id, password_hash, changed_at) VALUES (?, ?, ?, ?)',
    args: [user.id, user.hoa_id, await hashed, at],
  });
};

let hashed: Promise<string> | undefined;

const config: Deps['config'] = {
  publicUrl: PUBLIC_URL,
  jwtSecret: 'a secret for tests, long enough to be one',
  supportEmail: 'support@example.test',
  mailFrom: 'Porchlight <mail@example.test>',
  resendUrl: 'http://127.0.0.1:1',
  resendKey: 'none',
  s3: {
    endpoint: 'http://127.0.0.1:1',
    region: 'auto',
    bucket: 'test',
    accessKeyId: 'none',
    secretAccessKey: 'none',
  },
  stripe: { url: 'http://127.0.0.1:1', secretKey: 'none', publishableKey: 'none', webhookSecret: 'none' },
};
