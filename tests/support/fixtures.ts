import type { Client } from '@libsql/client';
import { createClient } from '@libsql/client/web';
import { uuidv7 } from 'uuidv7';
import { inject } from 'vitest';
import type { Role, UserStatus } from '../../schema/users.ts';
import type { Actor } from '../../sync/tx.ts';
import { createApp } from '../../worker/app.ts';
import { signAccess } from '../../worker/auth/access.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import type { Config, Deps, SocketSelector } from '../../worker/deps.ts';
import { DRAIN_BUDGET, drainOutbox } from '../../worker/jobs/outbox.ts';
import { createStorage } from '../../worker/services/storage.ts';

/** What one call answered. */
export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any endpoint; the test that reads it says what it expects.
  body: any;
};

/** Somebody signed in: their row, and their voice. */
export type Person = Actor & {
  token: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
};

/** Two HOAs and the people in them, on a real database, behind the real app. */
export type TestContext = {
  deps: Deps;
  db: Client;
  app: ReturnType<typeof createApp>;
  hoa_id: string;
  /** What poked sockets would have heard: the audiences of each commit. */
  pokes: { hoa_id: string; audiences: readonly string[] }[];
  /** Whose sockets would have been closed. */
  disconnects: SocketSelector[];
  bea: Person;
  rex: Person;
  rita: Person;
  sue: Person;
  /** Of another HOA, who must see nothing. */
  olga: Person;
  otto: Person;
  join(hoa_id: string, name: string, role: Role, status?: UserStatus): Promise<Person>;
};

export const testConfig = (): Config => ({
  publicUrl: 'http://localhost:8787',
  jwtSecret: 'a secret for tests, long enough to sign with',
  supportEmail: 'support@porchlight.test',
  freePlanEmails: ['free@porchlight.test'],
  mailFrom: 'Porchlight <mail@porchlight.test>',
  resendUrl: inject('mailUrl'),
  resendKey: 're_test',
  s3: inject('s3'),
  // Nobody is there: tests of money bring their own (tests/stripe-house.ts).
  stripe: { url: 'http://127.0.0.1:9', secretKey: 'sk_none', publishableKey: 'pk_none', webhookSecret: 'whsec_none' },
});

/** The app's dependencies on the test services. `over` replaces some of them. */
export const testDeps = (over: Partial<Deps> = {}): Deps => {
  const config = testConfig();
  const deps = {
    db: createClient({ url: inject('databaseUrl') }),
    storage: createStorage(config.s3),
    config,
    poke: () => {},
    disconnect: () => {},
    drainLater: async () => {},
    now: () => new Date(),
    waitUntil: (work: Promise<unknown>) => void work.catch((error) => console.error(error)),
    ...over,
  };
  return withClock(deps, deps.now);
};

/** The same dependencies at another time. What is to be drained later is drained at once if that time has come. */
export const withClock = (deps: Deps, now: Deps['now']): Deps => {
  const moved: Deps = {
    ...deps,
    now,
    drainLater: async (hoa_id, at) => {
      if (at <= now()) await drainOutbox(moved, { hoa_id, patience: 0, budget: DRAIN_BUDGET });
    },
  };
  return moved;
};

/** Everybody, freshly made: nothing that another test does can be seen here. */
export const createContext = async (over: Partial<Deps> = {}): Promise<TestContext> => {
  const pokes: TestContext['pokes'] = [];
  const disconnects: TestContext['disconnects'] = [];
  const deps = testDeps({
    poke: (hoa_id, audiences) => void pokes.push({ hoa_id, audiences }),
    disconnect: (_hoa_id, sockets) => void disconnects.push(sockets),
    ...over,
  });
  const app = createApp(deps);
  const [hoa_id, other] = [await foundHoa(deps.db, 'Willow'), await foundHoa(deps.db, 'Maple')];
  const join: TestContext['join'] = async (hoa, name, role, status = 'active') => {
    const actor = await addUser(deps.db, hoa, name, role, status);
    const token = await signAccess(deps, actor, await openFamily(deps, actor));
    return { ...actor, token, call: (method, path, body) => call(app, method, path, body, token) };
  };
  return {
    deps,
    db: deps.db,
    app,
    hoa_id,
    pokes,
    disconnects,
    join,
    bea: await join(hoa_id, 'Bea Marsh', 'board'),
    rex: await join(hoa_id, 'Rex Okafor', 'resident'),
    rita: await join(hoa_id, 'Rita Alvarez', 'resident'),
    sue: await join(hoa_id, 'Sue Whitfield', 'superadmin'),
    olga: await join(other, 'Olga Petrov', 'board'),
    otto: await join(other, 'Otto Brandt', 'resident'),
  };
};

/** One call through the app, JSON in and out. */
export const call = async (
  app: ReturnType<typeof createApp>,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const response = await app.request(path, {
    method,
    headers: {
      ...headers,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
};

export const foundHoa = async (db: Client, name: string): Promise<string> => {
  const id = uuidv7();
  await db.execute({
    sql: 'INSERT INTO hoas (id, hoa_id, name, name_key, created_at) VALUES (?, ?, ?, ?, ?)',
    args: [id, id, `${name} ${id}`, `${name.toLowerCase()} ${id}`, new Date().toISOString()],
  });
  await log(db, id, 'hoa', id, ['all']);
  return id;
};

const addUser = async (db: Client, hoa_id: string, name: string, role: Role, status: UserStatus): Promise<Actor> => {
  const id = uuidv7();
  const address_id = uuidv7();
  const email = `${name.split(' ')[0]?.toLowerCase()}-${id}@example.test`;
  const now = new Date().toISOString();
  await db.batch(
    [
      {
        sql: 'INSERT INTO addresses (id, hoa_id, street, resident_ids, created_at) VALUES (?, ?, ?, ?, ?)',
        args: [address_id, hoa_id, `${id.slice(-4)} Willow Lane ${id}`, JSON.stringify([id]), now],
      },
      {
        sql: 'INSERT INTO users (id, hoa_id, name, email, role, status, address_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        args: [id, hoa_id, name, email, role, status, address_id, now],
      },
    ],
    'write',
  );
  await log(db, hoa_id, 'address', address_id, ['board', id]);
  await log(db, hoa_id, 'user', id, ['board', id]);
  return { id, hoa_id, role, name, email, address_id };
};

const log = (db: Client, hoa_id: string, entity: string, id: string, audiences: string[]) =>
  db.batch(
    audiences.map((audience) => ({
      sql: 'INSERT OR REPLACE INTO sync_log (hoa_id, audience, entity, entity_id) VALUES (?, ?, ?, ?)',
      args: [hoa_id, audience, entity, id],
    })),
    'write',
  );
