import { winAnsi } from './encoding.ts';
import { HELVETICA, HELVETICA_BOLD } from './helvetica.ts';

/** A paragraph. `style` says its size and weight. */
export type PdfParagraph = { style: keyof typeof STYLES; text: string };
/** `mark` stands at the head of each page, `footer` at its foot beside the number. */
export type PdfOptions = { title: string; mark?: string | undefined; footer: string };

type Style = { size: number; bold: boolean; before: number; indent: number };
const STYLES = {
  title: { size: 16, bold: true, before: 0, indent: 0 },
  subtitle: { size: 13, bold: true, before: 2, indent: 0 },
  heading: { size: 11.5, bold: true, before: 10, indent: 0 },
  strong: { size: 10.5, bold: true, before: 5, indent: 0 },
  body: { size: 10.5, bold: false, before: 3, indent: 0 },
  bullet: { size: 10.5, bold: false, before: 2, indent: 14 },
} satisfies Record<string, Style>;

/** Letter, in points. */
const PAGE = { width: 612, height: 792, margin: 64 };
const LEADING = 1.35;

type Line = { bytes: number[]; style: Style; y: number; bullet: boolean };

/** A PDF of text alone in the standard fonts (ISO 32000-1). The same input gives the same bytes. */
export const pdfOf = (
  paragraphs: readonly PdfParagraph[],
  { title, mark, footer }: PdfOptions,
): Uint8Array<ArrayBuffer> => {
  const pages = pagesOf(paragraphs);
  const contents = pages.map((lines, at) => contentOf(lines, mark, `${footer}    Page ${at + 1} of ${pages.length}`));
  const kids = pages.map((_, at) => `${5 + 2 * at} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    `<< /F1 ${fontOf('Helvetica')} /F2 ${fontOf('Helvetica-Bold')} >>`,
    `<< /Title (${literal(winAnsi(title))}) /Producer (Porchlight) >>`,
    ...contents.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font 3 0 R >> /Contents ${6 + 2 * at} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  return bytesOf(fileOf(objects));
};

const fontOf = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** One character is one byte, so that offsets can be counted. */
const fileOf = (objects: readonly string[]): string => {
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xref = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${xref}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
};

const bytesOf = (file: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(file, (character) => character.charCodeAt(0));

const literal = (bytes: readonly number[]): string =>
  bytes
    .map((byte) =>
      byte === 40 || byte === 41 || byte === 92 ? `\\${String.fromCharCode(byte)}` : String.fromCharCode(byte),
    )
    .join('');

const pagesOf = (paragraphs: readonly PdfParagraph[]): Line[][] => {
  const pages: Line[][] = [[]];
  let y = PAGE.height - PAGE.margin;
  for (const { style: name, text } of paragraphs) {
    const style: Style = STYLES[name];
    const lines = linesOf(winAnsi(text), style);
    const leading = style.size * LEADING;
    // A heading stays with the line after it.
    const needed = style.bold ? 3 * leading : leading;
    y -= style.before;
    for (const [at, bytes] of lines.entries()) {
      if (y - needed < PAGE.margin) {
        pages.push([]);
        y = PAGE.height - PAGE.margin;
      }
      y -= leading;
      pages.at(-1)!.push({ bytes, style, y, bullet: name === 'bullet' && at === 0 });
    }
  }
  return pages;
};

const SPACE = 32;

const linesOf = (bytes: readonly number[], style: Style): number[][] => {
  const most = ((PAGE.width - 2 * PAGE.margin - style.indent) * 1000) / style.size;
  const widths = style.bold ? HELVETICA_BOLD : HELVETICA;
  const widthOf = (word: readonly number[]) => word.reduce((sum, byte) => sum + (widths[byte - SPACE] ?? 500), 0);
  const lines: number[][] = [[]];
  let width = 0;
  for (const word of wordsOf(bytes).flatMap((one) => brokenUp(one, most, widthOf))) {
    const wide = widthOf(word);
    const line = lines.at(-1)!;
    const gap = line.length > 0 ? widths[0]! : 0;
    if (width + gap + wide > most && line.length > 0) {
      lines.push([...word]);
      width = wide;
    } else {
      line.push(...(gap > 0 ? [SPACE] : []), ...word);
      width += gap + wide;
    }
  }
  return lines;
};

const wordsOf = (bytes: readonly number[]): number[][] => {
  const words: number[][] = [[]];
  for (const byte of bytes)
    if (byte === SPACE) words.push([]);
    else words.at(-1)!.push(byte);
  return words.filter((word) => word.length > 0);
};

/** A word that is wider than a line. */
const brokenUp = (word: number[], most: number, widthOf: (word: readonly number[]) => number): number[][] => {
  if (widthOf(word) <= most) return [word];
  const half = Math.ceil(word.length / 2);
  return [word.slice(0, half), word.slice(half)].flatMap((part) => brokenUp(part, most, widthOf));
};

const contentOf = (lines: readonly Line[], mark: string | undefined, footer: string): string => {
  const at = (x: number, y: number, font: string, size: number, bytes: readonly number[]) =>
    `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y.toFixed(2)} Tm (${literal(bytes)}) Tj ET`;
  const { margin, height } = PAGE;
  return [
    ...(mark ? [`0.55 g ${at(margin, height - 40, 'F2', 14, winAnsi(mark))} 0 g`] : []),
    ...lines.flatMap(({ bytes, style, y, bullet }) => [
      ...(bullet ? [at(margin, y, 'F1', style.size, winAnsi('•'))] : []),
      at(margin + style.indent, y, style.bold ? 'F2' : 'F1', style.size, bytes),
    ]),
    `0.35 g ${at(margin, 36, 'F1', 8.5, winAnsi(footer))} 0 g`,
  ].join('\n');
};
