import type { Clock } from './clock.ts';
import { noSuchObject } from './errors.ts';
import type { Table, Tables } from './state.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

export type Context = {
  store: Store;
  clock: Clock;
  webhooks: Webhooks;
  /** Where the hosted pages are, such as http://localhost:8791. */
  baseUrl: string;
  account?: string;
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
  balance_transactions: 'balance transaction',
  transfers: 'transfer',
  application_fees: 'application fee',
  disputes: 'dispute',
  sessions: 'checkout.session',
  subscriptions: 'subscription',
  schedules: 'subscription schedule',
  invoices: 'invoice',
  portal_configurations: 'configuration',
  portal_sessions: 'session',
  events: 'event',
} as const satisfies Partial<Record<Table, string>>;

export const find = <T extends keyof typeof NAMES>(ctx: Context, table: T, id: string, param?: string): Tables[T] => {
  const row = ctx.store.get(table, id);
  if (!row) throw noSuchObject(NAMES[table], id, param);
  return row;
};
