/** Pieces of at most `size` characters, cut between words. */
export const pieces = (text: string, size: number): string[] => {
  const found: string[] = [];
  for (let from = 0; from < text.length; ) {
    const space = text.lastIndexOf(' ', from + size);
    const to = from + size >= text.length ? text.length : space > from ? space : from + size;
    found.push(text.slice(from, to));
    from = to;
  }
  return found;
};
