import type { Client } from '@libsql/client';
import { makeSecrets, type Secrets } from './secrets.ts';

/** Secrets that reach no service outside, and sign as these do, so that people can sign in to a restored backup. */
export const drillSecrets = ({ JWT_SECRET, JWT_SECRET_PREVIOUS }: Secrets): Secrets => ({
  ...makeSecrets(),
  JWT_SECRET,
  ...(JWT_SECRET_PREVIOUS && { JWT_SECRET_PREVIOUS }),
});

/** Other programs were told by the stack that was backed up: its copy sends them nothing. */
export const disableWebhooks = async (db: Client): Promise<void> => {
  const reason = 'This is a restored copy, started with --drill';
  await db.execute({
    sql: 'UPDATE webhook_endpoints SET disabled_at = ?, disabled_reason = ? WHERE disabled_at IS NULL',
    args: [new Date().toISOString(), reason],
  });
};
