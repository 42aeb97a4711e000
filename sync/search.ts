/** Texts are compared in lower case, with the Greek final sigma as any other sigma. */
export const fold = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

const foldedTexts = new WeakMap<object, string>();

/** `fold(text())`, cached by row, as folding is most of a search's cost and rows are immutable. Always call it with
 * the same text of a row. */
export const foldedText = (row: object, text: () => string): string => {
  let folded = foldedTexts.get(row);
  if (folded === undefined) {
    folded = fold(text());
    foldedTexts.set(row, folded);
  }
  return folded;
};
