export class UnreadableFile extends Error {}

export const UNREADABLE = 'Failed to parse file';

/** Decodes UTF-8 or UTF-16, with or without a byte order mark, else Windows-1252. Throws UnreadableFile for binary
 * files. */
export const decodeText = (bytes: Uint8Array): string => {
  if (BINARY_SIGNATURES.some((signature) => signature.every((byte, index) => bytes[index] === byte)))
    throw new UnreadableFile(UNREADABLE);
  const text = read(bytes).replace(DOS_END_OF_FILE, '');
  if (CONTROL_CHARACTERS.test(text)) throw new UnreadableFile(UNREADABLE);
  return text;
};

/** Magic bytes of .xlsx and .ods, .xls, and PDF. */
const BINARY_SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is one
const DOS_END_OF_FILE = /\u001a$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what text never holds
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000e-\u001f]/;

const read = (bytes: Uint8Array): string => {
  const utf16 = utf16Encoding(bytes);
  if (utf16) return decode(bytes, utf16) ?? fail();
  return decode(bytes, 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes);
};

/** Without a byte order mark, the zero bytes of ASCII letters show the byte order. */
const utf16Encoding = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [index, byte] of bytes.subarray(0, SAMPLE_BYTES).entries()) if (byte === 0) zeros[index % 2]! += 1;
  const [even, odd] = zeros as [number, number];
  if (even === odd) return even > 0 ? fail() : undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
};
const SAMPLE_BYTES = 4096;

const decode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const fail = (): never => {
  throw new UnreadableFile(UNREADABLE);
};
