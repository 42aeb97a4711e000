import * as z from 'zod/mini';

/** `versionOf` (sync/edits.ts) computes `version` from the value. */
type Edit = { version: string; user_id: string; name: string; at: string };
export type Edits = Record<string, Edit>;
export type Versions = Record<string, string>;
export type ListChange = { added: string[]; removed: string[] };

/** The versions of the fields as the author saw them. With it, a change that would overwrite a newer value is refused;
 * without it, the last write wins. */
export const base = z.optional(z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(32))));

const MOST = 10_000;

/** Accepts a whole list or a change to it. Both report the errors of `list`. */
export const listOrChange = <List extends z.ZodMiniType<string[], string[]>>(
  list: List,
  item: z.ZodMiniType<string, string>,
) => {
  const items = z.pipe(
    z.array(item).check(z.maxLength(MOST)),
    z.transform((all) => [...new Set(all)]),
  );
  return z.union([list, z.object({ added: items, removed: items })], {
    error: (issue) => (issue.code === 'invalid_union' ? issue.errors[0]?.[0]?.message : undefined),
  });
};
