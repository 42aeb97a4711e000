import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../deps.ts';

export type SigningConfig = Pick<Config, 'jwtSecret' | 'previousJwtSecrets'>;

/** The secrets whose signatures are accepted, the one that signs first. */
export const verifyingSecrets = ({ jwtSecret, previousJwtSecrets = [] }: SigningConfig): string[] => [
  jwtSecret,
  ...previousJwtSecrets,
];

export const newToken = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

export const hashToken = async (token: string): Promise<string> => base64url(await sha256(token));

export const signatureOf = async (secret: string, text: string): Promise<string> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
  return base64url(await crypto.subtle.sign('HMAC', key, bytes(text)));
};

export const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** AES-GCM with a key derived from `token`, so that the token's stored hash cannot decrypt it. */
export const seal = async (token: string, text: string): Promise<string> => {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await sealKey(token), bytes(text));
  return base64url(Buffer.concat([iv, Buffer.from(sealed)]));
};

export const unseal = async (token: string, sealed: string): Promise<string> => {
  const data = new Uint8Array(Buffer.from(sealed, 'base64url'));
  const iv = data.slice(0, IV_BYTES);
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await sealKey(token), data.slice(IV_BYTES));
  return new TextDecoder().decode(opened);
};

const IV_BYTES = 12;

const sealKey = async (token: string) =>
  crypto.subtle.importKey('raw', await sha256(`successor of ${token}`), 'AES-GCM', false, ['encrypt', 'decrypt']);

const sha256 = (text: string) => crypto.subtle.digest('SHA-256', bytes(text));
const bytes = (text: string) => new TextEncoder().encode(text);
const base64url = (data: ArrayBuffer | Uint8Array) => Buffer.from(data as ArrayBuffer).toString('base64url');
