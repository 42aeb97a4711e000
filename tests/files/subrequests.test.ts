import { createClient } from '@libsql/client/web';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test, vi } from 'vitest';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { databaseUrl } from '../support/database.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { draft } from '../support/requests.ts';
import { upload } from '../support/uploads.ts';

const CHECKS_PER_PUSH = 3;

describe('subrequests', () => {
  const FILES = 50;

  /** Pushes 50 changes that name 50 files, and counts every call that the push and its work after the answer make. */
  const countedPush = async (ctx: TestContext, work: Promise<unknown>[], person: Person, mutations: object[]) => {
    const calls = vi.spyOn(globalThis, 'fetch');
    const before = work.length;
    const body = { pushVersion: 1, clientGroupID: uuidv7(), schemaVersion: '1', profileID: '', mutations };
    const { status } = await person.call('POST', '/api/replicache/push', body);
    await Promise.all(work.slice(before));
    const count = calls.mock.calls.length;
    calls.mockRestore();
    return { status, calls: count + ctx.pokes.length };
  };

  test('[SYNC-10] a push of 50 changes that name 50 files makes at most 50 calls', async () => {
    const work: Promise<unknown>[] = [];
    const url = databaseUrl();
    const db = createClient({ url, fetch: (...args: Parameters<typeof fetch>) => globalThis.fetch(...args) });
    const ctx = await createContext({ db, waitUntil: (one) => void work.push(one) });
    const keys = await Promise.all(
      Array.from({ length: FILES }, (_, at) => upload(ctx.rex, `${at}.png`).then(({ s3Key }) => s3Key)),
    );
    const clientID = uuidv7();
    const mutations = keys.map((photo_url, at) => ({
      clientID,
      id: at + 1,
      name: 'createRequest',
      args: { id: uuidv7(), ...draft({ photo_url }) },
      timestamp: 0,
    }));
    ctx.pokes.length = 0;
    const { status, calls } = await countedPush(ctx, work, ctx.rex, mutations);
    expect(status).toBe(200);
    expect(calls).toBeGreaterThan(CHECKS_PER_PUSH);
    expect(calls).toBeLessThanOrEqual(50);
    // What exceeded one request is checked in the following ones.
    await drainOutbox({ ...ctx.deps, now: () => new Date(Date.now() + 60_000) }, { hoa_id: ctx.hoa_id, budget: 1000 });
    const { docs } = (await ctx.rex.call('GET', '/api/requests?limit=100')).body;
    expect(docs).toHaveLength(FILES);
    expect(docs.filter(({ photo }: { photo: { pending?: true } | null }) => !photo || photo.pending)).toEqual([]);
  });
});
