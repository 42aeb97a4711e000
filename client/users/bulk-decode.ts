/** Why a file cannot be read at all: the sentence that the user reads. */
export class BulkFileError extends Error {}

export const UNREADABLE = 'Failed to parse file';

/** The text in a file's bytes: UTF-8 or UTF-16 with or without its mark, else Windows-1252, as spreadsheets write them.
 * Throws BulkFileError for what is no text (a renamed workbook). */
export const decodeText = (bytes: Uint8Array): string => {
  if (BINARIES.some((magic) => magic.every((byte, index) => bytes[index] === byte)))
    throw new BulkFileError(UNREADABLE);
  const text = read(bytes).replace(DOS_END, '');
  if (CONTROLS.test(text)) throw new BulkFileError(UNREADABLE);
  return text;
};

/** What a workbook (.xlsx, .ods), an older one (.xls) and a PDF begin with. */
const BINARIES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];
/** DOS tools end a text with Ctrl-Z. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is one
const DOS_END = /\u001a$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what text never holds
const CONTROLS = /[\u0000-\u0008\u000e-\u001f]/;

const read = (bytes: Uint8Array): string => {
  const wide = wideEncoding(bytes);
  if (wide) return decode(bytes, wide) ?? refuse();
  return decode(bytes, 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes);
};

/** Whether every character takes two bytes, and which comes first. Without a mark the zero bytes of plain letters tell. */
const wideEncoding = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [index, byte] of bytes.subarray(0, SAMPLE).entries()) if (byte === 0) zeros[index % 2]! += 1;
  const [even, odd] = zeros as [number, number];
  if (even === odd) return even > 0 ? refuse() : undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
};
const SAMPLE = 4096;

/** The text without its mark, or undefined where the bytes are not in that encoding. */
const decode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const refuse = (): never => {
  throw new BulkFileError(UNREADABLE);
};
