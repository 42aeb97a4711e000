/** A TrueType font, as far as a PDF embeds it (OpenType specification 1.9; the names of tables are its own). */
export type TrueTypeFont = {
  unitsPerEm: number;
  bbox: [number, number, number, number];
  ascent: number;
  descent: number;
  /** The glyph of a code point, if the font has one. */
  glyphOf(code: number): number | undefined;
  /** In units of the em. */
  advanceOf(glyph: number): number;
  /** A font of these glyphs alone, in their order. */
  subset(glyphs: readonly number[]): Uint8Array;
};

export const readTrueType = (bytes: ArrayBuffer): TrueTypeFont => {
  const table = tablesOf(bytes);
  const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')];
  const glyphs = readCmap(table('cmap'));
  const metrics = hhea.getUint16(34);
  const advanceOf = (glyph: number) => hmtx.getUint16(4 * Math.min(glyph, metrics - 1));
  return {
    unitsPerEm: head.getUint16(18),
    bbox: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
    ascent: hhea.getInt16(4),
    descent: hhea.getInt16(6),
    glyphOf: (code) => glyphs.get(code),
    advanceOf,
    subset: (chosen) => subsetOf(table, chosen, advanceOf),
  };
};

type Tables = (tag: string) => DataView;

const tablesOf = (bytes: ArrayBuffer): Tables => {
  const file = new DataView(bytes);
  const found = new Map<string, DataView>();
  for (let at = 12; at < 12 + 16 * file.getUint16(4); at += 16) {
    const tag = String.fromCharCode(...new Uint8Array(bytes, at, 4));
    found.set(tag, new DataView(bytes, file.getUint32(at + 8), file.getUint32(at + 12)));
  }
  return (tag) => {
    const table = found.get(tag);
    if (!table) throw new Error(`The font has no table ${tag}`);
    return table;
  };
};

/** Maps all code points: subtable format 12. */
const readCmap = (cmap: DataView): Map<number, number> => {
  const glyphs = new Map<number, number>();
  const records = Array.from({ length: cmap.getUint16(2) }, (_, at) => cmap.getUint32(8 + 8 * at));
  const start = records.find((offset) => cmap.getUint16(offset) === 12);
  if (start === undefined) throw new Error('The font has no character map of format 12');
  for (let at = start + 16; at < start + 16 + 12 * cmap.getUint32(start + 12); at += 12) {
    const first = cmap.getUint32(at);
    for (let code = first; code <= cmap.getUint32(at + 4); code++)
      glyphs.set(code, cmap.getUint32(at + 8) + code - first);
  }
  return glyphs;
};

const subsetOf = (table: Tables, chosen: readonly number[], advanceOf: TrueTypeFont['advanceOf']): Uint8Array => {
  const [head, hhea, maxp] = [copyOf(table('head')), copyOf(table('hhea')), copyOf(table('maxp'))];
  const places = [...chosen];
  // A glyph that is made of others brings them along, at the end.
  const outlines: DataView[] = [];
  for (let at = 0; at < places.length; at++) outlines.push(withPartsAt(outlineOf(table, places[at]!), places));
  const count = places.length;
  head.setUint32(8, 0);
  head.setInt16(50, LONG_OFFSETS);
  hhea.setUint16(34, count);
  maxp.setUint16(4, count);
  const loca = new DataView(new ArrayBuffer(4 * (count + 1)));
  const hmtx = new DataView(new ArrayBuffer(4 * count));
  let end = 0;
  for (const [at, outline] of outlines.entries()) {
    end += padded(outline.byteLength);
    loca.setUint32(4 * (at + 1), end);
    hmtx.setUint16(4 * at, advanceOf(places[at]!));
    if (outline.byteLength > 0) hmtx.setInt16(4 * at + 2, outline.getInt16(2));
  }
  const glyf = new Uint8Array(end);
  for (const [at, outline] of outlines.entries()) glyf.set(bytesOf(outline), loca.getUint32(4 * at));
  return fontFile({ glyf: new DataView(glyf.buffer), head, hhea, hmtx, loca, maxp });
};

const LONG_OFFSETS = 1;
const padded = (length: number) => Math.ceil(length / 4) * 4;
const bytesOf = ({ buffer, byteOffset, byteLength }: DataView) => new Uint8Array(buffer, byteOffset, byteLength);
const copyOf = (view: DataView) => new DataView(bytesOf(view).slice().buffer);

const outlineOf = (table: Tables, glyph: number): DataView => {
  const [loca, glyf] = [table('loca'), table('glyf')];
  const isLong = table('head').getInt16(50) === LONG_OFFSETS;
  const offsetOf = (of: number) => (isLong ? loca.getUint32(4 * of) : 2 * loca.getUint16(2 * of));
  const start = offsetOf(glyph);
  return copyOf(new DataView(glyf.buffer, glyf.byteOffset + start, offsetOf(glyph + 1) - start));
};

/** Flags of a composite glyph's part. */
const [WORDS, SCALE, MORE, TWO_SCALES, FOUR_SCALES] = [0x1, 0x8, 0x20, 0x40, 0x80];

/** The outline, whose parts are named by their places in the subset; a part that has none yet gets the next. */
const withPartsAt = (outline: DataView, places: number[]): DataView => {
  if (outline.byteLength === 0 || outline.getInt16(0) >= 0) return outline;
  let at = 10;
  for (let flags = MORE; flags & MORE; ) {
    flags = outline.getUint16(at);
    const part = outline.getUint16(at + 2);
    const known = places.indexOf(part);
    outline.setUint16(at + 2, known >= 0 ? known : places.push(part) - 1);
    at += 4 + (flags & WORDS ? 4 : 2) + (flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & FOUR_SCALES ? 8 : 0);
  }
  return outline;
};

const fontFile = (tables: Record<string, DataView>): Uint8Array => {
  const entries = Object.entries(tables);
  const start = 12 + 16 * entries.length;
  const file = new Uint8Array(entries.reduce((sum, [, { byteLength }]) => sum + padded(byteLength), start));
  const view = new DataView(file.buffer);
  const log = Math.floor(Math.log2(entries.length));
  view.setUint32(0, 0x00010000);
  for (const [at, value] of [entries.length, 16 << log, log, 16 * (entries.length - (1 << log))].entries())
    view.setUint16(4 + 2 * at, value);
  let offset = start;
  for (const [at, [tag, table]] of entries.entries()) {
    file.set(bytesOf(table), offset);
    for (const [index, letter] of [...tag].entries()) file[12 + 16 * at + index] = letter.charCodeAt(0);
    view.setUint32(12 + 16 * at + 4, checksumOf(view, offset, padded(table.byteLength)));
    view.setUint32(12 + 16 * at + 8, offset);
    view.setUint32(12 + 16 * at + 12, table.byteLength);
    offset += padded(table.byteLength);
  }
  return file;
};

const checksumOf = (view: DataView, start: number, length: number): number => {
  let sum = 0;
  for (let at = start; at < start + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
};
