/** Reads the accounts of an HOA page by page after an id, at most `pages` of them, and gives each page to `work`. `last` is the id
 * of a page's last account, null where no account comes after it. Returns the id after which to go on; null where none is left. */
export const eachAccount = async <Page extends { last: string | null }>(
  { after, pages }: { after: string; pages: number },
  read: (after: string) => Promise<Page>,
  work: (page: Page) => Promise<void> | void,
): Promise<string | null> => {
  let reached: string | null = after;
  for (let count = 0; count < pages && reached !== null; count += 1) {
    const page = await read(reached);
    await work(page);
    reached = page.last;
  }
  return reached;
};

/** A page of ids that were read with a limit. */
export const pageOf = (rows: readonly { id: string }[], limit: number): { ids: string[]; last: string | null } => {
  const ids = rows.map(({ id }) => id);
  return { ids, last: rows.length < limit ? null : (ids.at(-1) ?? null) };
};
