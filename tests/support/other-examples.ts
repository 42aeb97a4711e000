import { uuidv7 } from 'uuidv7';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../schema/webhooks.ts';
import { StorageAway } from '../../worker/services/errors.ts';
import { payloadsOf } from '../../worker/webhooks/payloads.ts';
import { type Answer, call, createContext, type TestContext } from './fixtures.ts';
import type { Records } from './isolation-records.ts';
import { required } from './required.ts';

const request = { title: 'Lamp at the gate', description: '<p>The lamp is out.</p>', category: 'Maintenance' };

const refusedWith = async (ctx: TestContext, status: number): Promise<Answer> => {
  const id = uuidv7();
  const overLimit = async () => {
    const { token } = (await ctx.sue.call('POST', '/api/tokens', { name: 'Sync', scopes: ['read'] })).body;
    await call(ctx.app, 'GET', '/api/requests', undefined, token);
    await ctx.db.execute("UPDATE rate_limits SET count = 500 WHERE key LIKE 'token:%'");
    return call(ctx.app, 'GET', '/api/requests', undefined, token);
  };
  const again = async () => {
    await ctx.rex.call('POST', '/api/requests', { ...request, id });
    return ctx.rex.call('POST', '/api/requests', { ...request, id });
  };
  const calls: Record<number, () => Promise<Answer>> = {
    400: () => ctx.rex.call('POST', '/api/requests', { ...request, title: '', category: 'Lamps' }),
    401: () => call(ctx.app, 'GET', '/api/requests'),
    403: () => ctx.rex.call('GET', '/api/users'),
    404: () => ctx.rex.call('GET', `/api/requests/${id}`),
    405: () => ctx.rex.call('PATCH', '/api/requests'),
    409: again,
    413: () => ctx.rex.call('POST', '/api/requests', { ...request, description: 'x'.repeat(2_000_000) }),
    426: () => ctx.rex.call('GET', '/api/realtime'),
    429: overLimit,
    502: () => ctx.sue.call('POST', '/api/stripe-connect/create-account', {}),
  };
  return required(calls[status])();
};

const failedWith = async (error: Error): Promise<Answer> => {
  const presignPut = () => Promise.reject(error);
  const { deps } = await createContext();
  const ctx = await createContext({ storage: { ...deps.storage, presignPut } });
  const file = { fileName: 'plan.pdf', fileType: 'application/pdf', fileSize: 100 };
  return ctx.rex.call('POST', '/api/requests/presigned-url', file);
};

/** The answer with each status of an error, of calls that meet it. */
export const errorExamples = async (): Promise<Record<number, Answer['body']>> => {
  const now = () => new Date('2026-03-02T12:00:18.000Z');
  const answers = [await failedWith(new Error('A bug')), await failedWith(new StorageAway('Down'))];
  const away = await createContext();
  for (const status of [400, 401, 403, 404, 405, 409, 413, 426, 502]) answers.push(await refusedWith(away, status));
  answers.push(await refusedWith(await createContext({ now }), 429));
  return Object.fromEntries(answers.map(({ status, body }) => [status, body]));
};

/** The body that is sent out for each event, about the records. */
export const eventExamples = async (
  ctx: TestContext,
  records: Records,
): Promise<readonly (readonly [WebhookEvent, object])[]> => {
  const ids = { ...records, announcement: records.sent, person: records.resident, association: ctx.hoa_id };
  const idOf = (type: WebhookEvent) => ids[type.split('.')[0] as 'request' | 'announcement' | 'person'];
  const noted = WEBHOOK_EVENTS.map((type) => ({ type, id: idOf(type), event_id: uuidv7() }));
  const payloads = await payloadsOf(ctx.deps, ctx.hoa_id, noted);
  return payloads.map(({ event_id: id, type, data }) => [
    type,
    { id, type, timestamp: new Date().toISOString(), data },
  ]);
};
