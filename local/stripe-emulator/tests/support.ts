import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { startStripe } from '../server.ts';

export const KEYS = { secretKey: 'sk_test_tests', publishableKey: 'pk_test_tests' };
export const SECRET = 'whsec_tests';

type Received = { event: Stripe.Event; body: string; signature: string };

export const listener = async () => {
  const received: Received[] = [];
  const state = { answer: (_: Stripe.Event): number => 200 };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const event = JSON.parse(body) as Stripe.Event;
    received.push({ event, body, signature: String(request.headers['stripe-signature']) });
    response.writeHead(state.answer(event)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, received, state, types: () => received.map(({ event }) => event.type), stop: () => server.close() };
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
};

type StripeOptions = Parameters<typeof startStripe>[0];

export const emulator = async (options: Partial<StripeOptions> = {}) => {
  const port = options.port ?? (await freePort());
  const running = await startStripe({ keys: KEYS, webhook: { secret: SECRET }, ...options, port });
  const sdk = { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 } as const;
  const stripe = new Stripe(KEYS.secretKey, sdk);
  const control = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${running.url}/_emulator/${path}`, { method, body: body && JSON.stringify(body) });
    return (await answer.json()) as Record<string, unknown>;
  };
  return { stripe, control, url: running.url, port, sdk, stop: () => running.close() };
};
export type Emulator = Awaited<ReturnType<typeof emulator>>;

export const submit = async (url: string | null, fields: Record<string, string>) => {
  const answer = await fetch(required(url), { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() };
};

export const CARD = { method: 'card', email: 'rex@willowcreek.test', expiry: '12 / 40', cvc: '123', zip: '60540' };

export const activeAccount = async ({ stripe, control }: Emulator) => {
  const account = await stripe.accounts.create({
    type: 'express',
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    business_profile: { name: 'Willow Creek HOA' },
  });
  await control('POST', `accounts/${account.id}`, { currently_due: [], details_submitted: true });
  return account.id;
};

export const checkout = ({ stripe }: Emulator, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: 12_500, product_data: { name: 'June dues' } } },
    ],
    success_url: 'http://app.test/invoices/1?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://app.test/invoices/1',
    allowed_payment_method_types: ['card', 'us_bank_account'],
    ...more,
  });

const DAY = 24 * 3600;
export const SEED_PRICES = [{ name: 'Growth', lookup_key: 'growth_monthly', unit_amount: 9900, metadata: {} }];

export const seedCustomer = (slug: string, days_ago: number, trialing: boolean, currently_due: string[] = []) => {
  const now = Math.floor(Date.now() / 1000);
  const created = now - days_ago * DAY;
  const current_period_end = trialing ? created + 30 * DAY : now + 17 * DAY;
  const current_period_start = current_period_end - 30 * DAY;
  const period = { created, current_period_start, current_period_end };
  return {
    slug,
    name: `${slug} HOA`,
    email: `${slug}@example.test`,
    subscription: { price: 'growth_monthly', metadata: {}, trialing, ...period },
    account: { product_description: 'Dues', details_submitted: true, currently_due },
  };
};

/** The value, which a test knows to be there. */
export const required = <T>(value: T): NonNullable<T> => {
  if (value === null || value === undefined) throw new Error('the value is missing');
  return value;
};

export const nth = <T>(list: readonly T[], index: number): T => {
  if (index >= list.length) throw new Error(`no element ${index} in a list of ${list.length}`);
  return list[index] as T;
};
