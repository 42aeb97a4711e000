import { type Client, createClient } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { DEMO_PASSWORD } from '../../../local/seed/password.ts';
import type { Email } from './app.ts';
import { testStack } from './stack.ts';

type Answer = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any endpoint; the test that reads it says what it expects.
  body: any;
};
export type ApiCall = (method: string, path: string, body?: unknown) => Promise<Answer>;

const tokens = new Map<string, Promise<string>>();

/** Signs in again where the token of an earlier test has run out or was revoked. */
export const apiAs =
  (email: Email, app = testStack().urls.app): ApiCall =>
  async (method, path, body) => {
    const key = `${app} ${email}`;
    const ask = async () => {
      if (!tokens.has(key)) tokens.set(key, logIn(app, email));
      return call(app, method, path, body, await tokens.get(key));
    };
    const answer = await ask();
    if (answer.status !== 401) return answer;
    tokens.delete(key);
    return ask();
  };

/** Pushes one change as a device of that person would. */
export const pushAs =
  (email: Email) =>
  async (name: string, args: object): Promise<void> => {
    const client = uuidv7();
    const mutations = [{ clientID: client, id: 1, name, args }];
    const body = { pushVersion: 1, clientGroupID: client, mutations };
    const { status } = await apiAs(email)('POST', '/api/replicache/push', body);
    if (status !== 200) throw new Error(`${name} of ${email} answered ${status}`);
  };

const logIn = async (app: string, email: string): Promise<string> => {
  const { status, body } = await call(app, 'POST', '/api/auth/login', { email, password: DEMO_PASSWORD });
  if (status !== 200) throw new Error(`${email} could not sign in: ${status} ${JSON.stringify(body)}`);
  return body.accessToken;
};

export const call = async (
  app: string,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<Answer> => {
  const response = await fetch(`${app}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
};

/** The one request of that title. Throws if there are none or several. */
export const requestNamed = async (voice: ApiCall, title: string) => {
  const { body } = await voice('GET', `/api/requests?limit=100&search=${encodeURIComponent(title)}`);
  if (body.docs.length !== 1) throw new Error(`${body.docs.length} requests are called "${title}"`);
  return body.docs[0];
};

export const inDatabase = async <Result>(work: (db: Client) => Promise<Result>): Promise<Result> => {
  const db = createClient({ url: testStack().urls.database });
  try {
    return await work(db);
  } finally {
    db.close();
  }
};

/** Changes a role in the database: the row, and the log that sync reads. */
export const setRole = (email: Email, role: 'resident' | 'board'): Promise<void> =>
  inDatabase(async (db) => {
    const { rows } = await db.execute({ sql: 'SELECT id, hoa_id FROM users WHERE email = ?', args: [email] });
    const { id, hoa_id } = rows[0] as unknown as { id: string; hoa_id: string };
    const log = (audience: string) => ({
      sql: "INSERT OR REPLACE INTO sync_log (hoa_id, audience, entity, entity_id) VALUES (?, ?, 'user', ?)",
      args: [hoa_id, audience, id],
    });
    const update = {
      sql: 'UPDATE users SET role = ?, epoch = epoch + 1, rev = rev + 1 WHERE id = ?',
      args: [role, id],
    };
    await db.batch([update, log('board'), log(id)], 'write');
  });

export const endSessions = (email: Email) =>
  inDatabase((db) =>
    db.execute({
      sql: `UPDATE refresh_tokens SET revoked_at = created_at WHERE user_id = (SELECT id FROM users WHERE email = ?)`,
      args: [email],
    }),
  );
