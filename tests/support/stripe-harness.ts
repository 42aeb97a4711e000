import { createServer } from 'node:http';
import type { Client } from '@libsql/client';
import { startStripe } from '@porchlight/stripe-emulator';
import Stripe from 'stripe';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { freePort } from '../../local/ports.ts';
import { accountToBill } from '../../sync/ledger/billing.ts';
import { chargeOf } from '../../sync/ledger/entries.ts';
import { post } from '../../sync/ledger/post.ts';
import type { Tx } from '../../sync/tx.ts';
import { createApp } from '../../worker/app.ts';
import type { Config, Deps } from '../../worker/deps.ts';
import { DRAIN_BUDGET, drainOutbox } from '../../worker/jobs/outbox.ts';
import { transactAsSystem } from '../../worker/transact.ts';
import { create, storeInvoices } from './dues.ts';
import { createContext, type Person, type TestContext, testConfig, testDeps } from './fixtures.ts';
import { required } from './required.ts';

const SECRET = 'whsec_a_secret_for_tests';

export const CARD = { method: 'card', number: '4242424242424242', expiry: '12 / 34', cvc: '123', zip: '60614' };
export const BANK = { method: 'us_bank_account', routing: '110000000', account: '000123456789' };

/** A Stripe of one's own, over HTTP. Its webhooks are held until `deliver`, so that nothing happens by itself. */
export type StripeHarness = {
  config: Config['stripe'];
  /** The real SDK, for what only Stripe's dashboard or a stranger would do. */
  stripe: Stripe;
  /** A cast that pays here. */
  createContext(over?: Partial<Deps>): Promise<TestContext>;
  /** The emulator's control API (local/stripe-emulator/README.md). */
  control(method: string, path: string, body?: object): Promise<unknown>;
  /** Delivers what is held, each once; shuffled by the seed of the run. Returns the answers' statuses. */
  deliver(order?: 'given' | 'reverse' | 'shuffle'): Promise<(number | undefined)[]>;
  close(): Promise<void>;
};

/** `db` is what its webhooks reach, where that is not the database of all tests. */
export const createStripeHarness = async (db?: Client): Promise<StripeHarness> => {
  const keys = { secretKey: 'sk_test_house', publishableKey: 'pk_test_house' };
  // A busy machine is no slow Stripe.
  const config = { url: '', ...keys, webhookSecret: SECRET, budgetMs: 60_000 };
  const api = await startWebhookServer(config, db);
  const emulator = await startStripe({ port: await freePort(), keys, webhook: { url: api.url, secret: SECRET } });
  config.url = emulator.url;
  const control: StripeHarness['control'] = async (method, path, body) => {
    const answer = await fetch(`${emulator.url}/_emulator/${path}`, { method, body: JSON.stringify(body) });
    const json = await answer.json();
    expect([answer.status, json]).toEqual([200, json]);
    return json;
  };
  const { hostname, port } = new URL(emulator.url);
  await control('PUT', 'webhooks', { mode: 'hold' });
  return {
    config,
    control,
    stripe: new Stripe(keys.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 }),
    createContext: (over) => createContext({ config: { ...testConfig(), stripe: config }, ...over }),
    deliver: async (order = 'given') => {
      const { deliveries } = (await control('POST', 'webhooks/flush', { order, seed: inject('seed') })) as {
        deliveries: Delivery[];
      };
      return deliveries.map(({ attempts }) => attempts.at(-1)?.status);
    },
    close: async () => {
      await emulator.close();
      await api.close();
    },
  };
};

/** One harness for all tests of the file. It is started before the first of them and closed after the last. */
export const stripeForAll = (): StripeHarness => {
  const harness = {} as StripeHarness;
  beforeAll(async () => void Object.assign(harness, await createStripeHarness()));
  afterAll(() => harness.close());
  return harness;
};

type Delivery = { attempts: { status?: number }[] };

/** Where Stripe reaches the app: over HTTP, as in production. */
const startWebhookServer = async (stripe: Config['stripe'], db?: Client) => {
  const app = () => createApp(testDeps({ config: { ...testConfig(), stripe }, ...(db && { db }) }));
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const headers = request.headers as Record<string, string>;
      const answer = await app().request(request.url ?? '/', { method: 'POST', headers, body: Buffer.concat(chunks) });
      response.writeHead(answer.status).end(await answer.text());
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}/api/webhooks/stripe`, close };
};

/** Gives the superadmin's HOA an account that may take money, as onboarding would. Returns its id. */
export const activateAccount = async (
  harness: StripeHarness,
  { db }: TestContext,
  superadmin: Person,
): Promise<string> => {
  const { status } = await superadmin.call('POST', '/api/stripe-connect/create-account');
  expect(status).toBe(200);
  const account = await accountOf(db, superadmin.hoa_id);
  await harness.control('POST', `accounts/${account}`, { currently_due: [], details_submitted: true });
  await harness.deliver();
  return account;
};

export const accountOf = async (db: TestContext['db'], hoa_id: string): Promise<string> => {
  const { rows } = await db.execute({
    sql: 'SELECT account_id FROM payment_accounts WHERE hoa_id = ?',
    args: [hoa_id],
  });
  return String(rows[0]?.account_id);
};

/** Invoices of one due for a resident, of $125.50 each, the first due first. Returns the due's and the invoices' ids. */
export const createInvoices = async (ctx: TestContext, person: Person, count = 1, over: object = {}) => {
  const due = await create(ctx.bea, [person]);
  const rows = Array.from({ length: count }, (_, at) => ({
    id: uuidv7(),
    recipient_id: person.id,
    due_date: `2040-01-${String(at + 10)}`,
    ...over,
  }));
  await storeInvoices(ctx, due._id, rows);
  const ids = rows.map(({ id }) => id);
  await transactAsSystem(ctx.deps, ctx.hoa_id, (tx) => billInvoices(tx, ids), { action: 'issueInvoices' });
  return { due_id: due._id as string, ids };
};

/** Charges the recipient's account for what is stored as pending. */
const billInvoices = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    const invoice = required(await tx.get('invoice', id));
    if (invoice.status !== 'pending') continue;
    const user = required(await tx.get('user', invoice.recipient_id));
    const due = required(await tx.get('due', invoice.due_id));
    const account = await accountToBill(tx, user);
    await tx.put('invoice', { ...invoice, account_id: account.id });
    await post(tx, account, [chargeOf(invoice, due)]);
  }
};

/** A context that may take money, and an invoice that Rex is to pay. */
export const billedContext = async (harness: StripeHarness) => {
  const ctx = await harness.createContext();
  const account = await activateAccount(harness, ctx, ctx.sue);
  const { due_id, ids } = await createInvoices(ctx, ctx.rex);
  return { ctx, account, due_id, id: ids[0] as string };
};

export const pay = (person: Person, id: string) => person.call('POST', `/api/invoices/${id}/pay`);

/** Asks to pay, and returns the checkout's address. */
export const checkout = async (person: Person, id: string): Promise<string> => {
  const { status, body } = await pay(person, id);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.checkout_url;
};

export const sessionOf = (url: string) => /cs_\w+/.exec(url)?.[0] ?? '';

/** Fills in the hosted page and presses Pay. Returns the page's answer. */
export const submitCheckout = (url: string, fields: Record<string, string> = CARD) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ email: 'payer@example.test', ...fields }),
  });

/** Sends a form of a hosted page. */
export const submit = async (url: string, fields: Record<string, string>) => {
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  return { status: answer.status, text: await answer.text() };
};

/** Pays an invoice on the hosted page; its webhooks are still held. Returns the payment's id at Stripe. */
export const payOnHostedPage = async (
  harness: StripeHarness,
  person: Person,
  id: string,
  fields = CARD as Record<string, string>,
) => {
  const url = await checkout(person, id);
  expect((await submitCheckout(url, fields)).status).toBe(303);
  return paymentOf(harness, sessionOf(url));
};

export const paymentOf = async ({ stripe }: StripeHarness, session: string): Promise<string> =>
  String((await stripe.checkout.sessions.retrieve(session)).payment_intent);

/** Runs what webhooks have left to do at Stripe, and waits for what another drain is just running. */
export const drained = async ({ deps, db, hoa_id }: Pick<TestContext, 'deps' | 'db' | 'hoa_id'>): Promise<void> => {
  const sql = `SELECT count(*) AS left FROM outbox WHERE hoa_id = ? AND status = 'pending'
    AND kind IN ('settlePayment', 'expireCheckout')`;
  await expect
    .poll(
      async () => {
        await drainOutbox(deps, { hoa_id, maxWaitMs: 0, budget: DRAIN_BUDGET });
        return Number((await db.execute({ sql, args: [hoa_id] })).rows[0]?.left);
      },
      { timeout: 10_000 },
    )
    .toBe(0);
};

export const statusOf = async (person: Person, id: string): Promise<string> =>
  (await person.call('GET', `/api/invoices/${id}`)).body.status;

/** The money rows of an invoice, the oldest first, straight from the database. */
export const moneyOf = async ({ db }: TestContext, id: string) => {
  const sql = `SELECT kind, status, amount_cents, method, note FROM payments WHERE invoice_id = ?
    ORDER BY kind, created_at, id`;
  return (await db.execute({ sql, args: [id] })).rows.map((row) => ({ ...row }));
};

/** How often an event has been noted, and for which HOA. */
export const hoasOfEvent = async ({ db }: TestContext, event: string) => {
  const { rows } = await db.execute({ sql: 'SELECT hoa_id FROM processor_events WHERE id = ?', args: [event] });
  return rows.map(({ hoa_id }) => hoa_id);
};

/** A checkout for an invoice that our server never asked for, made with Stripe's key, and paid by card. */
export const payForeignCheckout = async (
  { stripe }: StripeHarness,
  { hoa_id, id, account, amount = 12_550, currency = 'usd' }: ForeignCheckout,
): Promise<string> => {
  const metadata = { hoa_id, invoice_id: id };
  const { url } = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: 'Dues' } } }],
    payment_intent_data: { on_behalf_of: account, transfer_data: { destination: account }, metadata },
    metadata,
    success_url: 'http://localhost:8787/',
  });
  expect((await submitCheckout(String(url))).status).toBe(303);
  return sessionOf(String(url));
};
type ForeignCheckout = { hoa_id: string; id: string; account: string; amount?: number; currency?: string };
