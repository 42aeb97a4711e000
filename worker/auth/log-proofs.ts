import { createHmac } from 'node:crypto';
import type { LogProofs } from '../../sync/server/identity.ts';
import { isEqual, type SigningConfig, verifyingSecrets } from './secrets.ts';

/** `{seq}.{HMAC-SHA256}` of the position and the instance. */
export const logProofs = (config: SigningConfig): LogProofs => ({
  prove: (instance, seq) => `${seq}.${sign(config.jwtSecret, instance, seq)}`,
  positionOf: (instance, proof) => {
    const [, digits = '', signature = ''] = /^(\d{1,15})\.([\w-]+)$/.exec(proof) ?? [];
    const seq = Number(digits);
    const isOurs = verifyingSecrets(config).some((secret) => isEqual(sign(secret, instance, seq), signature));
    return isOurs ? seq : undefined;
  },
});

const sign = (secret: string, instance: string, seq: number): string =>
  createHmac('sha256', secret).update(`log position ${seq} of ${instance}`).digest('base64url');
