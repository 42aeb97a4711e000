import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { activity as table } from '../schema/index.ts';
import type { Activity } from '../schema/tables/activity.ts';
import type { MutatorName } from '../sync/index.ts';
import { queryAll } from '../worker/queries/query.ts';
import { createContext, type TestContext } from './support/fixtures.ts';
import { MUTATORS } from './support/isolation-mutators.ts';
import { storeRecords } from './support/isolation-records.ts';
import { create, keys, newClient, newGroup, pullAll, push, request } from './support/sync.ts';

const trailOf = ({ db, hoa_id }: Pick<TestContext, 'db' | 'hoa_id'>): Promise<Activity[]> =>
  queryAll<Activity>(db, 'SELECT * FROM activity WHERE hoa_id = ? ORDER BY seq', [hoa_id], { table });

/** Reading is nobody else's business, and a refused change changed nothing. */
const SILENT: MutatorName[] = ['markAnnouncementRead', 'dismissRefusal'];

describe('[HIST-01] every change leaves its activity', () => {
  test.each(Object.keys(MUTATORS) as MutatorName[])('push %s', async (name) => {
    const ctx = await createContext();
    const mine = await storeRecords(ctx, { board: ctx.sue, resident: ctx.rex });
    const [client, before] = [newClient(), (await trailOf(ctx)).length];
    await push(ctx.sue, newGroup(), client, 1, [{ name, args: MUTATORS[name].args(mine) }]);
    const left = (await trailOf(ctx)).slice(before);
    if (SILENT.includes(name)) return expect(left).toEqual([]);
    expect(left[0]).toMatchObject({ action: name, actor_id: ctx.sue.id, actor_role: 'superadmin', client });
    expect(new Set(left.map(({ entity, entity_id }) => `${entity}/${entity_id}`)).size).toBe(left.length);
  });

  test('what changed, of a known record: the fields, old and new where short', async () => {
    const ctx = await createContext();
    const made = await ctx.rex.call('POST', '/api/requests', request('Leaky gutter'));
    const path = `/api/requests/${made.body._id}`;
    await ctx.bea.call('PUT', path, { status: 'resolved', resolution_notes: 'x'.repeat(200) });
    const [creation, change] = await trailOf(ctx);
    expect(creation).toMatchObject({
      action: 'createRequest',
      seq: 1,
      actor_id: ctx.rex.id,
      title: 'Leaky gutter',
      changes: { title: [null, 'Leaky gutter'], description: [null, 'It is stuck.'], status: [null, 'open'] },
    });
    expect(change).toMatchObject({
      action: 'updateRequest',
      seq: 2,
      actor_name: ctx.bea.name,
      entity: 'request',
      entity_id: made.body._id,
    });
    expect(change?.changes).toEqual({ status: ['open', 'resolved'], resolution_notes: null });
  });

  test('a comment belongs to its request, whose name it carries', async () => {
    const ctx = await createContext();
    const { body } = await ctx.rex.call('POST', '/api/requests', request('Gate'));
    await ctx.bea.call('POST', `/api/requests/${body._id}/comments`, { message: '<p>Soon.</p>', is_public: true });
    expect((await trailOf(ctx))[1]).toMatchObject({
      action: 'addRequestComment',
      entity: 'request',
      entity_id: body._id,
      title: 'Gate',
      changes: { 'comment.message': [null, 'Soon.'], 'comment.is_public': [null, true] },
    });
  });

  test('a refused change leaves none, nor does one that changes nothing', async () => {
    const ctx = await createContext();
    const { body } = await ctx.rex.call('POST', '/api/requests', request());
    await push(ctx.rex, newGroup(), newClient(), 1, [
      { name: 'updateRequest', args: { id: body._id, status: 'closed' } },
    ]);
    await ctx.bea.call('PUT', `/api/requests/${body._id}`, { status: 'open' });
    expect(await trailOf(ctx)).toHaveLength(1);
  });

  test('a push that comes five times at once, and again later, leaves one activity a mutation', async () => {
    const ctx = await createContext();
    const [group, client] = [newGroup(), newClient()];
    const sent = Array.from({ length: 7 }, () => create());
    const again = () => push(ctx.rex, group, client, 1, sent);
    await Promise.all(Array.from({ length: 5 }, again));
    await again();
    const trail = await trailOf(ctx);
    expect(trail.map(({ entity_id }) => entity_id)).toEqual(sent.map(({ args }) => (args as { id: string }).id));
    expect(trail.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('commits at once share no place', async () => {
    const ctx = await createContext();
    await Promise.all(Array.from({ length: 12 }, () => ctx.rex.call('POST', '/api/requests', request())));
    expect((await trailOf(ctx)).map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
  });
});

describe('who reads it', () => {
  test('superadmins sync it, nobody else', async () => {
    const ctx = await createContext();
    await ctx.rex.call('POST', '/api/requests', request());
    const [{ id } = { id: '' }] = await trailOf(ctx);
    const seen = async (person: TestContext['sue']) => keys((await pullAll(person, newGroup())).patch);
    expect(await seen(ctx.sue)).toContain(`activity/${id}`);
    for (const person of [ctx.bea, ctx.rex, ctx.olga])
      expect((await seen(person)).filter((key) => key.startsWith('activity/'))).toEqual([]);
  });
});

describe('append-only', () => {
  const change = async (sql: string) => {
    const ctx = await createContext();
    await ctx.rex.call('POST', '/api/requests', request());
    const before = await trailOf(ctx);
    const error = await ctx.db.execute({ sql, args: { hoa: ctx.hoa_id } }).catch((error: Error) => error);
    expect(String(error)).toMatch(/activity is append-only/);
    expect(await trailOf(ctx)).toEqual(before);
  };

  test('no update', () => change('UPDATE activity SET actor_name = NULL WHERE hoa_id = :hoa'));
  test('no deletion', () => change('DELETE FROM activity WHERE hoa_id = :hoa'));
  test('no replacement', () =>
    change(`INSERT OR REPLACE INTO activity (id, hoa_id, seq, at, action, entity, changes)
      SELECT '${uuidv7()}', hoa_id, seq, at, 'signIn', 'user', '{}' FROM activity WHERE hoa_id = :hoa`));
});
