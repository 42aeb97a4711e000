import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import type { PatchOperation, PullAnswer, PullCookie } from '../../sync/protocol.ts';
import type { Person, TestContext } from './fixtures.ts';

export const newGroup = () => `g-${uuidv7()}`;

export const newClient = () => `c-${uuidv7()}`;

export const request = (title = 'Gate') => ({
  id: uuidv7(),
  title,
  description: '<p>It is stuck.</p>',
  category: 'Maintenance',
});

export const pull = async (person: Person, group: string, cookie: unknown = null): Promise<PullAnswer> => {
  const { status, body } = await person.call('POST', '/api/replicache/pull', pullOf(group, cookie));
  expect(status).toBe(200);
  return body;
};

export const pullOf = (group: string, cookie: unknown) => ({
  pullVersion: 1,
  clientGroupID: group,
  profileID: 'p',
  schemaVersion: '1',
  cookie,
});

/** Pulls until there is nothing more to give. */
export const pullAll = async (person: Person, group: string, from: unknown = null) => {
  const answers: PullAnswer[] = [];
  let cookie = from;
  do {
    const answer = await pull(person, group, cookie);
    if (answer.cookie.order === (cookie as PullCookie | null)?.order) break;
    answers.push(answer);
    cookie = answer.cookie;
  } while ((cookie as PullCookie).more);
  const patch = answers.flatMap((answer) => answer.patch);
  const numbers = Object.assign({}, ...answers.map((answer) => answer.lastMutationIDChanges)) as Record<string, number>;
  return { answers, patch, numbers, cookie: cookie as PullCookie };
};

export const keys = (patch: PatchOperation[]) => patch.flatMap((one) => (one.op === 'put' ? [one.key] : []));

type Sent = { name: string; args: unknown };

export const push = (person: Person, group: string, clientID: string, from: number, sent: Sent[]) =>
  person.call('POST', '/api/replicache/push', {
    pushVersion: 1,
    clientGroupID: group,
    profileID: 'p',
    schemaVersion: '1',
    mutations: sent.map((one, at) => ({ clientID, id: from + at, timestamp: 0, ...one })),
  });

export const create = (args = request()): Sent => ({ name: 'createRequest', args });

export const rowsOf = async ({ db, hoa_id }: TestContext) =>
  (await db.execute({ sql: 'SELECT id FROM requests WHERE hoa_id = ?', args: [hoa_id] })).rows.map((row) => row.id);
