import { atom, type Getter, useAtomValue } from 'jotai';
import { use, useMemo } from 'react';
import type { ListChange } from '../../schema/edits.ts';
import { isBlank, plainText } from '../../schema/rich-text.ts';
import type { Entity } from '../../schema/rows.ts';
import { loadOnce } from '../../sync/client/load-once.ts';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import type { OutboxLine } from '../device/outbox-index.ts';
import { rowsAtoms } from '../device/store.ts';
import { features } from '../features.ts';
import type { EditTarget, OutboxLabel, RecordHrefs, RecordTitles, RowsOf, TitleOf, Verbs } from '../outbox-label.ts';
import { formatLabel, formatPlural } from '../ui/format.ts';

/** In what words the changes in the outbox read. */
type OutboxWords = { labels: Labels; recordTitle: TitleOf };
type Labels = Record<MutatorName, OutboxLabel>;
type OutboxParts = { labels: Labels; titles: RecordTitles; verbs: Required<Verbs>; hrefs: RecordHrefs };

export const useOutboxWords = (): OutboxWords => {
  const { labels, titles } = use(outboxParts());
  const recordTitle = useAtomValue(useMemo(() => titlesAtom(titles), [titles]));
  return useMemo(() => ({ labels, recordTitle }), [labels, recordTitle]);
};

/** The labels, titles and verbs of all features: while one of the mutators has no label or no verb, this does not compile. */
export const outboxParts = loadOnce(async (): Promise<OutboxParts> => {
  const parts = await Promise.all(features.flatMap((feature) => ('outbox' in feature ? [feature.outbox()] : [])));
  return {
    labels: { dismissRefusal: { title: () => 'Dismiss Refusal' }, ...merged(parts.map(({ labels }) => labels)) },
    titles: merged(parts.flatMap((part) => ('titles' in part ? [part.titles] : []))),
    hrefs: merged(parts.flatMap((part) => ('hrefs' in part ? [part.hrefs] : []))),
    verbs: { dismissRefusal: 'dismissed', ...merged(parts.map(({ verbs }) => verbs)) },
  };
});

const merged = <Part extends object>(parts: readonly Part[]): Merged<Part> => Object.assign({}, ...parts);
type Merged<Part> = (Part extends unknown ? (part: Part) => void : never) extends (all: infer All) => void
  ? All
  : never;

const titlesAtom = (titles: RecordTitles) =>
  atom((get): TitleOf => {
    const lookups = (Object.keys(titles) as Entity[]).map((entity) => lookupIn(get, titles, entity));
    return (id) =>
      lookups.reduce<string | undefined>((title, lookup) => title ?? lookup(String(id)), undefined) ?? GONE;
  });
const GONE = 'no longer on this device';

const lookupIn = <E extends Entity>(get: Getter, titles: RecordTitles, entity: E) => {
  const rows = get(rowsAtoms[entity]);
  return (id: string): string | undefined => {
    const row = rows.get(id);
    return row && titles[entity]?.(row);
  };
};

const labelOf = ({ mutation }: OutboxItem, { labels }: OutboxWords): OutboxLabel | undefined =>
  labels[mutation as MutatorName];

export const titleOf = (item: OutboxItem, words: OutboxWords): string =>
  labelOf(item, words)?.title(item.args, words.recordTitle) ?? formatLabel(item.mutation.replace(/[A-Z]/g, ' $&'));

/** "Board meeting, Nov 12: 412 entries" */
export const groupTitleOf = ({ first, size }: OutboxLine, words: OutboxWords): string => {
  const meeting = words.recordTitle(first.args.meeting_id);
  const kind = formatLabel(first.mutation.replace(/[A-Z]/g, ' $&')).toLowerCase();
  return `${labelOf(first, words)?.group?.(meeting) ?? `${meeting}, ${kind}`}: ${formatPlural(size, 'entry', 'entries')}`;
};

export const rescueOf = (item: OutboxItem, words: OutboxWords): OutboxLabel['rescue'] =>
  item.kind === 'refused' ? labelOf(item, words)?.rescue : undefined;

export const editTargetOf = (item: OutboxItem, words: OutboxWords): EditTarget | undefined =>
  labelOf(item, words)?.edit?.(item.args);

const rowsAtom = atom(
  (get): RowsOf =>
    (entity) =>
      get(rowsAtoms[entity]).all,
);

/** The changes that can be sent instead of a refused one. */
export const useRepair = (item: OutboxItem, words: OutboxWords): ReturnType<NonNullable<OutboxLabel['repair']>> => {
  const rowsOf = useAtomValue(rowsAtom);
  return item.kind === 'refused' ? labelOf(item, words)?.repair?.(item.args, item.message ?? '', rowsOf) : undefined;
};

const HIDDEN = new Set([
  'id',
  'account_id',
  'deposit_id',
  'duplicate_ok',
  'written_at',
  'request_id',
  'violation_id',
  'user_id',
  'address_id',
  'photo_url',
  'more_photo_urls',
  'entity',
  'is_public',
]);

/** Plain text without the title, one field per line. */
export const contentOf = (item: OutboxItem, words: OutboxWords, except: readonly string[] = []): string =>
  linesOf(item, words, new Set([...IN_TITLE, ...except])).join('\n');
const IN_TITLE = new Set(['title', 'status']);

export const textOf = (item: OutboxItem, words: OutboxWords): string =>
  [titleOf(item, words), ...linesOf(item, words)].join('\n');

const linesOf = (item: OutboxItem, words: OutboxWords, except: ReadonlySet<string> = new Set()): string[] =>
  labelOf(item, words)?.content?.(item.args, words.recordTitle) ?? fieldLines(item, words.recordTitle, except);

const fieldLines = ({ args }: OutboxItem, recordTitle: TitleOf, except: ReadonlySet<string>): string[] =>
  Object.entries(args)
    .filter(([name]) => !HIDDEN.has(name) && !except.has(name))
    .flatMap(([name, value]) => {
      const label = formatLabel(name.replace(/[A-Z]/g, ' $&'));
      if (isWritten(value)) return [`${label}: ${plainText(String(value))}`];
      return isListChange(value) ? listLines(label, value, recordTitle) : [];
    });

const listLines = (label: string, { added, removed }: ListChange, recordTitle: TitleOf): string[] => [
  ...(added.length > 0 ? [`${label} added: ${added.map(recordTitle).join(', ')}`] : []),
  ...(removed.length > 0 ? [`${label} removed: ${removed.map(recordTitle).join(', ')}`] : []),
];

const isListChange = (value: unknown): value is ListChange =>
  typeof value === 'object' && value !== null && 'added' in value && 'removed' in value;

const isWritten = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && !isBlank(value));
