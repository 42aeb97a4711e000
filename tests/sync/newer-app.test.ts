import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RELEASE } from '../../schema/sync.ts';
import { Store } from '../../sync/client/replicated-store.ts';
import { call, createContext, type TestContext } from '../support/fixtures.ts';
import { draft } from '../support/requests.ts';

let ctx: TestContext;
let store: Store;
type Sent = { name: string; args: Record<string, unknown>; release?: number };
/** Makes of each change that is sent what a newer app would send. */
let newer: (mutation: Sent) => object;
const answers: { status: number; body: { message?: string; retryAfter?: number } }[] = [];

beforeEach(async () => {
  ctx = await createContext();
  newer = (mutation) => mutation;
  answers.length = 0;
  store = new Store({
    actor: ctx.rex,
    name: uuidv7(),
    kvStore: 'mem',
    post: async (path, body) => {
      const push = body as { mutations?: Sent[] };
      const sent = push.mutations ? { ...push, mutations: push.mutations.map(newer) } : body;
      const answer = await call(ctx.app, 'POST', path, sent, ctx.rex.token);
      if (path.endsWith('/push')) answers.push(answer as never);
      return answer;
    },
  });
  store.syncNow();
  await expect.poll(() => store.sync.phase).toBe('ready');
});
afterEach(() => {
  vi.useRealTimers();
  return store.close();
});

const file = async (title: string) => {
  const id = uuidv7();
  await store.mutate('createRequest', { id, ...draft(), title });
  return id;
};
const titles = async () =>
  (await ctx.db.execute({ sql: 'SELECT title FROM requests WHERE user_id = ?', args: [ctx.rex.id] })).rows.map(
    ({ title }) => title,
  );
const answered = () => expect.poll(() => answers.at(-1)?.status);
const isFrom = (title: string) => (mutation: Sent) => mutation.args.title === title;

test.each([
  ['a change that it does not know', (sent: Sent) => ({ ...sent, name: 'plantTree' })],
  [
    'a field that it does not know',
    (sent: Sent) => ({ ...sent, args: { ...sent.args, colour: 'green' }, release: RELEASE + 1 }),
  ],
  [
    'a value that it does not know',
    (sent: Sent) => ({ ...sent, args: { ...sent.args, category: 'Trees' }, release: RELEASE + 1 }),
  ],
])(
  '[SYNC-22] to a server of an earlier release %s waits on the device, is not refused, and arrives once it is known',
  async (_what, change) => {
    const isNewer = isFrom('An oak');
    newer = (sent) => (isNewer(sent) ? change(sent) : sent);
    await file('A bench');
    await file('An oak');
    await file('A fence');
    await answered().toBe(503);
    await expect.poll(titles).toEqual(['A bench']);
    expect(store.outbox.map(({ args, message }) => [args.title, message])).toEqual([
      ['An oak', undefined],
      ['A fence', undefined],
    ]);
    expect(store.sync.waitingFor).toMatch(/newer version of Porchlight/);
    newer = (sent) => sent;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    store.syncNow();
    await answered().toBe(200);
    await expect.poll(() => store.outbox).toEqual([]);
    expect(await titles()).toEqual(['A bench', 'An oak', 'A fence']);
    expect(store.sync.waitingFor).toBeNull();
  },
);

test('[SYNC-10] an app of this release or an earlier one has a value that nobody knows refused', async () => {
  newer = (sent) => ({ ...sent, args: { ...sent.args, category: 'Trees' } });
  await file('An oak');
  await answered().toBe(200);
  await expect.poll(() => store.outbox.map(({ message }) => message)).toEqual([expect.stringMatching(/category/i)]);
});
