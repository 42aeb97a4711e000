const OCTETS_PER_LINE = 75;

/** RFC 5545: the lines of a calendar as its file has them. */
export const icsText = (lines: readonly string[]): string => `${lines.map(folded).join('\r\n')}\r\n`;

/** As the value of a text property. */
export const icsEscaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replace(/\r\n|\r|\n/g, '\\n');

/** "20261101T100000Z" */
export const icsInstant = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** At 75 octets, never within a character. */
const folded = (line: string): string => {
  const encoder = new TextEncoder();
  let [text, octets] = ['', 0];
  for (const character of line) {
    const length = encoder.encode(character).length;
    if (octets + length > OCTETS_PER_LINE) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += length;
  }
  return text;
};
