import { createHash } from 'node:crypto';

/** An id that is the same for the same text, such as those of what it is about. Stored: the text of an id never changes. */
export const derivedId = (text: string): string => uuid8(createHash('sha256').update(text).digest());

/** UUID version 8 (RFC 9562), for ids derived from other data. */
export const uuid8 = (bytes: Buffer): string => {
  const hex = [...bytes.subarray(0, 16)].map((byte, at) => {
    if (at === 6) return (byte & 0x0f) | 0x80;
    return at === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  return Buffer.from(hex)
    .toString('hex')
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
};
