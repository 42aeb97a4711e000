import * as z from 'zod/mini';
import { hashToken } from '../auth/secrets.ts';
import { HttpError } from './errors.ts';
import type { Found, PageQuery, Paging, Place } from './rest-shapes.ts';

/** The page that a query of the list at `path` asks for. Throws HttpError 400 for a cursor that belongs to another query. */
export const pagingOf = async (path: string, query: PageQuery): Promise<Paging> => {
  const { page, limit, cursor, updated_since: since, ...filters } = query;
  const of = (await hashToken(JSON.stringify([path, since, filters]))).slice(0, HASH_LENGTH);
  if (cursor === undefined) return { page, limit, asked: { of, since } };
  const after = placeIn(cursor, of);
  return { page: after.page, limit, asked: { of, since, after } };
};

const HASH_LENGTH = 16;

/** The body of a page of a list. */
export const paged = <Doc>({ docs, total, next, isLast }: Found<Doc>, { page, limit, asked }: Paging) => ({
  docs,
  page,
  limit,
  totalPages: Math.max(1, Math.ceil(total / limit)),
  totalDocs: total,
  hasNextPage: !isLast,
  next: next && cursorOf(next, asked?.of ?? ''),
});

export const invalidCursor = (): HttpError =>
  new HttpError(400, INVALID, {}, { code: 'invalid_cursor', errors: [{ path: 'cursor', msg: INVALID }] });

const INVALID = 'This cursor is unknown, too old, or belongs to another query. Start again without a cursor.';

const storable = z.string().check(z.refine((text) => text.isWellFormed() && !text.includes('\u0000')));
const MOST_KEYS = 8;
const MOST_PAGES = 1_000_000_000;
const content = z.object({
  of: z.string(),
  page: z.int().check(z.minimum(1), z.maximum(MOST_PAGES)),
  keys: z.array(z.union([storable, z.number(), z.null()])).check(z.minLength(1), z.maxLength(MOST_KEYS)),
  instance: z.optional(z.string()),
});

const cursorOf = (place: Place, of: string): string =>
  Buffer.from(JSON.stringify({ of, ...place })).toString('base64url');

const placeIn = (cursor: string, of: string): Place => {
  const { of: made, ...place } = contentOf(cursor);
  if (made !== of) throw invalidCursor();
  return place;
};

const contentOf = (cursor: string): z.output<typeof content> => {
  try {
    return content.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalidCursor();
  }
};
