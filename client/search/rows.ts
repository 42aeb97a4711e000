import type { LucideIcon } from 'lucide-react';
import { Search } from 'lucide-react';
import type { Entity } from '../../schema/rows.ts';
import { formatCount } from '../ui/format.ts';
import { normalize, queryWords, wordsOf } from './query-words.ts';
import type { Hit, HitGroup, Results, SearchIndex } from './search-index.ts';
import type { SearchAction } from './source.ts';

/** A line of the palette: a record, an action or screen, or the rest of a kind. */
export type PaletteRow =
  | { id: string; kind: 'record'; icon: LucideIcon; hit: Hit }
  | { id: string; kind: 'action'; icon: LucideIcon; action: SearchAction }
  | { id: string; kind: 'more'; icon: LucideIcon; entity: Entity; label: string };
export type PaletteGroup = { label: string; rows: PaletteRow[] };

const FEW = 5;
const MANY = 12;
const ALL = 50;

/** How many results of a kind are shown: more where few kinds match, and all where that was asked for. */
export const searchGroups = (
  index: SearchIndex,
  actions: readonly SearchAction[],
  query: string,
  expanded: Entity | null,
): { groups: PaletteGroup[]; results: Results } => {
  const results = index.search(query, (entity) => (entity === expanded ? ALL : MANY));
  const most = results.groups.length > 2 ? FEW : MANY;
  const found = matchingActions(actions, query);
  return {
    results,
    groups: [
      ...(found.length > 0 ? [{ label: 'Actions and screens', rows: found.slice(0, FEW).map(actionRow) }] : []),
      ...results.groups.map((group) => groupOf(group, group.source.entity === expanded ? ALL : most)),
    ],
  };
};

/** Before anything is typed: what was opened last, or else what is newest, and what can be done. */
export const firstGroups = (
  index: SearchIndex,
  actions: readonly SearchAction[],
  recent: readonly string[],
): PaletteGroup[] => {
  const opened = index.at(recent).slice(0, FEW);
  const records = opened.length > 0 ? opened : index.newest(FEW);
  const rows = records.map(({ source: { icon }, hit }): PaletteRow => ({ id: hit.key, kind: 'record', icon, hit }));
  return [
    ...(rows.length > 0 ? [{ label: opened.length > 0 ? 'Recently opened' : 'Newest', rows }] : []),
    { label: 'Actions and screens', rows: actions.map(actionRow) },
  ];
};

const groupOf = ({ source: { entity, label, icon }, hits, count }: HitGroup, most: number): PaletteGroup => {
  const rows = hits.slice(0, most).map((hit): PaletteRow => ({ id: hit.key, kind: 'record', icon, hit }));
  const more: PaletteRow = { id: `more/${entity}`, kind: 'more', icon: Search, entity, label: moreOf(label, count) };
  return { label, rows: count > rows.length && most < ALL ? [...rows, more] : rows };
};

const moreOf = (label: string, count: number) =>
  count > ALL
    ? `Show the first ${ALL} of ${formatCount(count)} ${label.toLowerCase()}`
    : `Show all ${count} ${label.toLowerCase()}`;

const actionRow = (action: SearchAction): PaletteRow => ({
  id: `action${action.href}`,
  kind: 'action',
  icon: action.icon,
  action,
});

/** Every word of the query begins one of the label or of its other words; those that begin the label come first. */
const matchingActions = (actions: readonly SearchAction[], query: string): SearchAction[] => {
  const words = queryWords(query);
  if (words.length === 0) return [];
  const has = (text: string, word: string) => wordsOf(text).some((one) => normalize(one).startsWith(word));
  const matching = actions.filter(({ label, words: other = '' }) =>
    words.every((word) => has(`${label} ${other}`, word)),
  );
  const inLabel = ({ label }: SearchAction) => words.every((word) => has(label, word));
  return [...matching.filter(inLabel), ...matching.filter((action) => !inLabel(action))];
};
