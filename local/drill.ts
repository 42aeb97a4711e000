import type { Client } from '@libsql/client';
import { makeSecrets, type Secrets } from './secrets.ts';

/** Secrets that reach no service outside, and sign as these do, so that people can sign in to a restored backup. */
export const drillSecrets = ({ JWT_SECRET, JWT_SECRET_PREVIOUS }: Secrets): Secrets => ({
  ...makeSecrets(),
  JWT_SECRET,
  ...(JWT_SECRET_PREVIOUS && { JWT_SECRET_PREVIOUS }),
});

/** The stack that was backed up tells other programs and people's devices what happens: its copy tells them nothing. */
export const disableDeliveries = async (db: Client): Promise<void> => {
  const disable = 'UPDATE webhook_endpoints SET disabled_at = ?, disabled_reason = ? WHERE disabled_at IS NULL';
  const reason = 'This is a restored copy, started with --drill';
  await db.batch(
    [{ sql: disable, args: [new Date().toISOString(), reason] }, 'DELETE FROM push_subscriptions'],
    'write',
  );
};
