import type { Context } from 'hono';

/** RFC 4180. A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
export const csvOf = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');

/** A negative number is none. */
const FORMULA = /^\s*[=+@＝＋－＠]|^\s*-(?!\d+(\.\d+)?$)|^[\t\r\n]/;

const cellOf = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const CSV = { 'Content-Type': 'text/csv; charset=utf-8' };

export const csvResponse = (c: Context, lines: readonly (readonly string[])[]): Response =>
  c.body(csvOf(lines), 200, CSV);

/** Answers with lines as they are read. What fails meanwhile breaks the answer off, so that nobody takes a part for the whole. */
export const streamCsv = (c: Context, pieces: AsyncGenerator<readonly (readonly string[])[]>) => {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(csvOf(value)));
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
  return c.body(body, 200, CSV);
};
