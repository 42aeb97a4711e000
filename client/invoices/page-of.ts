/** Which rows stand on a page, both counted from 1. A page beyond the last is the last. */
export const pageOf = (total: number, wanted: number, size: number) => {
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(Math.max(1, wanted), pages);
  return { page, pages, total, first: Math.min(total, (page - 1) * size + 1), last: Math.min(total, page * size) };
};
