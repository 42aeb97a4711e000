import Stripe from 'stripe';
import type { Email } from './app.ts';
import { ownHoa } from './create-hoa.ts';
import { inDatabase } from './server.ts';
import { testStack } from './stack.ts';

/** The payments service, as its own dashboard would see it. */
export const stripeHere = (): Stripe => {
  const { hostname, port } = new URL(testStack().urls.payments);
  return new Stripe(testStack().secrets.STRIPE_SECRET_KEY, {
    protocol: 'http',
    host: hostname,
    port,
    telemetry: false,
  });
};

/** An HOA of its own that pays for the Starter plan by a good card, with a superadmin, a board member and a resident. */
export const payingHoa = async (word: string) => {
  const name = `Elmwood ${word} HOA`;
  const email = (who: string): Email => `${who}-${word}@willowcreek.test`;
  const people = { sue: email('sue'), bea: email('bea'), rex: email('rex') };
  await ownHoa(name, [
    { email: people.sue, name: 'Sue Waters', role: 'superadmin' },
    { email: people.bea, name: 'Bea Stone', role: 'board' },
    { email: people.rex, name: 'Rex Fields', role: 'resident' },
  ]);
  const { id, customer } = await order(people.sue, name);
  await inDatabase((db) =>
    db.execute({
      sql: `UPDATE subscriptions SET plan = 'starter', stripe_customer_id = ?, stripe_subscription_id = ?
            WHERE hoa_id = (SELECT id FROM hoas WHERE name = ?)`,
      args: [customer, id, name],
    }),
  );
  // The app hears of it now that it knows whose it is.
  await stripeHere().subscriptions.update(id, { metadata: { plan: 'starter' } });
  return { ...people, subscription: id };
};

const order = async (email: Email, name: string) => {
  const stripe = stripeHere();
  const customer = (await stripe.customers.create({ email, name })).id;
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  const { data } = await stripe.prices.list({ lookup_keys: ['porchlight_starter_monthly'] });
  const items = [{ price: data[0]!.id }];
  const { id } = await stripe.subscriptions.create({ customer, items, default_payment_method: card.id });
  return { id, customer };
};

/** Lets a canceled subscription end now: a few seconds ahead, to which the payments service's clock is put. */
export const endNow = async (subscription: string): Promise<void> => {
  const stripe = stripeHere();
  const { now } = await clock({ advance_seconds: 0 });
  await stripe.subscriptions.update(subscription, { cancel_at: now + 2 });
  await clock({ now: now + 3 });
  await clock({ now: Math.floor(Date.now() / 1000) });
};

const clock = async (body: object): Promise<{ now: number }> => {
  const url = `${testStack().urls.payments}/_emulator/clock`;
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json() as Promise<{ now: number }>;
};
