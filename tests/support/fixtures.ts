import { readFile } from 'node:fs/promises';
import type { Client, InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { beforeAll, inject } from 'vitest';
import { PDF_FONTS } from '../../local/pdf-fonts.ts';
import type { Role, UserStatus } from '../../schema/users.ts';
import type { Actor } from '../../sync/tx.ts';
import { createApp } from '../../worker/app.ts';
import { signAccess } from '../../worker/auth/access.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import type { Config, Deps, SocketSelector } from '../../worker/deps.ts';
import { DRAIN_BUDGET, drainOutbox } from '../../worker/jobs/outbox.ts';
import { consoleLog, type Log } from '../../worker/services/log.ts';
import { Counters } from '../../worker/services/metrics.ts';
import { MinuteCounts } from '../../worker/services/minute-counts.ts';
import { createStorage } from '../../worker/services/storage.ts';
import { countSubrequest } from '../../worker/services/trace.ts';
import { withDocumentedAnswers } from './answers.ts';
import { insertHoa, insertUser, newUser } from './cast.ts';
import { connect, databaseFetch, databaseUrl } from './database.ts';
import { TEST_RESEND_KEY } from './inbox.ts';

export type Answer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any endpoint; the test that reads it says what it expects.
  body: any;
};

/** A signed-in user, and a way to call the API as that user. */
export type Person = Actor & {
  token: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
};

/** Two HOAs with their people on a real database, behind the real app. */
export type TestContext = {
  deps: Deps;
  db: Client;
  app: ReturnType<typeof createApp>;
  hoa_id: string;
  /** The audiences that each commit poked. */
  pokes: { hoa_id: string; audiences: readonly string[] }[];
  /** The sockets that were to be closed. */
  disconnects: SocketSelector[];
  bea: Person;
  rex: Person;
  rita: Person;
  sue: Person;
  /** Olga (board) and Otto are of another HOA, which must see nothing of this one. */
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
  resendKey: TEST_RESEND_KEY,
  // Nothing listens there: no test calls an address of the internet.
  dnsUrl: 'http://127.0.0.1:9/dns-query',
  s3: inject('s3'),
  // Nothing listens there: tests of payments start their own emulator (stripe-harness.ts).
  stripe: { url: 'http://127.0.0.1:9', secretKey: 'sk_none', publishableKey: 'pk_none', webhookSecret: 'whsec_none' },
});

const countedFetch: typeof fetch = (input, init) => {
  countSubrequest();
  return databaseFetch(input, init);
};

/** The app's dependencies on the test services. `over` replaces some of them. */
export const testDeps = (over: Partial<Deps> = {}): Deps => {
  const config = testConfig();
  const deps: Deps = {
    db: connect(databaseUrl(), countedFetch),
    storage: createStorage(config.s3),
    config,
    metrics: new Counters(),
    log: (entry: Parameters<Log>[0]) => void (entry.level === 'error' && consoleLog(entry)),
    poke: () => {},
    disconnect: () => {},
    changes: new MinuteCounts(),
    draining: new Map(),
    drainPauses: { first: 0, every: 0 },
    drainLater: async () => {},
    assets: pdfFont,
    now: () => new Date(),
    waitUntil: (work: Promise<unknown>) => void work.catch((error) => console.error(error)),
    ...over,
  };
  return withClock(deps, deps.now);
};

/** Serves the fonts alone of the build's files. */
const pdfFont = async ({ url }: Request): Promise<Response> => {
  const file = PDF_FONTS[new URL(url).pathname.slice(1)];
  return file ? new Response(await readFile(file)) : new Response(null, { status: 404 });
};

/** The same dependencies with another clock. A later drain runs at once if that clock has reached its time. */
export const withClock = (deps: Deps, now: Deps['now']): Deps => {
  const moved: Deps = {
    ...deps,
    now,
    drainLater: async (hoa_id, at) => {
      if (at <= now()) await drainOutbox(moved, { hoa_id, maxWaitMs: 0, budget: DRAIN_BUDGET });
    },
  };
  return moved;
};

/** Two fresh HOAs with their people: nothing that another test does can be seen here. What the app answers must be what
 * worker/shapes/ describes. */
export const createContext = async (over: Partial<Deps> = {}): Promise<TestContext> => {
  const pokes: TestContext['pokes'] = [];
  const disconnects: TestContext['disconnects'] = [];
  const deps = testDeps({
    poke: (hoa_id, { audiences }) => void pokes.push({ hoa_id, audiences }),
    disconnect: (_hoa_id, sockets) => void disconnects.push(sockets),
    ...over,
  });
  const app = withDocumentedAnswers(createApp(deps));
  const [hoa_id, other] = [uuidv7(), uuidv7()];
  const { db } = deps;
  const users = {
    bea: newUser(hoa_id, 'Bea Marsh', 'board'),
    rex: newUser(hoa_id, 'Rex Okafor', 'resident'),
    rita: newUser(hoa_id, 'Rita Alvarez', 'resident'),
    sue: newUser(hoa_id, 'Sue Whitfield', 'superadmin'),
    olga: newUser(other, 'Olga Petrov', 'board'),
    otto: newUser(other, 'Otto Brandt', 'resident'),
  };
  const statements = [
    ...insertHoa(hoa_id, 'Willow'),
    ...insertHoa(other, 'Maple'),
    ...Object.values(users).flatMap((user) => insertUser(user, 'active')),
  ];
  const signIn = async (actor: Actor, signing = deps): Promise<Person> => {
    const token = await signAccess(deps, actor, await openFamily(signing, actor));
    return { ...actor, token, call: (method, path, body) => call(app, method, path, body, token) };
  };
  // One batch: each round trip costs a test more than the rows do.
  const collected = { ...deps, db: { batch: async (added: InStatement[]) => void statements.push(...added) } as never };
  const people = await Promise.all(
    Object.entries(users).map(async ([name, user]) => [name, await signIn(user, collected)] as const),
  );
  await db.batch(statements, 'write');
  return {
    deps,
    db,
    app,
    hoa_id,
    pokes,
    disconnects,
    join: async (hoa, name, role, status = 'active') => {
      const user = newUser(hoa, name, role);
      await deps.db.batch(insertUser(user, status), 'write');
      return signIn(user);
    },
    ...(Object.fromEntries(people) as Record<keyof typeof users, Person>),
  };
};

/** One context for all tests of the file or `describe` that calls this. It is filled before the first of them. */
export const contextForAll = (create: () => Promise<TestContext> = createContext): TestContext => {
  const ctx = {} as TestContext;
  beforeAll(async () => void Object.assign(ctx, await create()));
  return ctx;
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
  const isCalendar = response.headers.get('Content-Type')?.startsWith('text/calendar') === true;
  const parsed = isCalendar ? text : JSON.parse(text || 'null');
  return { status: response.status, headers: response.headers, body: parsed };
};

export const statusAndMessage = ({ status, body }: Answer): [number, string | undefined] => [status, body?.message];

export const createHoa = async (db: Client, name: string): Promise<string> => {
  const id = uuidv7();
  await db.batch(insertHoa(id, name), 'write');
  return id;
};
