import type { InStatement } from '@libsql/client';
import type { User } from '../../schema/tables/users.ts';
import type { Deps } from '../deps.ts';
import { hashToken, isEqual, newToken, type SigningConfig, signatureOf, verifyingSecrets } from './secrets.ts';

/** The longest time for which browsers keep a cookie. */
export const DEVICE_SECONDS = 400 * 24 * 60 * 60;

/** Signed, so that a made-up token is told from an issued one without the database. */
export const newDeviceToken = async ({ jwtSecret }: SigningConfig): Promise<string> => {
  const random = newToken();
  return `${random}.${await sign(jwtSecret, random)}`;
};

/** The stored hash of an issued token; undefined for anything else. */
export const deviceHash = async (config: SigningConfig, token: string | undefined): Promise<string | undefined> => {
  const [random = '', signature = ''] = (token ?? '').split('.');
  const expected = await Promise.all(verifyingSecrets(config).map((secret) => sign(secret, random)));
  return token !== undefined && expected.some((one) => isEqual(signature, one)) ? hashToken(token) : undefined;
};

const sign = (secret: string, random: string) => signatureOf(`known devices, ${secret}`, random);

/** Gives a row if the device has signed in to an account with this email. */
export const knownDeviceStatement = (deps: Deps, token_hash: string, email: string): InStatement => ({
  sql: `SELECT 1 AS known FROM known_devices d JOIN users u ON u.hoa_id = d.hoa_id AND u.id = d.user_id
    WHERE d.token_hash = ? AND u.email = ? AND d.expires_at > ? LIMIT 1`,
  args: [token_hash, email, deps.now().toISOString()],
});

type NewSignIn = Pick<User, 'id' | 'hoa_id'> & { family_id: string };

/** Each sign-in gives the device a new token, which stands for all accounts of the one before (`previous_hash`). */
export const rememberDevice = async (
  deps: Deps,
  { id, hoa_id, family_id }: NewSignIn,
  token: string,
  previous_hash: string | undefined,
): Promise<InStatement[]> => {
  const token_hash = await hashToken(token);
  const now = deps.now();
  const expires_at = new Date(now.getTime() + DEVICE_SECONDS * 1000).toISOString();
  const renewal = {
    sql: `UPDATE known_devices SET token_hash = ?, expires_at = ? WHERE token_hash = ? AND expires_at > ?`,
    args: [token_hash, expires_at, previous_hash ?? '', now.toISOString()],
  };
  return [
    renewal,
    {
      sql: `INSERT INTO known_devices (token_hash, user_id, hoa_id, family_id, expires_at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (token_hash, user_id) DO UPDATE SET family_id = excluded.family_id`,
      args: [token_hash, id, hoa_id, family_id, expires_at],
    },
  ];
};

/** All devices of a user, but for the one whose newest sign-in is `except`. */
export const forgetDevices = ({ hoa_id, id }: Pick<User, 'hoa_id' | 'id'>, except = ''): InStatement => ({
  sql: 'DELETE FROM known_devices WHERE hoa_id = ? AND user_id = ? AND family_id <> ?',
  args: [hoa_id, id, except],
});

export const forgetDevice = ({ hoa_id, id }: Pick<User, 'hoa_id' | 'id'>, family_id: string): InStatement => ({
  sql: 'DELETE FROM known_devices WHERE hoa_id = ? AND user_id = ? AND family_id = ?',
  args: [hoa_id, id, family_id],
});
