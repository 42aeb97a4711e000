import { atom, type Getter, useAtomValue } from 'jotai';
import type { ListChange } from '../../schema/edits.ts';
import { isBlank, plainText } from '../../schema/rich-text.ts';
import type { Entity } from '../../schema/rows.ts';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import type { OutboxLine } from '../device/outbox-index.ts';
import { rowsAtoms } from '../device/store.ts';
import { outboxLabels, recordTitles } from '../features.ts';
import type { EditTarget, OutboxLabel, RowsOf, TitleOf } from '../outbox.ts';
import { formatLabel, formatPlural } from '../ui/format.ts';

const titlesAtom = atom((get): TitleOf => {
  const lookups = (Object.keys(recordTitles) as Entity[]).map((entity) => lookupIn(get, entity));
  return (id) => lookups.reduce<string | undefined>((title, lookup) => title ?? lookup(String(id)), undefined) ?? GONE;
});
const GONE = 'no longer on this device';

const lookupIn = <E extends Entity>(get: Getter, entity: E) => {
  const rows = get(rowsAtoms[entity]);
  return (id: string): string | undefined => {
    const row = rows.get(id);
    return row && recordTitles[entity]?.(row);
  };
};

export const useRecordTitle = (): TitleOf => useAtomValue(titlesAtom);

const labelOf = ({ mutation }: OutboxItem): OutboxLabel | undefined => outboxLabels[mutation as MutatorName];

export const titleOf = (item: OutboxItem, recordTitle: TitleOf): string =>
  labelOf(item)?.title(item.args, recordTitle) ?? formatLabel(item.mutation.replace(/[A-Z]/g, ' $&'));

/** "Board meeting, Nov 12: 412 entries" */
export const groupTitleOf = ({ first, size }: OutboxLine, recordTitle: TitleOf): string => {
  const meeting = recordTitle(first.args.meeting_id);
  const kind = formatLabel(first.mutation.replace(/[A-Z]/g, ' $&')).toLowerCase();
  return `${labelOf(first)?.group?.(meeting) ?? `${meeting}, ${kind}`}: ${formatPlural(size, 'entry', 'entries')}`;
};

export const rescueOf = (item: OutboxItem): OutboxLabel['rescue'] =>
  item.kind === 'refused' ? labelOf(item)?.rescue : undefined;

export const editTargetOf = (item: OutboxItem): EditTarget | undefined => labelOf(item)?.edit?.(item.args);

const rowsAtom = atom(
  (get): RowsOf =>
    (entity) =>
      get(rowsAtoms[entity]).all,
);

/** What a refused change can be sent as instead. */
export const useRepair = (item: OutboxItem): ReturnType<NonNullable<OutboxLabel['repair']>> => {
  const rowsOf = useAtomValue(rowsAtom);
  return item.kind === 'refused' ? labelOf(item)?.repair?.(item.args, item.message ?? '', rowsOf) : undefined;
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
export const contentOf = (item: OutboxItem, recordTitle: TitleOf, except: readonly string[] = []): string =>
  linesOf(item, recordTitle, new Set([...IN_TITLE, ...except])).join('\n');
const IN_TITLE = new Set(['title', 'status']);

export const textOf = (item: OutboxItem, recordTitle: TitleOf): string =>
  [titleOf(item, recordTitle), ...linesOf(item, recordTitle)].join('\n');

const linesOf = (item: OutboxItem, recordTitle: TitleOf, except: ReadonlySet<string> = new Set()): string[] =>
  labelOf(item)?.content?.(item.args, recordTitle) ?? fieldLines(item, recordTitle, except);

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
  ...(removed.length > 0 ? [`${label} taken away: ${removed.map(recordTitle).join(', ')}`] : []),
];

const isListChange = (value: unknown): value is ListChange =>
  typeof value === 'object' && value !== null && 'added' in value && 'removed' in value;

const isWritten = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && !isBlank(value));
