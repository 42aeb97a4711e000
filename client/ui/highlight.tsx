/** A text with every place marked where `term` was found. */
export const Highlight = ({ text, term }: { text: string; term: string }) => {
  const wanted = term.trim().toLowerCase();
  const folded = text.toLowerCase();
  // Some capitals grow when lowered; positions would no longer agree.
  if (wanted === '' || folded.length !== text.length) return text;
  return startsOf(folded, wanted).map((start, index, starts) => {
    const end = index === 0 ? 0 : starts[index - 1]! + wanted.length;
    return start < 0 ? (
      text.slice(end)
    ) : (
      <span key={start}>
        {text.slice(end, start)}
        <mark className="rounded-[3px] bg-amber-soft text-inherit">{text.slice(start, start + wanted.length)}</mark>
      </span>
    );
  });
};

/** Where a word starts in a text, and -1 for what follows its last occurrence. */
const startsOf = (text: string, word: string): number[] => {
  const starts: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) starts.push(at);
  return [...starts, -1];
};
