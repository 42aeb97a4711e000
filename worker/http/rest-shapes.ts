import * as z from 'zod/mini';
import type { HistoryEntry } from '../../schema/history.ts';
import { PLANS, type PlanName } from '../../schema/plans.ts';
import type { Subscription } from '../../schema/tables/billing.ts';
import type { User } from '../../schema/tables/users.ts';
import type { SubscriptionBody } from '../shapes/identity.ts';
import type { UserBody } from '../shapes/people.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
/** Keeps page * limit an integer in SQL. */
const LAST_PAGE = 1_000_000;

const positiveInt = (fallback: number, most: number) =>
  z.pipe(
    z.catch(z.coerce.number().check(z.int(), z.minimum(1)), fallback),
    z.transform((value) => Math.min(value, most)),
  );

/** An instant as rows have it, so that two of them compare as text. */
export const moment = z.optional(
  z.pipe(
    z.iso.datetime({ offset: true, error: 'Invalid date' }),
    z.transform((text) => new Date(text).toISOString()),
  ),
);

const LONGEST_CURSOR = 4000;

export const pageFields = {
  page: positiveInt(1, LAST_PAGE),
  limit: positiveInt(DEFAULT_LIMIT, MAX_LIMIT),
  cursor: z.optional(z.string().check(z.maxLength(LONGEST_CURSOR))),
  updated_since: moment,
};
export const longPageFields = { ...pageFields, limit: positiveInt(MAX_LIMIT, MAX_LIMIT) };

/** Accepts a=1,2 and a=1&a=2; [] for none. */
export const commaList = z.pipe(
  z._default(z.union([z.string(), z.array(z.string())]), ''),
  z.transform((value) =>
    [value]
      .flat()
      .flatMap((text) => text.split(','))
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  ),
);

/** One of several words. Another is refused with those that there are. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `Unknown value. Allowed: ${words.join(', ')}` });

export const searchTerm = z._default(z.string().check(z.maxLength(200, 'Cannot exceed 200 characters')), '');

export type PageQuery = {
  page: number;
  limit: number;
  cursor?: string | undefined;
  updated_since?: string | undefined;
};

/** Without `asked` nobody wants to know what follows. */
export type Paging = { page: number; limit: number; asked?: AskedPage };
/** The field `of` tells the query of a list from others. */
type AskedPage = { of: string; since?: string | undefined; after?: Place };

/** A place between two rows of a list: `keys` are those of the row before it. */
export type Place = { page: number; keys: readonly Key[]; instance?: string | undefined };
export type Key = string | number | null;

/** A page of a list as it was read. */
export type Found<Doc> = { docs: Doc[]; total: number; next: Place | null; isLast: boolean };

type StoredRow = { id?: string; created_at?: string; hoa_id?: string; rev?: number; edits?: unknown };

export const recordBody = <Row extends StoredRow>({
  id,
  created_at,
  hoa_id: _hoa,
  rev: _rev,
  edits: _edits,
  ...fields
}: Row) => ({
  _id: id as Row['id'],
  ...fields,
  createdAt: created_at as Row['created_at'],
});

export const historyEntryBody = ({ action, user_id, name, timestamp }: HistoryEntry) => ({
  action,
  user_id: user_id ? { _id: user_id, name } : { name },
  timestamp,
});

export type Profile = Pick<
  User,
  'id' | 'hoa_id' | 'name' | 'email' | 'role' | 'status' | 'address_id' | 'phone' | 'created_at' | 'last_login'
> & { street: string | null; unit_number: string | null; account_ids?: string };

export const userBody = ({
  id,
  street,
  unit_number,
  address_id,
  created_at,
  last_login,
  account_ids: _,
  ...user
}: Profile): UserBody => ({
  _id: id,
  id,
  ...user,
  address_id: address_id === null ? null : { _id: address_id, street, unit_number },
  createdAt: created_at,
  lastLogin: last_login,
});

export const subscriptionBody = (row: Subscription): SubscriptionBody => {
  const { plan, next_plan, stripe_customer_id: _customer, stripe_subscription_id: _subscription, ...fields } = row;
  return { ...recordBody(fields), plan: planBody(plan), next_plan: next_plan && planBody(next_plan) };
};

const planBody = (name: PlanName) => {
  const { display_name, price_cents, max_units } = PLANS[name];
  return { name, display_name, price_cents, max_units };
};
