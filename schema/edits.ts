import * as z from 'zod';

/** `versionOf` (sync/edits.ts) computes `version` from the value. */
export type Edit = { version: string; user_id: string; name: string; at: string };
export type Edits = Record<string, Edit>;
export type Versions = Record<string, string>;
export type ListChange = { added: string[]; removed: string[] };

/** The versions of the fields as the author saw them. With it, a change that would overwrite a newer value is refused;
 * without it, the last write wins. */
export const base = z.record(z.string().max(64), z.string().max(32)).optional();

const MOST = 10_000;

/** Accepts a whole list or a change to it. Both report the errors of `list`. */
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
