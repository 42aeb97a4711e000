import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const randomText = (count: number): string =>
  Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A new id in Stripe's shape, such as cus_NffrFeUfNV2Hib: the prefix says what it names. */
export const newId = (prefix: string, length = 24): string => `${prefix}_${randomText(length)}`;
