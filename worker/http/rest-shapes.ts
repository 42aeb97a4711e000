import * as z from 'zod';
import type { Subscription } from '../../schema/billing.ts';
import type { HistoryEntry } from '../../schema/history.ts';
import { PLANS, type PlanName } from '../../schema/plans.ts';
import type { User } from '../../schema/users.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
/** Far beyond any list, and small enough that page * limit stays an integer in SQL. */
const LAST_PAGE = 1_000_000;

const positiveInt = (fallback: number, most: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .catch(fallback)
    .transform((value) => Math.min(value, most));

/** `page` and `limit` of every paged list; nonsense reads as the default. Spread it into the query's z.object. */
export const pageFields = { page: positiveInt(1, LAST_PAGE), limit: positiveInt(DEFAULT_LIMIT, MAX_LIMIT) };
/** The same of short lists that are usually asked for whole. */
export const longPageFields = { ...pageFields, limit: positiveInt(MAX_LIMIT, MAX_LIMIT) };

/** A comma-joined or repeated query value as a list; empty where nothing was asked. */
export const commaList = z
  .union([z.string(), z.array(z.string())])
  .default('')
  .transform((value) =>
    [value]
      .flat()
      .flatMap((text) => text.split(','))
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  );

/** What a list is searched for. */
export const searchTerm = z.string().max(200, 'Cannot exceed 200 characters').default('');

export type Paging = { page: number; limit: number };

/** A page as every list answers it. `totalDocs` counts the whole list. */
export const paged = <Doc>(docs: Doc[], totalDocs: number, { page, limit }: Paging) => {
  const totalPages = Math.max(1, Math.ceil(totalDocs / limit));
  return { docs, page, limit, totalPages, totalDocs, hasNextPage: page < totalPages };
};

type Stored = { id?: string; created_at?: string; hoa_id?: string; rev?: number; edits?: unknown };

/** A row on the wire: `_id` and `createdAt`, without what only the store needs. */
export const recordBody = <Row extends Stored>({
  id,
  created_at,
  hoa_id: _hoa,
  rev: _rev,
  edits: _edits,
  ...fields
}: Row) => ({
  _id: id,
  ...fields,
  createdAt: created_at,
});

/** One line of a history on the wire. */
export const historyEntryBody = ({ action, user_id, name, timestamp }: HistoryEntry) => ({
  action,
  user_id: user_id ? { _id: user_id, name } : { name },
  timestamp,
});

/** A user and where they live. */
export type Profile = Pick<
  User,
  'id' | 'hoa_id' | 'name' | 'email' | 'role' | 'status' | 'address_id' | 'phone' | 'created_at' | 'last_login'
> & { street: string | null; unit_number: string | null };

/** A user on the wire, with the address they live at. */
export const userBody = ({ id, street, unit_number, address_id, created_at, last_login, ...user }: Profile) => ({
  _id: id,
  id,
  ...user,
  address_id: address_id === null ? null : { _id: address_id, street, unit_number },
  createdAt: created_at,
  lastLogin: last_login,
});

/** A subscription on the wire. Instants are ISO 8601, prices in cents a month. */
export const subscriptionBody = (row: Subscription) => {
  const { plan, next_plan, stripe_customer_id: _customer, stripe_subscription_id: _subscription, ...fields } = row;
  return { ...recordBody(fields), plan: planBody(plan), next_plan: next_plan && planBody(next_plan) };
};

const planBody = (name: PlanName) => {
  const { display_name, price_cents, max_units } = PLANS[name];
  return { name, display_name, price_cents, max_units };
};
