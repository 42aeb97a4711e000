import MiniSearch from 'minisearch';

type Searched = { id: string; label: string; hint?: string };

/** How many letters of a word may differ. Numbers and short words must be right. */
export const fuzziness = (term: string): number | false =>
  term.length < 4 || /^\d+$/.test(term) ? false : term.length < 6 ? 1 : 2;

const indexes = new WeakMap<readonly Searched[], MiniSearch>();

const indexOf = (choices: readonly Searched[]): MiniSearch => {
  const known = indexes.get(choices);
  if (known) return known;
  const index = new MiniSearch({ fields: ['label', 'hint'] });
  index.addAll(choices);
  indexes.set(choices, index);
  return index;
};

/** The choices with every word of the term or one that is spelled a little differently, the nearest first. */
export const findFuzzy = <Choice extends Searched>(choices: readonly Choice[], term: string): Choice[] => {
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  return indexOf(choices)
    .search(term, { combineWith: 'AND', prefix: true, fuzzy: fuzziness })
    .flatMap(({ id }) => byId.get(id as string) ?? []);
};
