import { expect } from 'vitest';
import { runCron } from '../../worker/schedule.ts';
import { cookieOf } from './auth.ts';
import { call, type Person, type TestContext } from './fixtures.ts';
import { MUTATORS, pushBody } from './isolation-mutators.ts';
import { type Records, storeRecords } from './isolation-records.ts';
import { CELLS } from './isolation-routes.ts';
import { givePassword, PASSWORD } from './passwords.ts';
import { nth } from './required.ts';
import { completeSignup } from './signup.ts';
import { activateAccount, createInvoices, payOnHostedPage, type StripeHarness, statusOf } from './stripe-harness.ts';
import { newGroup } from './sync.ts';

/** Everything that a release does with its database: each mutator, each route, sign-in, sync, money, signup and cron. */
export const tellReleaseStory = async (ctx: TestContext, harness: StripeHarness, settled: () => Promise<unknown>) => {
  await givePassword(ctx.db, ctx.bea, ctx.rex, ctx.sue);
  await callMutators(ctx);
  await callRoutes(ctx);
  await signInAndOut(ctx);
  await pay(ctx, harness);
  await completeSignup(harness, ctx);
  await harness.deliver();
  for (const cron of ['*/5 * * * *', '0 * * * *', '30 * * * *', '0 9 * * *']) await runCron(ctx.deps, cron);
  await settled();
};

const fresh = (ctx: TestContext) => storeRecords(ctx, { board: ctx.bea, resident: ctx.rex });

/** Records are made anew only where the ones at hand have been used up by an earlier change. */
const callMutators = async (ctx: TestContext) => {
  let mine = await fresh(ctx);
  for (const [name, { args, resident }] of Object.entries(MUTATORS)) {
    const person = resident === 'ok' ? ctx.rex : ctx.bea;
    if (await isRefused(ctx, person, name, args(mine))) {
      mine = await fresh(ctx);
      expect([name, await isRefused(ctx, person, name, args(mine))]).toEqual([name, false]);
    }
  }
};

const isRefused = async (ctx: TestContext, person: Person, name: string, args: object): Promise<boolean> => {
  const group = newGroup();
  const { status } = await person.call('POST', '/api/replicache/push', pushBody(group, name, args));
  expect([name, status]).toEqual([name, 200]);
  const sql = 'SELECT code FROM refusals WHERE client_group_id = ?';
  return (await ctx.db.execute({ sql, args: [group] })).rows.length > 0;
};

const callRoutes = async (ctx: TestContext) => {
  let mine = await fresh(ctx);
  for (const [route, { statuses, id, body }] of Object.entries(CELLS)) {
    const role = (['resident', 'board', 'superadmin'] as const).find((one) => statuses[one] < 300) ?? 'board';
    const person = { resident: ctx.rex, board: ctx.bea, superadmin: ctx.sue }[role];
    const [method = '', path = ''] = route.split(' ');
    const send = async (records: Records) => {
      const sent = body?.(records) ?? (method === 'GET' ? undefined : {});
      return (await person.call(method, path.replace(':id', id ? id(records) : ''), sent)).status;
    };
    if ((await send(mine)) === statuses[role] || statuses[role] >= 300) continue;
    mine = await fresh(ctx);
    await send(mine);
  }
};

const signInAndOut = async ({ app, rex, bea }: TestContext) => {
  const post = (path: string, body: object, headers = {}) =>
    app.request(`/api/auth/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  const login = await post('login', { email: bea.email, password: PASSWORD });
  expect(login.status).toBe(200);
  expect((await post('login', { email: bea.email, password: 'not-the-password' })).status).toBe(401);
  const renewed = await post('refresh', {}, { Cookie: cookieOf(login) });
  expect(renewed.status).toBe(200);
  await post('forgot-password', { email: rex.email });
  await post('logout', {}, { Cookie: cookieOf(renewed) });
  await call(
    app,
    'PUT',
    '/api/auth/change-password',
    { currentPassword: 'not-this-one', newPassword: PASSWORD },
    rex.token,
  );
};

const pay = async (ctx: TestContext, harness: StripeHarness) => {
  await activateAccount(harness, ctx, ctx.sue);
  const { ids } = await createInvoices(ctx, ctx.rex);
  await payOnHostedPage(harness, ctx.rex, nth(ids, 0));
  await harness.deliver();
  expect(await statusOf(ctx.rex, nth(ids, 0))).toBe('paid');
};
