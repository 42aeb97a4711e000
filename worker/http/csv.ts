import type { Context } from 'hono';
import { csvOf } from '../../sync/formats/csv.ts';

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
