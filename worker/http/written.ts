import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Refusal } from '../../sync/tx.ts';
import type { Env } from '../deps.ts';

/** Answers a change with the row as its author may read it, with nothing where they may not: who was named for a desk and has left
 * the board still writes in the meeting. */
export const written = async (
  c: Context<Env>,
  read: () => Promise<object>,
  status: ContentfulStatusCode = 200,
): Promise<Response> => {
  const row = await read().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found') return null;
    throw error;
  });
  return row ? c.json(row, status) : c.body(null, 204);
};
