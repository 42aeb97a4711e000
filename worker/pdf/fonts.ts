import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { readTrueType, type TrueTypeFont } from './true-type.ts';

/** The font files of each weight, which the build puts beside the client (vite.config.ts). */
export type FontFiles = { regular: ArrayBuffer; bold: ArrayBuffer };
export const FONT_PATHS = { regular: '/fonts/Inter-Regular.ttf', bold: '/fonts/Inter-Bold.ttf' };

/** They lie beside the client and not in the worker's bundle, which every start of the worker would pay for. */
export const loadFonts = async ({ assets, config }: Deps): Promise<FontFiles> => {
  const load = async (path: string) => {
    const file = await assets?.(new Request(new URL(path, config.publicUrl)));
    if (!file?.ok) throw new Error(`The build has no ${path}`);
    return file.arrayBuffer();
  };
  const [regular, bold] = await Promise.all([load(FONT_PATHS.regular), load(FONT_PATHS.bold)]);
  return { regular, bold };
};

/** Stands for a character that the font lacks. */
export const BOX = '□';

/** A font of a PDF file, which embeds the glyphs of what was encoded. */
export type PdfFont = {
  has(character: string): boolean;
  /** In thousandths of the font's size. */
  widthOf(text: string): number;
  /** As a string in hexadecimal. A character that the font lacks is drawn without its accents, or as a box, and read as
   * itself. */
  encode(text: string): string;
  /** The five objects of a composite font (ISO 32000-1, 9.7), the first of which has the number `first`. */
  objects(first: number): PdfObject[];
};
export type PdfObject = { dictionary: string; stream?: Uint8Array | string };

export const openFont = (name: string, file: ArrayBuffer): PdfFont => {
  const font = readTrueType(file);
  const glyphOf = (character: string) => glyphIn(font, character) ?? font.glyphOf(BOX.charCodeAt(0)) ?? 0;
  const thousandths = (units: number) => Math.round((units * 1000) / font.unitsPerEm);
  const widthOf = (character: string) => thousandths(font.advanceOf(glyphOf(character)));
  /** A character's number in the file is its place here, above that of the missing glyph. */
  const used = new Map<string, number>();
  return {
    has: (character) => glyphIn(font, character) !== undefined,
    widthOf: (text) => [...text].reduce((sum, character) => sum + widthOf(character), 0),
    encode: (text) => {
      const numbers = [...text].map((character) => {
        if (!used.has(character)) used.set(character, used.size + 1);
        return hex4(used.get(character)!);
      });
      return `<${numbers.join('')}>`;
    },
    objects: (first) => {
      const characters = [...used.keys()];
      const widths = characters.map(widthOf).join(' ');
      const tag = createHash('sha256').update(characters.join('')).digest().subarray(0, 6);
      const base = `${String.fromCharCode(...tag.map((byte) => 65 + (byte % 26)))}+${name}`;
      const [ascent, descent, ...bbox] = [font.ascent, font.descent, ...font.bbox].map(thousandths);
      return [
        {
          dictionary: `/Type /Font /Subtype /Type0 /BaseFont /${base} /Encoding /Identity-H /DescendantFonts [${first + 1} 0 R] /ToUnicode ${first + 4} 0 R`,
        },
        {
          dictionary: `/Type /Font /Subtype /CIDFontType2 /BaseFont /${base} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${first + 2} 0 R /CIDToGIDMap /Identity /DW 0 /W [1 [${widths}]]`,
        },
        {
          dictionary: `/Type /FontDescriptor /FontName /${base} /Flags 4 /FontBBox [${bbox.join(' ')}] /ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV 80 /FontFile2 ${first + 3} 0 R`,
        },
        { dictionary: '', stream: font.subset([0, ...characters.map(glyphOf)]) },
        { dictionary: '', stream: toUnicode(characters) },
      ];
    },
  };
};

const glyphIn = (font: TrueTypeFont, character: string): number | undefined =>
  font.glyphOf(character.codePointAt(0)!) ?? font.glyphOf(character.normalize('NFD').codePointAt(0)!);

const hex4 = (value: number): string => value.toString(16).padStart(4, '0');

/** In UTF-16, each unit of it in four digits. */
export const utf16Hex = (text: string): string =>
  text.split('').reduce((hex, unit) => hex + hex4(unit.charCodeAt(0)), '');

/** The map from glyphs to characters for readers and searches. A block holds at most 100 (ISO 32000-1, 9.10.3). */
const toUnicode = (characters: readonly string[]): string => {
  const lines = characters.map((character, at) => `<${hex4(at + 1)}> <${utf16Hex(character)}>`);
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, at) => {
    const block = lines.slice(100 * at, 100 * (at + 1));
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`;
  });
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
};
