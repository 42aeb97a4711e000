import { createHmac } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { type Document, readDocument } from '../support/document.ts';
import { createContext, type TestContext, testConfig } from '../support/fixtures.ts';
import { required } from '../support/required.ts';
import { eventFaults, strangerOf } from '../support/stranger.ts';
import { type Received, receiverForAll } from '../support/webhook-receiver.ts';

type Client = ReturnType<typeof strangerOf>;
type Address = { _id: string; street: string };

const receiver = receiverForAll();

/** An HOA, its document as its server sends it, and a client with a token. */
const begun = async (scopes: string[]): Promise<{ ctx: TestContext; document: Document; client: Client }> => {
  const ctx = await createContext({
    config: { ...testConfig(), testOrigins: [receiver.url] },
    assets: async () => new Response(JSON.stringify(readDocument())),
    waitUntil: (work) => void work.catch(() => undefined),
  });
  const answer = await ctx.app.request('/api/openapi.json');
  const document = (await answer.json()) as Document;
  const { token } = (await ctx.sue.call('POST', '/api/tokens', { name: 'Stranger', scopes })).body;
  return { ctx, document, client: strangerOf(document, async (request) => ctx.app.fetch(request), token) };
};

const allOf = async (client: Client, query: Record<string, string>): Promise<{ docs: Address[]; next: string }> => {
  const docs: Address[] = [];
  for (let cursor = query.cursor; ; ) {
    const { body } = await client('getAddresses', { query: { ...query, ...(cursor && { cursor }) } });
    docs.push(...body.docs);
    cursor = body.next;
    if (!body.hasNextPage) return { docs, next: body.next };
  }
};

describe('[14.8] a client that was made of the document', () => {
  test('makes a record once, though it asks again for want of an answer', async () => {
    const { client } = await begun(['people:write']);
    const body = { id: uuidv7(), street: '1 Elm Way' };
    const headers = { 'Idempotency-Key': uuidv7() };
    const lost = await client('postAddresses', { headers, body });
    const again = await client('postAddresses', { headers, body });
    expect([again.status, again.body]).toEqual([lost.status, lost.body]);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    const other = await client('postAddresses', { headers, body: { ...body, street: '2 Elm Way' } });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    const taken = await client('postAddresses', { body: { ...body, street: '3 Elm Way' } });
    expect([taken.status, taken.body.code]).toEqual([409, 'id_taken']);
    expect((await client('getAddresses', { query: { search: 'elm way' } })).body.totalDocs).toBe(1);
  });

  test('pages, and follows changes and deletions', async () => {
    const { client } = await begun(['people:write', 'events:read']);
    const made: Address[] = [];
    for (let n = 1; n <= 5; n += 1)
      made.push((await client('postAddresses', { body: { street: `${n} Elm Way` } })).body);
    const whole = await allOf(client, { limit: '2', search: 'elm way' });
    expect(whole.docs.map(({ street }) => street)).toEqual(made.map(({ street }) => street));
    const copy = new Map(whole.docs.map((doc) => [doc._id, doc]));
    const since = { updated_since: '2001-01-01T00:00:00Z', limit: '2', search: 'elm way' };
    const { next } = await allOf(client, since);
    const [changed, gone] = [required(made[1]), required(made[3])];
    await client('putAddressesId', { path: { id: changed._id }, body: { street: '20 Elm Way', is_rented: false } });
    await client('deleteAddressesId', { path: { id: gone._id } });
    const added = (await client('postAddresses', { body: { street: '6 Elm Way' } })).body;
    for (const doc of (await allOf(client, { ...since, cursor: next })).docs) copy.set(doc._id, doc);
    const { body: events } = await client('getEvents', { query: { type: 'address.deleted' } });
    for (const { record_id } of events.docs) copy.delete(record_id);
    const now = await allOf(client, { search: 'elm way' });
    expect([...copy.keys()].sort()).toEqual(now.docs.map(({ _id }) => _id).sort());
    expect(now.docs).toEqual(expect.arrayContaining([...copy.values()]));
    expect([copy.get(changed._id)?.street, copy.has(added._id)]).toEqual(['20 Elm Way', true]);
    const stale = await client('getAddresses', { query: { cursor: 'x' } });
    expect([stale.status, stale.body.code]).toEqual([400, 'invalid_cursor']);
  });

  test('verifies a webhook, and refuses a forged one', async () => {
    const { ctx, document } = await begun(['read']);
    const listening = { url: `${receiver.url}/stranger`, events: ['request.created'] };
    const { secret } = (await ctx.sue.call('POST', '/api/webhook-endpoints', listening)).body;
    await ctx.rex.call('POST', '/api/requests', { title: 'Lamp', description: '<p>Dark</p>', category: 'Other' });
    const calls = () => receiver.calls.filter(({ path }) => path === '/stranger');
    await expect
      .poll(async () => {
        await drainOutbox(ctx.deps, { hoa_id: ctx.hoa_id, maxWaitMs: 0 });
        return calls().length;
      })
      .toBe(1);
    const [received] = calls();
    expect(isGenuine(secret, required(received))).toBe(true);
    expect(isGenuine(secret, { ...required(received), text: '{}' })).toBe(false);
    expect(eventFaults(document, required(received).body)).toEqual([]);
  });

  test('is told of scopes, limits and methods as the document says', async () => {
    const { ctx, document, client } = await begun(['people:read']);
    const { status, headers } = await client('getAddresses');
    expect([status, headers.get('RateLimit-Policy')]).toEqual([200, '"token";q=120;w=60']);
    const refused = await client('postAddresses', { body: { street: '1 Elm Way' } });
    expect([refused.status, refused.body.code]).toEqual([403, 'token_scope']);
    const { status: other, headers: told } = await ctx.app.request('/api/addresses', { method: 'PATCH' });
    expect(other).toBe(405);
    const documented = document.components.responses?.MethodNotAllowed as { headers: object };
    expect(Object.keys(documented.headers)).toContain('Allow');
    expect(told.get('Allow')).toBe('GET, HEAD, POST');
  });
});

/** As "Signatures" of the document says. */
const isGenuine = (secret: string, { headers, text }: Received): boolean => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = headers;
  if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false;
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${at}.${text}`).digest('base64')}`;
  return required(signatures).split(' ').includes(expected);
};
