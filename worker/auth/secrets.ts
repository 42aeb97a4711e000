import { timingSafeEqual } from 'node:crypto';

/** A new opaque token: 32 random bytes, safe in a cookie and in a link. */
export const newToken = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

/** The only form in which a token is stored. */
export const hashToken = async (token: string): Promise<string> => base64url(await sha256(token));

/** HMAC-SHA256 of `text`, as base64url. */
export const signatureOf = async (secret: string, text: string): Promise<string> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
  return base64url(await crypto.subtle.sign('HMAC', key, bytes(text)));
};

/** Compares secrets in constant time. */
export const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Encrypts `text` so that only the holder of `token` can read it: its hash, which we store, does not help. */
export const seal = async (token: string, text: string): Promise<string> => {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await sealKey(token), bytes(text));
  return base64url(Buffer.concat([iv, Buffer.from(sealed)]));
};

/** What `seal` hid. Throws when the token is another one. */
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
