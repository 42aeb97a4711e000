/** The form in which texts are compared: lower case, the Greek final sigma as any other sigma. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

const foldedTexts = new WeakMap<object, string>();

/** `fold(text())`, remembered with its row: folding is most of what a search costs, and rows are never changed in place.
 * Always the same text of a row. */
export const foldedText = (row: object, text: () => string): string => {
  let folded = foldedTexts.get(row);
  if (folded === undefined) {
    folded = fold(text());
    foldedTexts.set(row, folded);
  }
  return folded;
};
