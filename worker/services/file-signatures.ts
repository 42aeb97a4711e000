/** First bytes in hex (https://en.wikipedia.org/wiki/List_of_file_signatures). */
const SIGNATURES: Record<string, readonly string[]> = {
  'application/pdf': ['255044462d'],
  'application/msword': ['d0cf11e0a1b11ae1'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['504b0304'],
  'image/jpeg': ['ffd8ff'],
  'image/png': ['89504e470d0a1a0a'],
  'image/gif': ['474946383761', '474946383961'],
};

export const SIGNATURE_BYTES = 8;

export const matchesType = (bytes: Uint8Array, type: string): boolean => {
  const hex = [...bytes.slice(0, SIGNATURE_BYTES)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return (SIGNATURES[type] ?? []).some((start) => hex.startsWith(start));
};
