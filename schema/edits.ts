import { text } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';

/** Who last set a field, when, and to what: `version` as `versionOf` of sync/edits.ts gives it. */
export type Edit = { version: string; user_id: string; name: string; at: string };
/** By field. */
export type Edits = Record<string, Edit>;
export type Versions = Record<string, string>;
export type ListChange = { added: string[]; removed: string[] };

/** Who last set which field of a row; null where nobody has since it was made. For the board alone. */
export const editsColumn = () => text({ mode: 'json' }).$type<Edits>();

/** The versions of the fields as the author saw them. A change that would replace something newer is then refused;
 * without it the last one wins. */
export const base = z.record(z.string().max(64), z.string().max(32)).optional();

const MOST = 10_000;

/** A list as it shall be, or what is added to it and taken from it; what is wrong is said in the words of `list`. */
export const listOrChange = <List extends z.ZodType<string[], string[]>>(
  list: List,
  item: z.ZodType<string, string>,
) => {
  const items = z
    .array(item)
    .max(MOST)
    .transform((all) => [...new Set(all)]);
  return z.union([list, z.object({ added: items, removed: items })], {
    error: (issue) => (issue.code === 'invalid_union' ? issue.errors[0]?.[0]?.message : undefined),
  });
};
