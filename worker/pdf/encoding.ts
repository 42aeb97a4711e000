/** The characters 128 to 159 of WinAnsiEncoding (ISO 32000-1, annex D.2), which is Windows code page 1252. */
const HIGH = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';
const PLAIN: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', ħ: 'h', '−': '-', '\u00a0': ' ' };

/** The bytes of a text in WinAnsiEncoding. A letter that it lacks loses its accents, and is a question mark without them. */
export const winAnsi = (text: string): number[] => [...text.normalize('NFC')].map(byteOf);

const byteOf = (character: string): number => {
  const code = character.codePointAt(0)!;
  if ((code >= 32 && code < 127) || (code > 160 && code < 256)) return code;
  const high = HIGH.indexOf(character);
  if (high >= 0 && character !== '\0') return 128 + high;
  const plain = PLAIN[character] ?? character.normalize('NFD')[0] ?? '';
  return plain !== character && plain.length === 1 ? byteOf(plain) : code < 32 ? 32 : 63;
};
