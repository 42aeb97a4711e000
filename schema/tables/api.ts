import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { GrantedScope } from '../api-tokens.ts';
import { DELIVERY_STATES, type WebhookEvent } from '../webhooks.ts';
import { oneOf, tenantTable } from './columns.ts';
import { hoas } from './hoas.ts';
import { users } from './users.ts';

/** Tokens with which programs call the API in place of `user_id`. Never synced: only the hash is stored. */
export const api_tokens = sqliteTable(
  'api_tokens',
  {
    id: text().primaryKey(),
    hoa_id: text().notNull(),
    user_id: text().notNull(),
    name: text().notNull(),
    token_hash: text().notNull(),
    /** Its last four characters, by which people tell tokens apart. */
    ending: text().notNull(),
    scopes: text({ mode: 'json' }).$type<GrantedScope[]>().notNull(),
    created_at: text().notNull(),
    expires_at: text().notNull(),
    /** To the minute. */
    last_used_at: text(),
    revoked_at: text(),
  },
  (t) => [
    uniqueIndex('api_tokens_hash').on(t.token_hash),
    index('api_tokens_hoa').on(t.hoa_id, t.created_at),
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
  ],
);
export type ApiToken = typeof api_tokens.$inferSelect;

/** Where events of an HOA are sent to. Never synced: the secrets are encrypted with a key derived from JWT_SECRET. */
export const webhook_endpoints = tenantTable(
  'webhook_endpoints',
  {
    url: text().notNull(),
    description: text(),
    events: text({ mode: 'json' }).$type<WebhookEvent[]>().notNull(),
    sealed_secret: text().notNull(),
    /** Signs too until `previous_until`. */
    sealed_previous: text(),
    previous_until: text(),
    created_at: text().notNull(),
    /** The first of the failures since the last success. */
    failing_since: text(),
    disabled_at: text(),
    /** Why it was turned off, where no person did it. */
    disabled_reason: text(),
  },
  (t) => [foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] })],
);

/** A delivery that was or is to be sent. The id is the `webhook-id` of all its attempts. */
export const webhook_deliveries = sqliteTable(
  'webhook_deliveries',
  {
    id: text().primaryKey(),
    hoa_id: text().notNull(),
    endpoint_id: text().notNull(),
    event: text().notNull(),
    /** The body, as it is signed. */
    payload: text().notNull(),
    status: text({ enum: DELIVERY_STATES }).notNull().default('pending'),
    attempts: integer().notNull().default(0),
    /** The HTTP status of the last attempt; null where no answer came. */
    last_status: integer(),
    last_error: text(),
    created_at: text().notNull(),
    settled_at: text(),
  },
  (t) => [
    foreignKey({
      columns: [t.hoa_id, t.endpoint_id],
      foreignColumns: [webhook_endpoints.hoa_id, webhook_endpoints.id],
    }).onDelete('cascade'),
    index('webhook_deliveries_endpoint').on(t.hoa_id, t.endpoint_id, t.created_at),
    index('webhook_deliveries_at').on(t.created_at),
    oneOf('webhook_deliveries_status', t.status, DELIVERY_STATES),
  ],
);
export type WebhookEndpoint = typeof webhook_endpoints.$inferSelect;
export type WebhookDelivery = typeof webhook_deliveries.$inferSelect;

/** Calls with an Idempotency-Key and their answers, which are encrypted and kept for 24 hours. Never synced. */
export const idempotency_keys = sqliteTable(
  'idempotency_keys',
  {
    hoa_id: text().notNull(),
    /** The API token that called, or the user. */
    caller: text().notNull(),
    key: text().notNull(),
    /** A hash of method, path, body and role. */
    fingerprint: text().notNull(),
    /** The id of the record that the call makes. */
    record_id: text().notNull(),
    /** The attempt that runs, since `claimed_at`. */
    claim: text().notNull(),
    claimed_at: text().notNull(),
    /** How many of its commits stand. */
    commits: integer().notNull().default(0),
    status: integer(),
    answer: text(),
    created_at: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.caller, t.key] }),
    index('idempotency_keys_hoa').on(t.hoa_id),
    index('idempotency_keys_at').on(t.created_at),
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
  ],
);

/** Events of records, in the order of the commits, for programs that follow them. Never synced, and kept for 30 days. */
export const events = sqliteTable(
  'events',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    hoa_id: text().notNull(),
    type: text().$type<WebhookEvent>().notNull(),
    record_id: text().notNull(),
    at: text().notNull(),
  },
  (t) => [
    uniqueIndex('events_id').on(t.id),
    index('events_hoa').on(t.hoa_id, t.seq),
    index('events_at').on(t.at),
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
  ],
);
