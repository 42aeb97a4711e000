export const Highlight = ({ text, term }: { text: string; term: string }) => {
  const needle = term.trim().toLowerCase();
  const folded = text.toLowerCase();
  // Some capitals get longer in lower case, so positions would not match.
  if (needle === '' || folded.length !== text.length) return text;
  return startsOf(folded, needle).map((start, index, starts) => {
    const end = index === 0 ? 0 : starts[index - 1]! + needle.length;
    return start < 0 ? (
      text.slice(end)
    ) : (
      <span key={start}>
        {text.slice(end, start)}
        <mark className="rounded-[3px] bg-amber-soft text-inherit">{text.slice(start, start + needle.length)}</mark>
      </span>
    );
  });
};

/** The positions of `word`, followed by -1 for the rest of the text. */
const startsOf = (text: string, word: string): number[] => {
  const starts: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) starts.push(at);
  return [...starts, -1];
};
