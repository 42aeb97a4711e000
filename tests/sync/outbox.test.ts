import { uuidv7 } from 'uuidv7';
import { expect, test, vi } from 'vitest';
import { OutboxIndex } from '../../client/device/outbox-index.ts';
import type { RefusalRow } from '../../schema/tables/sync.ts';
import { readEarlierGroups } from '../../sync/client/client-groups.ts';
import { mutationKey, unwrap } from '../../sync/client/mutation.ts';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import { Device } from '../support/device.ts';
import { savedByEarlierRelease } from '../support/earlier-release.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { randomOf } from '../support/random.ts';
import { create, draft } from '../support/requests.ts';
import { nth, required } from '../support/required.ts';
import { runs } from '../support/runs.ts';

type Tab = { device: Device; index: OutboxIndex };

const openTab = (ctx: TestContext, name: string): Tab => {
  const index = new OutboxIndex();
  const device = new Device(ctx, ctx.bea, name, { onOutbox: (change) => index.apply(change) });
  return { device, index };
};

type Expected = Pick<OutboxItem, 'id' | 'kind' | 'mutation' | 'args'>;

/** The outbox as Replicache's storage and the refusal rows alone tell it. */
const readOutbox = async ({ store }: Device): Promise<Expected[]> => {
  const { replicache } = store;
  const refusals = store.rows('refusal').all.map((row: RefusalRow) => ({ ...row, kind: 'refused' as const }));
  const earlier = await readEarlierGroups(replicache.perdag, await replicache.clientGroupID);
  const pending = [...earlier.pending, ...(await replicache.experimentalPendingMutations())].map(unwrap);
  return [
    ...refusals.map(({ id, kind, mutation, args }) => ({ id, kind, mutation, args: args as Expected['args'] })),
    ...pending
      .filter(({ name }) => name !== 'dismissRefusal')
      .map((one) => ({
        id: mutationKey(one),
        kind: 'pending' as const,
        mutation: one.name,
        args: one.args as Expected['args'],
      })),
  ];
};

/** The newest id of this tab that its storage holds. */
const storedUpTo = async ({ store: { replicache } }: Device): Promise<number> => {
  const read = await replicache.perdag.read();
  try {
    const head = await read.getHead('client-groups');
    const groups = (await read.getChunk(required(head)))?.data as Record<
      string,
      { mutationIDs: Record<string, number> }
    >;
    return groups[await replicache.clientGroupID]?.mutationIDs[replicache.clientID] ?? 0;
  } finally {
    read.release();
  }
};

/** Background work may change both between two readings. */
const expectKept = (tab: Tab) => vi.waitFor(() => expectSame(tab));

const expectSame = async ({ device, index }: Tab) => {
  // The other tab may have sent what an earlier release has left; each tab reads that again after its own recovery.
  device.store.replicache.onRecovered();
  const read = await readOutbox(device);
  const stored = await storedUpTo(device);
  const { outbox, replicache } = device.store;
  expect(outbox.map(({ id, kind, mutation, args }) => ({ id, kind, mutation, args }))).toEqual(read);
  const claimed = outbox.filter(({ id, state }) => state === 'device' && id.startsWith(`${replicache.clientID}/`));
  expect(claimed.filter(({ id }) => Number(id.split('/')[1]) > stored)).toEqual([]);
  expect(index.size).toBe(outbox.length);
  expect(index.inMemory).toBe(outbox.filter(({ state }) => state === 'memory').length);
  expect(index.refused).toEqual(outbox.filter(({ kind }) => kind === 'refused'));
  const pending = outbox.filter(({ kind }) => kind === 'pending');
  for (const { args } of pending) {
    const newest = pending.findLast((item) => [item.args.id, item.args.request_id].includes(args.id));
    expect(index.ofRecord(String(args.id))).toEqual(newest);
  }
};

const STEPS = 45;

/** Two tabs over one storage, with changes that an earlier release has left there. */
const history = async (seed: number) => {
  const ctx = await createContext();
  const { pick, pickIfAny } = randomOf(seed);
  const left = { id: uuidv7(), ...draft() };
  const name = await savedByEarlierRelease(ctx.bea, [
    ['createRequest', left],
    ['updateRequest', { id: uuidv7(), status: 'closed' }],
  ]);
  const known = (await create(ctx.bea))._id;
  const tabs: Tab[] = [];
  const open = async (online: boolean) => {
    const tab = openTab(ctx, name);
    tab.device.online = online;
    await tab.device.store.loaded;
    return tab;
  };
  tabs.push(await open(true), await open(false));
  const change = ({ device: { store } }: Tab) => store.mutate('createRequest', { id: uuidv7(), ...draft() });
  /** The server knows the street already, and this tab does not. */
  const refusedLater = async ({ device: { store } }: Tab) => {
    const street = `${uuidv7()} Road`;
    await ctx.sue.call('POST', '/api/addresses', { street });
    await store.mutate('createAddress', { id: uuidv7(), street, unit_number: null }).catch(() => undefined);
  };
  const comment = ({ device: { store } }: Tab) =>
    store
      .mutate('addRequestComment', { id: uuidv7(), request_id: known, message: '<p>x</p>', is_public: true })
      .catch(() => undefined);
  const dismiss = async ({ device: { store } }: Tab) => {
    const refusal = pickIfAny(store.rows('refusal').all);
    if (refusal) await store.mutate('dismissRefusal', { id: refusal.id });
  };
  const switchLine = async ({ device }: Tab) => void Object.assign(device, { online: !device.online });
  const loseAnswer = async ({ device }: Tab) => void Object.assign(device, { loseAnswers: 1 });
  const sync = async ({ device }: Tab) => void (device.online && (await device.sync()));
  const persist = async ({ device: { store } }: Tab) => {
    await store.persist();
    expect(store.outbox.filter(({ state }) => state === 'memory')).toEqual([]);
  };
  const refresh = ({ device: { store } }: Tab) => store.replicache.refresh();
  const recover = async ({ device: { store } }: Tab) => void (await store.replicache.recoverMutations());
  const reload = async (tab: Tab) => {
    const at = tabs.indexOf(tab);
    const { online } = tab.device;
    await tab.device.store.persist();
    await tab.device.close();
    tabs[at] = await open(online);
  };
  const many = async (tab: Tab) => void (await Promise.all([change(tab), comment(tab), refresh(tab), change(tab)]));
  const steps = [change, change, change, refusedLater, refusedLater, comment, dismiss, switchLine, loseAnswer, sync];
  const all = [...steps, sync, persist, refresh, recover, reload, many];
  for (let step = 0; step < STEPS; step += 1) {
    const tab = pick(tabs);
    await pick(all)(tab);
    for (const each of tabs) await expectKept(each);
  }
  await expectKeptInTheEnd(tabs);
};

const expectKeptInTheEnd = async (tabs: Tab[]) => {
  for (const { device } of tabs) Object.assign(device, { online: true, loseAnswers: 0 });
  for (const { device } of [...tabs, ...tabs]) await device.sync();
  for (const tab of tabs) await expectKept(tab);
  await Promise.all(tabs.map(({ device }) => device.close()));
};

test.each(Array.from({ length: runs(3, 20) }, (_, at) => at + 1))(
  '[SYNC-10] [SYNC-17] the outbox that is kept by changes is the one that is read whole (seed %i)',
  history,
  60_000,
);

test('[MEET-23] what waits of one kind for a meeting is one line, kept by changes; a refused change stands alone', () => {
  const index = new OutboxIndex();
  const [board, annual] = [uuidv7(), uuidv7()];
  const item = (n: number, mutation: string, meeting_id?: string): OutboxItem => ({
    ...{ id: `c/${n}`, kind: 'pending', mutation, args: meeting_id ? { meeting_id } : { id: uuidv7() } },
    ...{ state: 'memory', at: '' },
  });
  const facts = Array.from({ length: 412 }, (_, n) => item(n, 'recordFacts', board));
  const others = [item(500, 'recordFacts', annual), item(501, 'makeMotion', board), item(502, 'createRequest')];
  index.apply({ removed: [], put: [...facts, ...others] });
  index.apply({ removed: [], put: facts.map((one) => ({ ...one, state: 'device' as const })) });
  const sizes = () => index.lines(50).map(({ first, size }) => [first.mutation, size]);
  expect(sizes()).toEqual([
    ['recordFacts', 412],
    ['recordFacts', 1],
    ['makeMotion', 1],
    ['createRequest', 1],
  ]);
  expect(index.itemsOf(nth(index.lines(1), 0).key, 2)).toMatchObject([{ id: 'c/0', state: 'device' }, { id: 'c/1' }]);
  const refused = { ...nth(facts, 0), id: uuidv7(), kind: 'refused' as const, message: 'No longer' };
  index.apply({ removed: facts.slice(0, 2), put: [refused] });
  expect([index.size, index.lineCount]).toEqual([414, 5]);
  expect(sizes().slice(0, 2)).toEqual([
    ['recordFacts', 1],
    ['recordFacts', 410],
  ]);
  index.apply({ removed: [...facts, ...others, refused], put: [] });
  expect([index.size, index.lineCount, index.lines(9)]).toEqual([0, 0, []]);
});
