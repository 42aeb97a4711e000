/** The payments emulator as a process; its port, folder, keys and webhook address come from the environment. */
import { mapleRidge } from './seed/maple-ridge/script.ts';
import { willowCreek } from './seed/willow-creek/script.ts';
import { startStripe } from './stripe/server.ts';

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

const stripe = await startStripe({
  port: Number(setting('STRIPE_PORT')),
  folder: setting('STRIPE_FOLDER'),
  keys: { secretKey: setting('STRIPE_SECRET_KEY'), publishableKey: setting('STRIPE_PUBLISHABLE_KEY') },
  webhook: { url: setting('STRIPE_WEBHOOK_URL'), secret: setting('STRIPE_WEBHOOK_SECRET') },
  demo: [willowCreek, mapleRidge].map(({ slug, name, days, billing }) => ({
    slug,
    name,
    days,
    email: `superadmin@${slug}.test`,
    ...billing,
  })),
});
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void stripe.close().then(() => process.exit()));
