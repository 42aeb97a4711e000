import { createClient } from '@libsql/client/web';
import { uuidv7 } from 'uuidv7';
import { expect, test, vi } from 'vitest';
import type { MutatorName } from '../../sync/mutators.ts';
import { createApp } from '../../worker/app.ts';
import type { Deps } from '../../worker/deps.ts';
import { followDueRules, issueInvoices } from '../../worker/jobs/issue-invoices.ts';
import type { OutboxRow } from '../../worker/jobs/job.ts';
import { DRAIN_BUDGET, drainOutbox } from '../../worker/jobs/outbox.ts';
import { copiesOf } from '../support/copies.ts';
import { databaseFetch, databaseUrl } from '../support/database.ts';
import { create as createDue } from '../support/dues.ts';
import { call, createContext, testConfig, testDeps } from '../support/fixtures.ts';
import { MUTATORS } from '../support/isolation-mutators.ts';
import { storeRecords } from '../support/isolation-records.ts';
import { ago, putAccounts } from '../support/ledger.ts';
import { ResendEmulator } from '../support/resend-emulator.ts';
import { create, newClient, newGroup, pull, pullAll, push, request } from '../support/sync.ts';

const MOST = 50;

/** Two HOAs, and the number of HTTP calls to the database and of calls of Durable Objects that a call makes. */
const countingContext = async () => {
  let calls = 0;
  const count = () => {
    calls += 1;
  };
  const counted: typeof fetch = (input, init) => {
    count();
    return databaseFetch(input, init);
  };
  const db = createClient({ url: databaseUrl(), fetch: counted });
  const after: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void after.push(work);
  const ctx = await createContext({ db, poke: count, drainLater: async () => count(), waitUntil });
  // The first use of a refresh token is noted, which is a call of its own.
  for (const person of [ctx.bea, ctx.rex, ctx.sue]) await person.call('GET', '/api/auth/profile');
  await Promise.all(after);
  const callsOf = async (work: () => Promise<{ status: number } | object>): Promise<number> => {
    await Promise.allSettled(after);
    const before = calls;
    const answer = await work();
    const made = calls - before;
    // The jobs that a change asks for have a budget of their own, below.
    await Promise.allSettled(after);
    if ('status' in answer) expect(answer.status).toBeLessThan(300);
    return made;
  };
  return { ctx, callsOf };
};

test('[SYNC-10] a push reads once, writes once, pokes once and looks for its jobs once, also one of 50 mutations', async () => {
  const { ctx, callsOf } = await countingContext();
  const [group, client] = [newGroup(), newClient()];
  const requests = Array.from({ length: 50 }, () => request());
  const one = () => push(ctx.rex, group, client, 1, [create()]);
  const creations = () =>
    push(
      ctx.rex,
      group,
      client,
      2,
      requests.map((args) => create(args)),
    );
  const comments = requests.map(({ id: request_id }) => ({
    name: 'addRequestComment',
    args: { id: uuidv7(), request_id, message: '<p>Soon.</p>', is_public: true },
  }));
  const changes = requests.map(({ id }) => ({ name: 'updateRequest', args: { id, status: 'in_progress' } }));
  const [ofBoard, clientOfBoard] = [newGroup(), newClient()];
  expect({
    one: await callsOf(one),
    creations: await callsOf(creations),
    comments: await callsOf(() => push(ctx.bea, ofBoard, clientOfBoard, 1, comments)),
    changes: await callsOf(() => push(ctx.bea, ofBoard, clientOfBoard, 51, changes)),
  }).toEqual({ one: 4, creations: 4, comments: 4, changes: 4 });
});

/** A decision follows a motion to its facts, to the record that it acts on, and to whose record that is. A sale leaves a job
 * for the dues that bill the home. */
const FOLLOWING = { applyDecision: 8, transferOwnership: 7 } as Partial<Record<MutatorName, number>>;

const copyRecords = copiesOf((ctx) => storeRecords(ctx, { board: ctx.sue, resident: ctx.rex }));

test.each(Object.keys(MUTATORS) as MutatorName[])('[SYNC-10] a push of %s makes few calls', async (name) => {
  const { ctx, callsOf } = await countingContext();
  const records = await copyRecords(ctx);
  const sent = { name, args: MUTATORS[name].args(records) };
  expect(await callsOf(() => push(ctx.sue, newGroup(), newClient(), 1, [sent]))).toBeLessThanOrEqual(
    FOLLOWING[name] ?? 6,
  );
});

test('[SYNC-12] a pull is one read, and the first of a client group also claims the group', async () => {
  const { ctx, callsOf } = await countingContext();
  const group = newGroup();
  expect(await callsOf(() => pull(ctx.rex, group))).toBe(2);
  const { cookie } = await pullAll(ctx.rex, group);
  await ctx.rex.call('POST', '/api/requests', request());
  expect(await callsOf(() => pull(ctx.rex, group, cookie))).toBe(1);
});

test('[API-06] a list is one read, caller included; invoices first read what day it is in the HOA', async () => {
  const { ctx, callsOf } = await countingContext();
  const lists = ['requests', 'announcements', 'documents', 'violations', 'dues', 'users', 'addresses', 'failed-jobs'];
  const others = ['dashboard/metrics', 'dashboard/recent-activity', 'auth/profile', 'auth/sessions'];
  for (const path of [...lists, ...others])
    expect([path, await callsOf(() => ctx.sue.call('GET', `/api/${path}`))]).toEqual([path, 1]);
  expect(await callsOf(() => ctx.sue.call('GET', '/api/invoices'))).toBe(2);
});

test('[API-06] one record is one read; a change reads, writes, pokes and reads its answer; a refusal only reads', async () => {
  const { ctx, callsOf } = await countingContext();
  const { body } = await ctx.rex.call('POST', '/api/requests', request());
  const path = `/api/requests/${body._id}`;
  expect(await callsOf(() => ctx.rex.call('GET', path))).toBe(1);
  // It leaves no job, which might begin while the answer is read.
  expect(await callsOf(() => ctx.bea.call('PUT', path, { resolution_notes: 'Oil it' }))).toBe(4);
  expect(await callsOf(async () => ({ refused: await ctx.rex.call('GET', '/api/users') }))).toBe(1);
});

test('[PERF-05] a period of 400 accounts, 40 of them with credit, is issued within 50 subrequests', async () => {
  const { ctx, callsOf } = await countingContext();
  const recipients = await putAccounts(ctx, 400, 40);
  const due = await createDue(ctx.bea, recipients, { frequency: 'one_time' });
  await ctx.db.execute({
    sql: 'UPDATE dues SET send_date = ?1, anchor_date = ?1, due_date = ?2 WHERE id = ?3',
    args: [ago(1), ago(-6), due._id],
  });
  const calls = await callsOf(async () => ({ issued: await issueInvoices(ctx.deps, due._id) }));
  expect(calls).toBeLessThanOrEqual(MOST);
  const sql = 'SELECT status, count(*) AS count FROM invoices WHERE due_id = ? GROUP BY status ORDER BY status';
  const { rows } = await ctx.db.execute({ sql, args: [due._id] });
  expect(rows.map(({ status, count }) => [status, count])).toEqual([
    ['paid', 40],
    ['pending', 360],
  ]);
});

test('[PERF-05] rules are followed in as few calls in an HOA of 400 homes with 30 dues', async () => {
  const { ctx, callsOf } = await countingContext();
  const people = await putAccounts(ctx, 400, 0);
  const settle = async (sql: string) => ctx.db.execute({ sql, args: [ctx.hoa_id] });
  await settle('UPDATE users SET address_id = NULL WHERE hoa_id = ?');
  await settle(`INSERT INTO addresses (id, hoa_id, street, created_at, search_text)
    SELECT 'h' || id, hoa_id, 'Elm Street ' || id, opened_on, '' FROM accounts WHERE hoa_id = ?`);
  const due = { recipients: undefined, recipient_rule: 'every_home', frequency: 'one_time' };
  const made = [];
  for (let at = 0; at < 30; at += 1) made.push((await createDue(ctx.bea, [], due))._id);
  await settle("UPDATE accounts SET address_id = 'h' || id WHERE hoa_id = ?");
  const row = { id: uuidv7(), hoa_id: ctx.hoa_id } as OutboxRow<'followRules'>;
  expect(await callsOf(async () => ({ followed: await followDueRules(ctx.deps, {}, row) }))).toBeLessThanOrEqual(5);
  const sql =
    'SELECT DISTINCT json_array_length(recipients) AS reached FROM dues WHERE id IN (SELECT value FROM json_each(?))';
  const { rows } = await ctx.db.execute({ sql, args: [JSON.stringify(made)] });
  expect(rows.map(({ reached }) => reached)).toEqual([people.length]);
});

test('[BULK-24] 5,000 invitations are mailed by invocations that each stay within 50 subrequests', async () => {
  const invocations: { calls: number; resend: ResendEmulator }[] = [];
  /** One invocation that counts its HTTP calls and its Durable Object calls. */
  const invocation = async (): Promise<Deps> => {
    const own = { calls: 0, resend: await new ResendEmulator().open() };
    invocations.push(own);
    const counted: typeof fetch = (input, init) => {
      own.calls += 1;
      return databaseFetch(input, init);
    };
    return {
      ...testDeps(),
      db: createClient({ url: databaseUrl(), fetch: counted }),
      config: { ...testConfig(), resendUrl: own.resend.url },
      poke: () => {
        own.calls += 1;
      },
      drainLater: async (hoa_id, at) => {
        own.calls += 1;
        if (at.getTime() <= Date.now() + 1000) setTimeout(() => void drainAnew(hoa_id));
      },
    };
  };
  const drainAnew = async (hoa_id: string) =>
    drainOutbox(await invocation(), { hoa_id, maxWaitMs: 0, budget: DRAIN_BUDGET });
  const { bea } = await createContext();
  const users = Array.from({ length: 5000 }, (_, at) => ({
    resident_name: `Person ${at}`,
    resident_email: `${uuidv7()}@example.test`,
    role: 'resident',
  }));
  const { status } = await call(createApp(await invocation()), 'POST', '/api/users/bulk', { users }, bea.token);
  expect(status).toBe(201);
  const sent = () => invocations.flatMap(({ resend }) => resend.sent.flatMap(({ to }) => to));
  await vi.waitFor(() => expect(sent()).toHaveLength(5000), { timeout: 60_000, interval: 200 });
  expect(new Set(sent()).size).toBe(5000);
  for (const { calls, resend } of invocations) expect(calls + resend.calls.length).toBeLessThanOrEqual(MOST);
  await Promise.all(invocations.map(({ resend }) => resend.close()));
});
