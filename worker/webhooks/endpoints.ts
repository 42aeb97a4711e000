import { uuidv7 } from 'uuidv7';
import type * as z from 'zod/mini';
import type { Changes } from '../../schema/activity.ts';
import { type WebhookDelivery, type WebhookEndpoint, webhook_endpoints } from '../../schema/tables/api.ts';
import {
  ENDPOINTS_PER_HOA,
  type endpointInput,
  type endpointUpdate,
  ROTATION_HOURS,
  TEST_EVENT,
} from '../../schema/webhooks.ts';
import { batch } from '../../sync/server/retry.ts';
import { type Actor, orNotFound, Refusal } from '../../sync/tx.ts';
import { requireFeature } from '../billing/stored-plan.ts';
import type { Deps } from '../deps.ts';
import { queryAll, queryOne } from '../queries/query.ts';
import { requirePublicUrl } from '../services/outside.ts';
import { type RecordedAct, recordActivity } from '../transact.ts';
import { deliveryStatements, redeliverStatements } from './deliveries.ts';
import { newWebhookSecret, sealWebhookSecret } from './signature.ts';

export const ENDPOINT_NOT_FOUND = 'There is no such webhook any more';
export const DELIVERY_NOT_FOUND = 'There is no such delivery any more';
const SHOWN_DELIVERIES = 50;

type Endpoint = Omit<WebhookEndpoint, 'hoa_id' | 'rev' | 'sealed_secret' | 'sealed_previous'>;
const COLUMNS = 'id, url, description, events, previous_until, created_at, failing_since, disabled_at, disabled_reason';

export const listEndpoints = ({ db }: Deps, { hoa_id }: Actor): Promise<Endpoint[]> =>
  queryAll(
    db,
    `SELECT ${COLUMNS} FROM webhook_endpoints WHERE hoa_id = ? ORDER BY created_at, id LIMIT ${ENDPOINTS_PER_HOA}`,
    [hoa_id],
    { table: webhook_endpoints },
  );

/** Throws Refusal('not_found'). */
export const readEndpoint = async ({ db }: Deps, { hoa_id }: Actor, id: string): Promise<Endpoint> => {
  const sql = `SELECT ${COLUMNS} FROM webhook_endpoints WHERE hoa_id = ? AND id = ?`;
  return orNotFound(await queryOne<Endpoint>(db, sql, [hoa_id, id], { table: webhook_endpoints }), ENDPOINT_NOT_FOUND);
};

/** Returns the secret, which nobody can read again. Throws Refusal. */
export const createEndpoint = async (
  deps: Deps,
  actor: Actor,
  { url, description, events }: z.infer<typeof endpointInput>,
): Promise<{ id: string; secret: string }> => {
  await requireFeature(deps, actor.hoa_id, 'custom_integrations');
  requirePublicUrl(deps.config, url);
  if ((await listEndpoints(deps, actor)).length >= ENDPOINTS_PER_HOA)
    throw new Refusal('conflict', `Your HOA has ${ENDPOINTS_PER_HOA} webhooks. Please delete one first.`);
  const [id, secret] = [uuidv7(), newWebhookSecret()];
  const insert = {
    sql: `INSERT INTO webhook_endpoints (id, hoa_id, url, description, events, sealed_secret, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
    args: [
      id,
      actor.hoa_id,
      url,
      description,
      JSON.stringify(events),
      await sealWebhookSecret(deps.config, secret),
      deps.now().toISOString(),
    ],
  };
  const changes: Changes = { url: [null, short(url)], events: [null, short(events.join(', '))] };
  await recordActivity(deps, actor.hoa_id, named('createWebhook', actor, { id, url }, changes), {
    statementsBefore: [insert],
  });
  return { id, secret };
};

/** Turning it on again forgets its failures. Throws Refusal. */
export const updateEndpoint = async (
  deps: Deps,
  actor: Actor,
  id: string,
  { is_enabled, ...changed }: z.infer<typeof endpointUpdate>,
): Promise<void> => {
  const before = await readEndpoint(deps, actor, id);
  const { url, description, events } = { ...before, ...withoutUndefined(changed) };
  if (url !== before.url) requirePublicUrl(deps.config, url);
  const wasEnabled = before.disabled_at === null;
  const isEnabled = is_enabled ?? wasEnabled;
  const now = deps.now().toISOString();
  const update = {
    sql: `UPDATE webhook_endpoints SET url = ?, description = ?, events = ?, disabled_at = ?, disabled_reason = ?,
      failing_since = ?, rev = rev + 1 WHERE hoa_id = ? AND id = ?`,
    args: [
      url,
      description,
      JSON.stringify(events),
      isEnabled ? null : (before.disabled_at ?? now),
      isEnabled ? null : before.disabled_reason,
      isEnabled && !wasEnabled ? null : before.failing_since,
      actor.hoa_id,
      id,
    ],
  };
  const changes: Changes = {
    ...(url !== before.url && { url: [short(before.url), short(url)] }),
    ...(String(events) !== String(before.events) && {
      events: [short(before.events.join(', ')), short(events.join(', '))],
    }),
    ...(isEnabled !== wasEnabled && { enabled: [wasEnabled, isEnabled] }),
  };
  await recordActivity(deps, actor.hoa_id, named('changeWebhook', actor, { id, url }, changes), {
    statementsBefore: [update],
  });
};

/** The earlier secret signs, too, for a day. Returns the new one. Throws Refusal('not_found'). */
export const rotateSecret = async (deps: Deps, actor: Actor, id: string): Promise<string> => {
  const endpoint = await readEndpoint(deps, actor, id);
  const secret = newWebhookSecret();
  const until = new Date(deps.now().getTime() + ROTATION_HOURS * 60 * 60 * 1000).toISOString();
  const update = {
    sql: `UPDATE webhook_endpoints SET sealed_previous = sealed_secret, previous_until = ?, sealed_secret = ?,
      rev = rev + 1 WHERE hoa_id = ? AND id = ?`,
    args: [until, await sealWebhookSecret(deps.config, secret), actor.hoa_id, id],
  };
  await recordActivity(deps, actor.hoa_id, named('rotateWebhookSecret', actor, endpoint), {
    statementsBefore: [update],
  });
  return secret;
};

/** Deletes it with its deliveries. Throws Refusal('not_found'). */
export const deleteEndpoint = async (deps: Deps, actor: Actor, id: string): Promise<void> => {
  const endpoint = await readEndpoint(deps, actor, id);
  const remove = [
    'webhook_deliveries WHERE hoa_id = ? AND endpoint_id = ?',
    'webhook_endpoints WHERE hoa_id = ? AND id = ?',
  ];
  const statementsBefore = remove.map((rows) => ({ sql: `DELETE FROM ${rows}`, args: [actor.hoa_id, id] }));
  await recordActivity(deps, actor.hoa_id, named('deleteWebhook', actor, endpoint), { statementsBefore });
};

/** Queues an event that nothing has caused. Throws Refusal. */
export const sendTestEvent = async (deps: Deps, actor: Actor, id: string): Promise<void> => {
  const { disabled_at } = await readEndpoint(deps, actor, id);
  if (disabled_at) throw new Refusal('conflict', 'Turn this webhook on first.');
  const now = deps.now().toISOString();
  const event = { id: uuidv7(), type: TEST_EVENT, timestamp: now, data: { message: 'Hello from Porchlight' } };
  const delivery = { id: uuidv7(), endpoint_id: id, event: TEST_EVENT, payload: JSON.stringify(event) };
  await batch(deps.db, deliveryStatements(actor.hoa_id, [delivery], now), 'write');
};

export type ListedDelivery = Omit<WebhookDelivery, 'hoa_id' | 'endpoint_id' | 'payload'>;

/** The newest first. Throws Refusal('not_found'). */
export const listDeliveries = async (deps: Deps, actor: Actor, id: string): Promise<ListedDelivery[]> => {
  await readEndpoint(deps, actor, id);
  const sql = `SELECT id, event, status, attempts, last_status, last_error, created_at, settled_at
    FROM webhook_deliveries WHERE hoa_id = ? AND endpoint_id = ? ORDER BY created_at DESC, id DESC LIMIT ${SHOWN_DELIVERIES}`;
  return queryAll(deps.db, sql, [actor.hoa_id, id]);
};

/** Under the same id. Throws Refusal. */
export const resendDelivery = async (deps: Deps, actor: Actor, id: string): Promise<void> => {
  const sql = `SELECT d.status, e.disabled_at FROM webhook_deliveries d
    JOIN webhook_endpoints e ON e.hoa_id = d.hoa_id AND e.id = d.endpoint_id WHERE d.hoa_id = ? AND d.id = ?`;
  type Row = Pick<WebhookDelivery, 'status'> & Pick<WebhookEndpoint, 'disabled_at'>;
  const { status, disabled_at } = orNotFound(await queryOne<Row>(deps.db, sql, [actor.hoa_id, id]), DELIVERY_NOT_FOUND);
  if (disabled_at) throw new Refusal('conflict', 'Turn this webhook on first.');
  if (status === 'pending') throw new Refusal('conflict', 'This is being sent already.');
  await batch(deps.db, redeliverStatements(actor.hoa_id, id, deps.now().toISOString()), 'write');
};

const named = (
  action: RecordedAct['action'],
  by: Actor,
  { id, url }: Pick<Endpoint, 'id' | 'url'>,
  changes: Changes = {},
): RecordedAct => ({ action, by, about: { entity: 'webhook', entity_id: id, title: new URL(url).host, changes } });

const short = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);

const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]?: Exclude<Fields[Field], undefined>;
  };
