import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import type { Activity } from '../../schema/tables/activity.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { noteFailures } from '../../worker/auth/failures.ts';
import { trailOf } from '../support/activity.ts';
import { copiesOf } from '../support/copies.ts';
import { call, createContext, type TestContext } from '../support/fixtures.ts';
import { MUTATORS } from '../support/isolation-mutators.ts';
import { storeRecords } from '../support/isolation-records.ts';
import { givePassword, PASSWORD } from '../support/passwords.ts';
import { create, keys, newClient, newGroup, pullAll, push, request } from '../support/sync.ts';

/** Reading is nobody else's business, a refused change changed nothing, and facts are their own trail. */
const SILENT: MutatorName[] = [
  'updateNotificationPreferences',
  'markAnnouncementRead',
  'dismissRefusal',
  'recordFacts',
  'saveMinutesText',
];

/** Nobody else may do it, the superadmin neither. */
const OF_OWNERS: MutatorName[] = ['giveProxy'];

const copyOfOwner = copiesOf((ctx) => storeRecords(ctx, { board: ctx.sue, resident: ctx.sue }));
const copyOfResident = copiesOf((ctx) => storeRecords(ctx, { board: ctx.sue, resident: ctx.rex }));

/** A mutator that undoes another change needs that change. */
const FIRST: Partial<Record<MutatorName, MutatorName>> = {
  keepHoa: 'leaveHoa',
  unscheduleAnnouncement: 'scheduleAnnouncement',
};

/** The arguments of other tests leave these as they are. */
const CHANGING: Partial<Record<MutatorName, object>> = { requireSecondFactors: { required: true } };

describe('[HIST-01] every change leaves its activity', () => {
  test.each(Object.keys(MUTATORS) as MutatorName[])('push %s', async (name) => {
    const ctx = await createContext();
    const mine = await (OF_OWNERS.includes(name) ? copyOfOwner : copyOfResident)(ctx);
    const first = FIRST[name];
    if (first) await push(ctx.sue, newGroup(), newClient(), 1, [{ name: first, args: MUTATORS[first].args(mine) }]);
    const [client, before] = [newClient(), (await trailOf(ctx)).length];
    const args = { ...MUTATORS[name].args(mine), ...CHANGING[name] };
    await push(ctx.sue, newGroup(), client, 1, [{ name, args }]);
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

describe('acts of identity', () => {
  const SENT = { headers: { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36' } };
  const actsOf = async (ctx: TestContext) => (await trailOf(ctx)).map(({ action }) => action);

  test('sign-in, its failure, sign-out, a device signed out, a new password: each with its device', async () => {
    const after: Promise<unknown>[] = [];
    const ctx = await createContext({ waitUntil: (work) => void after.push(work) });
    await givePassword(ctx.db, ctx.rex);
    const post = (path: string, body: object, headers = {}) =>
      call(ctx.app, 'POST', path, body, undefined, { ...SENT.headers, ...headers });
    const { email } = ctx.rex;
    await post('/api/auth/login', { email, password: 'wrong-password' });
    await Promise.all(after);
    const signedIn = await post('/api/auth/login', { email, password: PASSWORD });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    await post('/api/auth/logout', {}, { Cookie: cookie });
    const { body } = await ctx.rex.call('GET', '/api/auth/sessions');
    await ctx.rex.call('DELETE', `/api/auth/sessions/${body.sessions[0].id}`);
    const trail = await trailOf(ctx);
    expect(trail.map(({ action, actor_id, entity_id, device }) => [action, actor_id, entity_id, device])).toEqual([
      ['signInFailed', null, ctx.rex.id, 'Chrome on Windows'],
      ['signIn', ctx.rex.id, ctx.rex.id, 'Chrome on Windows'],
      ['signOut', ctx.rex.id, ctx.rex.id, 'Chrome on Windows'],
      ['endSession', ctx.rex.id, ctx.rex.id, null],
    ]);
    const words = JSON.stringify(trail);
    for (const secret of [PASSWORD, 'wrong-password', cookie.split('=')[1]]) expect(words).not.toContain(secret);
  });

  test('a program is named by its own name; sign-ins, failed ones and API tokens say from which network', async () => {
    const after: Promise<unknown>[] = [];
    const ctx = await createContext({ waitUntil: (work) => void after.push(work) });
    await givePassword(ctx.db, ctx.sue);
    const headers = { 'User-Agent': 'curl/8.5.0', 'CF-Connecting-IP': '203.0.113.7' };
    const logIn = (password: string) =>
      call(ctx.app, 'POST', '/api/auth/login', { email: ctx.sue.email, password }, undefined, headers);
    await logIn('wrong-password');
    await Promise.all(after);
    expect((await logIn(PASSWORD)).status).toBe(200);
    const made = await ctx.sue.call('POST', '/api/tokens', { name: 'Accounting', scopes: ['write'] });
    const home = { street: '9 Pine St', property_type: 'owned' };
    expect((await call(ctx.app, 'POST', '/api/addresses', home, made.body.token, headers)).status).toBe(201);
    const said = (await trailOf(ctx)).map(({ action, device, changes }) => [action, device, Object(changes).network]);
    expect(said).toEqual([
      ['signInFailed', 'curl 8.5.0', [null, '203.0.113.7']],
      ['signIn', 'curl 8.5.0', [null, '203.0.113.7']],
      ['createApiToken', null, undefined],
      ['createAddress', 'API token “Accounting”, curl 8.5.0, 203.0.113.7', undefined],
    ]);
  });

  test('failures with an unknown email leave none, and guesses do not fill the trail', async () => {
    const ctx = await createContext();
    await noteFailures(ctx.deps, { email: 'nobody@example.test' }, 'local');
    expect(await actsOf(ctx)).toEqual([]);
    await Promise.all(Array.from({ length: 23 }, () => noteFailures(ctx.deps, ctx.rex, 'local')));
    expect(await actsOf(ctx)).toHaveLength(20);
  });

  test('a role that changes and an invitation that is sent', async () => {
    const ctx = await createContext();
    await ctx.sue.call('PUT', `/api/users/${ctx.rita.id}`, { role: 'board' });
    await ctx.sue.call('POST', '/api/users/invite', { email: `${uuidv7()}@example.test`, role: 'resident' });
    const [role, invitation] = await trailOf(ctx);
    expect(role).toMatchObject({
      action: 'updateUser',
      entity_id: ctx.rita.id,
      changes: { role: ['resident', 'board'] },
    });
    expect(invitation).toMatchObject({ action: 'inviteUser', entity: 'user', actor_id: ctx.sue.id });
  });
});

describe('GET /api/activity', () => {
  test('filters by person, action, kind, record, span and text, newest first', async () => {
    const ctx = await createContext();
    const { body } = await ctx.rex.call('POST', '/api/requests', request('Leaky gutter'));
    await ctx.bea.call('PUT', `/api/requests/${body._id}`, { status: 'resolved' });
    await ctx.bea.call('POST', '/api/addresses', { street: '77 Birch Road' });
    const actions = async (query: string) =>
      (await ctx.sue.call('GET', `/api/activity?${query}`)).body.docs.map(({ action }: Activity) => action);
    expect(await actions('')).toEqual(['createAddress', 'updateRequest', 'createRequest']);
    expect(await actions(`person=${ctx.rex.id}`)).toEqual(['createRequest']);
    expect(await actions('person=system')).toEqual([]);
    expect(await actions('action=createAddress,createRequest')).toEqual(['createAddress', 'createRequest']);
    expect(await actions('kind=address')).toEqual(['createAddress']);
    expect(await actions(`entity_id=${body._id}&search=GUTTER`)).toEqual(['updateRequest', 'createRequest']);
    expect(await actions('from=2999-01-01T00:00:00.000Z')).toEqual([]);
    expect(await actions('below=2999-01-01T00:00:00.000Z&limit=1&page=2')).toEqual(['updateRequest']);
  });
});
