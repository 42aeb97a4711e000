import type { InStatement } from '@libsql/client';
import { expect, test } from 'vitest';
import { type CommitPoke, pokePatchOf } from '../../sync/server/pokes.ts';
import { pokeMessage } from '../../worker/http/hub.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { createContext } from '../support/fixtures.ts';
import { create } from '../support/requests.ts';
import { required } from '../support/required.ts';
import { newClient, newGroup, pull, pullAll, push } from '../support/sync.ts';

/** The batches of the database that a call makes, each as its mode and the number of its statements; `after` are those of what
 * follows the answer. */
type Cost = { call: string[]; after: string[] };

const countingContext = async () => {
  const waits: Promise<unknown>[] = [];
  const pokes: CommitPoke[] = [];
  const made: string[] = [];
  const ctx = await createContext({
    waitUntil: (work) => void waits.push(work),
    poke: (_, commit) => void pokes.push(commit),
  });
  // The jobs of a commit wait for a drain that the test runs once the answer is there.
  const waiting = { begins: Infinity, until: Infinity, hasBegun: false, isDue: false, isFollowed: false };
  ctx.deps.draining.set(ctx.hoa_id, waiting);
  const { db } = ctx.deps;
  const batch = db.batch.bind(db);
  db.batch = (statements: InStatement[], mode) => {
    made.push(`${mode} ${statements.length}`);
    return batch(statements, mode);
  };
  const settle = async () => {
    await Promise.all(waits.splice(0));
    if (waiting.isDue) await drainOutbox(ctx.deps, { hoa_id: ctx.hoa_id, isDue: true });
    waiting.isDue = false;
  };
  const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
    await settle();
    made.length = 0;
    await work();
    const call = made.splice(0);
    await settle();
    return { call, after: made.splice(0) };
  };
  return { ctx, pokes, costOf, settle };
};

/* Each number is what it was when it was set, on 25 November 2026. A feature that needs more raises it here, and says so. */

test('[SYNC-10] statements of a change, of one that notifies, and of an empty pull', async () => {
  const { ctx, costOf, settle } = await countingContext();
  const { _id: id } = await create(ctx.rex);
  const [group, client] = [newGroup(), newClient()];
  const change = (at: number, args: object) => push(ctx.bea, group, client, at, [{ name: 'updateRequest', args }]);
  await change(1, { id, status: 'in_progress' });
  await settle();
  const reader = newGroup();
  const { cookie } = await pullAll(ctx.rita, reader);
  const silent = await costOf(() => change(2, { id, category: 'Other' }));
  const notifying = await costOf(() => change(3, { id, status: 'awaiting_info' }));
  const empty = await costOf(() => pull(ctx.rita, reader, cookie));
  expect({ silent, notifying, empty }).toEqual({
    silent: { call: ['read 7', 'write 10'], after: [] },
    notifying: { call: ['read 7', 'write 14'], after: ['write 2', 'read 1', 'read 6', 'write 3', 'write 2'] },
    empty: { call: ['read 6'], after: [] },
  });
});

test('[SYNC-18] bytes of a status at its receivers', async () => {
  const { ctx, pokes, settle } = await countingContext();
  const { _id: id } = await create(ctx.rex);
  await settle();
  pokes.length = 0;
  await push(ctx.bea, newGroup(), newClient(), 1, [{ name: 'updateRequest', args: { id, status: 'in_progress' } }]);
  await settle();
  const commit = required(pokes[0]);
  // Places in the log are as long as the log of the tests before.
  const bytesFor = (viewer: typeof ctx.rex) =>
    pokeMessage(required(pokePatchOf(commit, viewer, undefined))).replace(/("(?:from|to|seq)":|"proof":")\d+/g, '$1')
      .length;
  const { rex, bea, sue } = ctx;
  expect({ resident: bytesFor(rex), board: bytesFor(bea), superadmin: bytesFor(sue) }).toEqual({
    resident: 914,
    board: 961,
    superadmin: 1434,
  });
});
