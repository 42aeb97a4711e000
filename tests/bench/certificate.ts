import { generateKeyPairSync, sign } from 'node:crypto';

const TAG = { integer: 0x02, bits: 0x03, oid: 0x06, utf8: 0x0c, time: 0x17, sequence: 0x30, set: 0x31 };
const ECDSA_WITH_SHA256 = Buffer.from('2a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');
const NO_UNUSED_BITS = Buffer.from([0]);

/** A key and a certificate of its own for localhost, as PEM, which no browser trusts (RFC 5280, version 1). */
export const selfSigned = (): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(der(TAG.oid, ECDSA_WITH_SHA256));
  const name = sequence(der(TAG.set, sequence(der(TAG.oid, COMMON_NAME), der(TAG.utf8, Buffer.from('localhost')))));
  const validity = sequence(time('250101000000Z'), time('491231235959Z'));
  const serial = der(TAG.integer, Buffer.from([1]));
  const body = sequence(serial, algorithm, name, validity, name, publicKey.export({ type: 'spki', format: 'der' }));
  const signature = der(TAG.bits, NO_UNUSED_BITS, sign('sha256', body, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(sequence(body, algorithm, signature)),
  };
};

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
};

const lengthOf = (length: number): number[] =>
  length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];

const sequence = (...parts: readonly Uint8Array[]) => der(TAG.sequence, ...parts);

const time = (utc: string) => der(TAG.time, Buffer.from(utc));

const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
