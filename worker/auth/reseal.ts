import type { InStatement } from '@libsql/client';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { queryAll } from '../queries/query.ts';
import { sealWebhookSecret, unsealWebhookSecret } from '../webhooks/signature.ts';
import { type SigningConfig, verifyingSecrets } from './secrets.ts';
import { sealSecret, unsealSecret } from './totp.ts';

type Seals = {
  table: string;
  key: string;
  column: string;
  seal(config: SigningConfig, secret: string): Promise<string>;
  unseal(config: SigningConfig, sealed: string): Promise<string>;
};

const webhooks = { table: 'webhook_endpoints', key: 'id', seal: sealWebhookSecret, unseal: unsealWebhookSecret };

const SEALED: readonly Seals[] = [
  { table: 'second_factors', key: 'user_id', column: 'sealed_secret', seal: sealSecret, unseal: unsealSecret },
  { ...webhooks, column: 'sealed_secret' },
  { ...webhooks, column: 'sealed_previous' },
];

/** Encrypts anew under the newest JWT_SECRET the secrets that an older one encrypted and nobody may use for months, so that the previous one can
 * be taken away. Does nothing where none stands in JWT_SECRET_PREVIOUS. */
export const resealSecrets = async (deps: Deps): Promise<void> => {
  if (verifyingSecrets(deps.config).length < 2) return;
  for (const seals of SEALED) {
    const { table, key, column } = seals;
    const sql = `SELECT ${key} AS id, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`;
    const rows = await queryAll<{ id: string; sealed: string }>(deps.db, sql, []);
    const changes = (await Promise.all(rows.map((row) => resealed(deps.config, seals, row)))).flat();
    if (changes.length > 0) await batch(deps.db, changes, 'write');
  }
};

/** Leaves alone a secret that none opens, and one that was replaced meanwhile. */
const resealed = async (
  config: SigningConfig,
  { table, key, column, seal, unseal }: Seals,
  { id, sealed }: { id: string; sealed: string },
): Promise<InStatement[]> => {
  const newest = { ...config, previousJwtSecrets: [] };
  const isNew = await unseal(newest, sealed).then(
    () => true,
    () => false,
  );
  const secret = isNew ? undefined : await unseal(config, sealed).catch(() => undefined);
  if (secret === undefined) return [];
  const sql = `UPDATE ${table} SET ${column} = ? WHERE ${key} = ? AND ${column} = ?`;
  return [{ sql, args: [await seal(config, secret), id, sealed] }];
};
