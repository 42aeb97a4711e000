import type { Clock } from './clock.ts';
import { noSuchObject } from './errors.ts';
import type { Table, Tables } from './state.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

/** What every part of the emulator works with. */
export type Context = {
  store: Store;
  clock: Clock;
  webhooks: Webhooks;
  /** Where the hosted pages are, such as http://localhost:8791. */
  baseUrl: string;
  /** The connected account that the call is made for. */
  account?: string;
  /** The call that causes what happens now. */
  request: { id: string | null; idempotency_key: string | null };
};

const NAMES = {
  accounts: 'account',
  customers: 'customer',
  products: 'product',
  prices: 'price',
  payment_methods: 'PaymentMethod',
  setup_intents: 'setupintent',
  payment_intents: 'payment_intent',
  charges: 'charge',
  refunds: 'refund',
  sessions: 'checkout.session',
  subscriptions: 'subscription',
  schedules: 'subscription schedule',
  invoices: 'invoice',
  portal_configurations: 'configuration',
  portal_sessions: 'session',
  events: 'event',
} as const satisfies Partial<Record<Table, string>>;

/** The row, or Stripe's "No such ...": 404 for an id of the path, 400 for the parameter `param`. */
export const find = <T extends keyof typeof NAMES>(ctx: Context, table: T, id: string, param?: string): Tables[T] => {
  const row = ctx.store.get(table, id);
  if (!row) throw noSuchObject(NAMES[table], id, param);
  return row;
};
