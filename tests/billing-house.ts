import { createApp } from '../worker/app.ts';
import { testConfig, testDeps } from './cast.ts';
import { type StripeHouse, stripeHouse } from './stripe-house.ts';

export type BillingHouse = StripeHouse;

export const billingHouse = async (): Promise<BillingHouse> => {
  const house = await stripeHouse();
  const path = process.env.STAND_IN;
  if (!path) return house;
  const { standIn } = await import(path);
  return standIn(house, async (body: string, signature: string) => {
    const app = createApp(testDeps({ config: { ...testConfig(), stripe: house.config } }));
    const headers = { 'Stripe-Signature': signature, 'Content-Type': 'application/json' };
    return (await app.request('/api/webhooks/stripe', { method: 'POST', headers, body })).status;
  });
};
