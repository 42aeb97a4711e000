import type Stripe from 'stripe';
import type { Context } from '../core/context.ts';
import { find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { newId } from '../core/ids.ts';
import { inRange, matchesFilter, page } from '../core/lists.ts';
import { created, paging, type Shape, text } from '../core/params.ts';

const listShape = {
  ...paging,
  created: created.optional(),
  source: text.optional(),
  type: text.optional(),
} satisfies Shape<Stripe.BalanceTransactionListParams>;

/** https://docs.stripe.com/api/balance and https://docs.stripe.com/api/balance_transactions */
export const balanceEndpoints = [
  endpoint('GET /v1/balance', {}, ({ ctx }): Stripe.Balance => {
    const amount = ctx.account ? balanceOf(ctx, ctx.account) : platformBalance(ctx);
    const funds = [{ amount, currency: 'usd', source_types: { card: amount } }];
    return { object: 'balance', available: funds, livemode: false, pending: [] };
  }),
  endpoint('GET /v1/balance_transactions', listShape, ({ ctx, input, url }) => {
    const rows = ctx.store
      .all('balance_transactions')
      .filter((row) => inRange(row.created, input.created))
      .filter((row) => matchesFilter(input.source, row.source) && matchesFilter(input.type, row.type));
    return page(rows, input, url);
  }),
  endpoint('GET /v1/balance_transactions/:id', {}, ({ ctx, id }) => find(ctx, 'balance_transactions', id)),
];

type Entry = Pick<Stripe.BalanceTransaction, 'type' | 'amount' | 'reporting_category'> & {
  source: string;
  fee?: number;
  fee_description?: string;
};

/** Moves the platform's balance by `amount` less `fee`. A connected account has a balance without transactions. */
export const addTransaction = (
  ctx: Context,
  { fee = 0, fee_description = 'Stripe processing fees', ...entry }: Entry,
): Stripe.BalanceTransaction =>
  ctx.store.put('balance_transactions', {
    ...entry,
    id: newId('txn'),
    object: 'balance_transaction',
    available_on: ctx.clock.now(),
    balance_type: 'payments',
    created: ctx.clock.now(),
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [{ amount: fee, application: null, currency: 'usd', description: fee_description, type: 'stripe_fee' }]
      : [],
    net: entry.amount - fee,
    status: 'available',
  });

const platformBalance = ({ store }: Context): number =>
  store.all('balance_transactions').reduce((sum, { net }) => sum + net, 0);

const balanceOf = ({ store }: Context, account: string): number =>
  store.forAccount(undefined).get('balances', account)?.amount ?? 0;

export const moveBalance = (ctx: Context, account: string, amount: number): void => {
  ctx.store.put('balances', { id: account, amount: balanceOf(ctx, account) + amount });
};

/** Accounts may become negative, as on platforms with reserves, unless the control API says otherwise. */
export const canTake = (ctx: Context, account: string, amount: number): boolean =>
  !ctx.store.get('settings', `no_negative_balance/${account}`) || balanceOf(ctx, account) >= amount;
