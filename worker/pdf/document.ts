import { deflateSync } from 'node:zlib';
import { BOX, type FontFiles, openFont, type PdfFont, type PdfObject, utf16Hex } from './fonts.ts';

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
  note: { size: 8.5, bold: false, before: 10, indent: 0 },
} satisfies Record<string, Style>;

/** Letter, in points. */
const PAGE = { width: 612, height: 792, margin: 64 };
const LEADING = 1.35;

type Fonts = Record<keyof FontFiles, PdfFont>;
type Line = { text: string; style: Style; y: number; bullet: boolean };

/** A PDF of text alone (ISO 32000-1), with the glyphs that it uses. The same input gives the same bytes. */
export const pdfOf = (
  paragraphs: readonly PdfParagraph[],
  { title, mark, footer }: PdfOptions,
  files: FontFiles,
): Uint8Array<ArrayBuffer> => {
  const fonts = { regular: openFont('Inter-Regular', files.regular), bold: openFont('Inter-Bold', files.bold) };
  const foot = clean(footer);
  const cleaned = paragraphs.map(({ style, text }) => ({ style, text: clean(text) }));
  const pages = pagesOf([...cleaned, ...noteOf([foot, ...cleaned.map(({ text }) => text)], fonts.regular)], fonts);
  const contents = pages.map((lines, at) =>
    contentOf(lines, mark, `${foot}    Page ${at + 1} of ${pages.length}`, fonts),
  );
  const kids = pages.map((_, at) => `${FIRST_PAGE + 2 * at} 0 R`).join(' ');
  return fileOf([
    { dictionary: '/Type /Catalog /Pages 2 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >>' },
    { dictionary: `/Type /Pages /Kids [${kids}] /Count ${pages.length}` },
    { dictionary: `/Title <feff${utf16Hex(title)}> /Producer (Porchlight)` },
    ...fonts.regular.objects(FIRST_FONT),
    ...fonts.bold.objects(FIRST_FONT + 5),
    ...contents.flatMap((stream, at) => [
      {
        dictionary: `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 ${FIRST_FONT} 0 R /F2 ${FIRST_FONT + 5} 0 R >> >> /Contents ${FIRST_PAGE + 2 * at + 1} 0 R`,
      },
      { dictionary: '', stream },
    ]),
  ]);
};

/** Numbers of objects. */
const FIRST_FONT = 4;
const FIRST_PAGE = FIRST_FONT + 10;

/** Without what takes no place on paper. */
const clean = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Cc}/gu, '');

const noteOf = (texts: readonly string[], font: PdfFont): PdfParagraph[] =>
  texts.every((text) => [...text].every(font.has))
    ? []
    : [{ style: 'note', text: `${BOX} is a character that this file can’t show. Copy the text to read it.` }];

/** One character is one byte, so that offsets can be counted. */
const fileOf = (objects: readonly PdfObject[]): Uint8Array<ArrayBuffer> => {
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${objectOf(object)}\nendobj\n`;
    return offset;
  });
  const xref = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${xref}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Uint8Array.from(file + end, (character) => character.charCodeAt(0));
};

const objectOf = ({ dictionary, stream }: PdfObject): string => {
  if (stream === undefined) return `<< ${dictionary} >>`;
  const packed = deflateSync(stream).toString('latin1');
  const length1 = typeof stream === 'string' ? '' : ` /Length1 ${stream.length}`;
  return `<< ${dictionary} /Filter /FlateDecode /Length ${packed.length}${length1} >>\nstream\n${packed}\nendstream`;
};

const fontOf = ({ bold }: Style, fonts: Fonts): PdfFont => (bold ? fonts.bold : fonts.regular);

const pagesOf = (paragraphs: readonly PdfParagraph[], fonts: Fonts): Line[][] => {
  const pages: Line[][] = [[]];
  let y = PAGE.height - PAGE.margin;
  for (const { style: name, text } of paragraphs) {
    const style: Style = STYLES[name];
    const lines = linesOf(text, style, fontOf(style, fonts));
    const leading = style.size * LEADING;
    // A heading stays with the line after it.
    const needed = style.bold ? 3 * leading : leading;
    y -= style.before;
    for (const [at, line] of lines.entries()) {
      if (y - needed < PAGE.margin) {
        pages.push([]);
        y = PAGE.height - PAGE.margin;
      }
      y -= leading;
      pages.at(-1)!.push({ text: line, style, y, bullet: name === 'bullet' && at === 0 });
    }
  }
  return pages;
};

const linesOf = (text: string, style: Style, font: PdfFont): string[] => {
  const most = ((PAGE.width - 2 * PAGE.margin - style.indent) * 1000) / style.size;
  const space = font.widthOf(' ');
  const lines = [''];
  let width = 0;
  for (const word of text.split(' ').flatMap((one) => brokenUp(one, most, font))) {
    const wide = font.widthOf(word);
    const gap = lines.at(-1) === '' ? 0 : space;
    if (width + gap + wide > most && gap > 0) {
      lines.push(word);
      width = wide;
    } else {
      lines[lines.length - 1] += `${gap > 0 ? ' ' : ''}${word}`;
      width += gap + wide;
    }
  }
  return lines;
};

/** A word that is wider than a line; no word at all of nothing. */
const brokenUp = (word: string, most: number, font: PdfFont): string[] => {
  const characters = [...word];
  if (font.widthOf(word) <= most || characters.length < 2) return word ? [word] : [];
  const half = Math.ceil(characters.length / 2);
  return [characters.slice(0, half), characters.slice(half)].flatMap((part) => brokenUp(part.join(''), most, font));
};

const contentOf = (lines: readonly Line[], mark: string | undefined, footer: string, fonts: Fonts): string => {
  const at = (x: number, y: number, weight: keyof Fonts, size: number, text: string) =>
    `BT /${weight === 'bold' ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${x} ${y.toFixed(2)} Tm ${fonts[weight].encode(text)} Tj ET`;
  const { margin, height } = PAGE;
  return [
    ...(mark ? [`0.55 g ${at(margin, height - 40, 'bold', 14, mark)} 0 g`] : []),
    ...lines.flatMap(({ text, style, y, bullet }) => [
      ...(bullet ? [at(margin, y, 'regular', style.size, '•')] : []),
      at(margin + style.indent, y, style.bold ? 'bold' : 'regular', style.size, text),
    ]),
    `0.35 g ${at(margin, 36, 'regular', 8.5, footer)} 0 g`,
  ].join('\n');
};
