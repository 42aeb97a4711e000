/** Search ignores case and treats the Greek final sigma like any other sigma. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

const foldedTexts = new WeakMap<object, string>();

/** Caches `fold(text())` by row, because folding is most of a search's cost. Always call it with the same text of a
 * row. */
export const foldedText = (row: object, text: () => string): string => {
  let folded = foldedTexts.get(row);
  if (folded === undefined) {
    folded = fold(text());
    foldedTexts.set(row, folded);
  }
  return folded;
};
