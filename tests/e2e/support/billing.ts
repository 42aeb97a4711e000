import Stripe from 'stripe';
import { nth } from '../../support/required.ts';
import type { Email } from './app.ts';
import { createHoa } from './create-hoa.ts';
import { inDatabase } from './server.ts';
import { testStack } from './stack.ts';

const stripeClient = (): Stripe => {
  const { hostname, port } = new URL(testStack().urls.payments);
  return new Stripe(testStack().secrets.STRIPE_SECRET_KEY, {
    protocol: 'http',
    host: hostname,
    port,
    telemetry: false,
  });
};

export const createPayingHoa = async (word: string) => {
  const name = `Elmwood ${word} HOA`;
  const email = (who: string): Email => `${who}-${word}@willowcreek.test`;
  const people = { sue: email('sue'), bea: email('bea'), rex: email('rex') };
  await createHoa(name, [
    { email: people.sue, name: 'Sue Waters', role: 'superadmin' },
    { email: people.bea, name: 'Bea Stone', role: 'board' },
    { email: people.rex, name: 'Rex Fields', role: 'resident' },
  ]);
  const { id, customer } = await subscribe(people.sue, name);
  await inDatabase((db) =>
    db.execute({
      sql: `UPDATE subscriptions SET plan = 'starter', stripe_customer_id = ?, stripe_subscription_id = ?
            WHERE hoa_id = (SELECT id FROM hoas WHERE name = ?)`,
      args: [customer, id, name],
    }),
  );
  // This webhook can be attributed, because the customer id is stored by now.
  await stripeClient().subscriptions.update(id, { metadata: { plan: 'starter' } });
  return { ...people, subscription: id };
};

const subscribe = async (email: Email, name: string) => {
  const stripe = stripeClient();
  const customer = (await stripe.customers.create({ email, name })).id;
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const { data } = await stripe.prices.list({ lookup_keys: ['porchlight_starter_monthly'] });
  const items = [{ price: nth(data, 0).id }];
  const { id } = await stripe.subscriptions.create({ customer, items, default_payment_method: card.id });
  return { id, customer };
};

/** Ends a canceled subscription by moving the emulator's clock a few seconds ahead and back. */
export const endSubscriptionNow = async (subscription: string): Promise<void> => {
  const stripe = stripeClient();
  const { now } = await clock({ advance_seconds: 0 });
  await stripe.subscriptions.update(subscription, { cancel_at: now + 2 });
  await clock({ now: now + 3 });
  await clock({ now: Math.floor(Date.now() / 1000) });
};

const clock = async (body: object): Promise<{ now: number }> => {
  const { urls, secrets } = testStack();
  const url = `${urls.payments}/_emulator/clock`;
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${secrets.LOCAL_TOKEN}` };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json() as Promise<{ now: number }>;
};
