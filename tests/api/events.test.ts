import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { sweep } from '../../worker/retention/sweep.ts';
import { create as createDue } from '../support/dues.ts';
import { call, createContext, type Person, type TestContext, testConfig, withClock } from '../support/fixtures.ts';
import { create } from '../support/requests.ts';
import { required } from '../support/required.ts';
import { receiverForAll } from '../support/webhook-receiver.ts';

type Listed = { _id: string; type: string; record_id: string };
const listed = async (person: Person, query = ''): Promise<{ docs: Listed[]; next: string; hasMore: boolean }> => {
  const { status, body } = await person.call('GET', `/api/events${query}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
};
const typesOf = ({ docs }: { docs: Listed[] }) => docs.map(({ type }) => type);

/** An HOA with a token, since there are events only for HOAs that a program could read. */
const followed = async (scopes = ['read']): Promise<TestContext & { token: string }> => {
  const ctx = await createContext({ waitUntil: (work) => void work.catch(() => undefined) });
  const { token } = (await ctx.sue.call('POST', '/api/tokens', { name: 'Follower', scopes })).body;
  return { ...ctx, token };
};
const meeting = () => ({ title: 'Budget', kind: 'board_regular', starts_at: '2090-05-04T23:00:00.000Z' });

describe('[14.8] the list of events', () => {
  test('tells of each change and deletion by id, in order, and goes on from its cursor', async () => {
    const ctx = await followed();
    const { _id } = await create(ctx.rex);
    const address = (await ctx.bea.call('POST', '/api/addresses', { street: '7 Elm Way' })).body;
    const first = await listed(ctx.bea);
    expect(first.docs).toMatchObject([{ type: 'request.created', record_id: _id }]);
    await ctx.bea.call('PUT', `/api/requests/${_id}`, { status: 'in_progress' });
    expect((await ctx.bea.call('DELETE', `/api/addresses/${address._id}`)).status).toBe(204);
    const due = await createDue(ctx.bea, [ctx.rex]);
    await ctx.bea.call('PUT', `/api/dues/${due._id}`, { title: 'Dues of June' });
    const { _id: held, ...refused } = (await ctx.bea.call('POST', '/api/meetings', meeting())).body;
    expect([refused.message, refused.errors]).toEqual([undefined, undefined]);
    await ctx.bea.call('DELETE', `/api/meetings/${held}`);
    await ctx.bea.call('DELETE', `/api/users/${ctx.rita.id}`);
    const then = await listed(ctx.bea, `?cursor=${first.next}`);
    expect(then.docs.map(({ type, record_id }) => [type, record_id])).toEqual([
      ['request.updated', _id],
      ['address.deleted', address._id],
      ['due.created', due._id],
      ['due.updated', due._id],
      ['meeting.created', held],
      ['meeting.deleted', held],
      ['person.deleted', ctx.rita.id],
    ]);
    expect(await listed(ctx.bea, `?cursor=${then.next}`)).toEqual({ docs: [], next: then.next, hasMore: false });
  });

  test('comes in pages, and by type', async () => {
    const ctx = await followed();
    const made = [];
    for (let at = 0; at < 5; at += 1) made.push((await create(ctx.rex))._id);
    await createDue(ctx.bea, [ctx.rex]);
    const found: string[] = [];
    let page = await listed(ctx.bea, '?limit=2&type=request.created');
    found.push(...page.docs.map(({ record_id }) => record_id));
    while (page.hasMore) {
      page = await listed(ctx.bea, `?limit=2&type=request.created&cursor=${page.next}`);
      found.push(...page.docs.map(({ record_id }) => record_id));
    }
    expect(found).toEqual(made);
    expect(typesOf(await listed(ctx.bea, '?type=due.created'))).toEqual(['due.created']);
    expect((await ctx.bea.call('GET', '/api/events?type=request.lost')).status).toBe(400);
  });

  test('is that of one HOA, for the board and for tokens with its scope', async () => {
    const ctx = await followed(['requests:read']);
    const other = (await ctx.join(ctx.olga.hoa_id, 'Oona', 'superadmin')) as Person;
    const { token } = (await other.call('POST', '/api/tokens', { name: 'x', scopes: ['events:read'] })).body;
    await create(ctx.rex);
    await create(ctx.otto);
    const theirs = await call(ctx.app, 'GET', '/api/events', undefined, token);
    expect(typesOf(theirs.body)).toEqual(['request.created']);
    const cursor = (await listed(ctx.bea)).next;
    expect((await call(ctx.app, 'GET', `/api/events?cursor=${cursor}`, undefined, token)).status).toBe(400);
    expect((await ctx.rex.call('GET', '/api/events')).status).toBe(403);
    expect((await call(ctx.app, 'GET', '/api/events', undefined, ctx.token)).body.code).toBe('token_scope');
  });

  test('is kept for 30 days, and empty for an HOA that no program reads', async () => {
    const ctx = await followed();
    await create(ctx.rex);
    await create(ctx.otto);
    expect(await listed(ctx.olga)).toEqual({ docs: [], next: null, hasMore: false });
    const { next } = await listed(ctx.bea);
    await sweep(withClock(ctx.deps, () => new Date(Date.now() + 29 * 86_400_000)));
    expect((await listed(ctx.bea)).docs).toHaveLength(1);
    await ctx.db.execute({ sql: "UPDATE events SET at = '2020-01-01' WHERE hoa_id = ?", args: [ctx.hoa_id] });
    await sweep(ctx.deps);
    expect((await listed(ctx.bea)).docs).toEqual([]);
    expect((await ctx.bea.call('GET', `/api/events?cursor=${next}`)).body.errors[0].path).toBe('cursor');
  });
});

describe('[14.8] a webhook', () => {
  const receiver = receiverForAll();

  test('has the id of its event, and is verified by what the document says of signatures', async () => {
    const config = { ...testConfig(), testOrigins: [receiver.url] };
    const ctx = await createContext({ config, waitUntil: (work) => void work.catch(() => undefined) });
    const listening = { url: `${receiver.url}/followed`, events: ['address.deleted', 'request.created'] };
    const { secret } = (await ctx.sue.call('POST', '/api/webhook-endpoints', listening)).body;
    const { _id } = await create(ctx.rex);
    const address = (await ctx.bea.call('POST', '/api/addresses', { street: '9 Elm Way' })).body;
    await ctx.bea.call('DELETE', `/api/addresses/${address._id}`);
    const calls = () => receiver.calls.filter(({ path }) => path === '/followed');
    await expect
      .poll(async () => {
        await drainOutbox(ctx.deps, { hoa_id: ctx.hoa_id, maxWaitMs: 0 });
        return calls().length;
      })
      .toBe(2);
    const { docs } = await listed(ctx.bea);
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    for (const { headers, text, body } of calls()) {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
      const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
      expect(required(headers['webhook-signature']).split(' ')).toContain(expected);
      const event = required(docs.find(({ _id: id }) => id === body.id));
      expect([event.type, event.record_id]).toEqual([body.type, body.data._id]);
    }
    const deleted = required(calls().find(({ body }) => body.type === 'address.deleted'));
    expect(deleted.body.data).toEqual({ _id: address._id });
    expect(docs.map(({ record_id }) => record_id)).toEqual([_id, address._id]);
  });
});
