import type { ItemKind, LinkedRecord, RecordAction } from '../../../schema/meetings.ts';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';

type Placed = Pick<AgendaItem, 'id' | 'position'>;

/** Places between two items, so that one can be moved without touching the others. */
const GAP = 1024;

export const inOrder = <Item extends Placed>(items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));

/** `n` positions after the item named, before all for null, after all for undefined. Null where no room is left. */
export const positionsAfter = (items: readonly Placed[], after_id: string | null | undefined, n: number) => {
  const ordered = inOrder(items);
  const at = after_id === undefined ? ordered.length - 1 : ordered.findIndex(({ id }) => id === after_id);
  const from = ordered[at]?.position ?? (ordered[0]?.position ?? GAP) - GAP * (n + 1);
  const to = ordered[at + 1]?.position ?? from + GAP * (n + 1);
  const step = Math.floor((to - from) / (n + 1));
  return step < 1 ? null : Array.from({ length: n }, (_, nth) => from + step * (nth + 1));
};

/** All items anew with a full gap between each. */
export const spread = <Item extends Placed>(items: readonly Item[]): Item[] =>
  inOrder(items).map((item, at) => ({ ...item, position: GAP * (at + 1) }));

/** The nth position of a new agenda. */
export const nthPosition = (n: number): number => GAP * (n + 1);

/** A case of one household is heard behind closed doors unless the board decides otherwise. */
export const isExecutiveByDefault = (record: LinkedRecord | null | undefined): boolean =>
  record?.entity === 'violation' || record?.entity === 'account';

export const KIND_OF_RECORD: Record<LinkedRecord['entity'], ItemKind> = {
  request: 'new_business',
  violation: 'new_business',
  account: 'new_business',
  meeting: 'minutes',
  actionItem: 'unfinished',
  motion: 'unfinished',
};

type Actions = { on_adopt: RecordAction[] | null; on_fail: RecordAction[] | null };

/** The effect of adopting or failing a motion on the record, unless the board chooses otherwise. */
export const actionsByDefault = (record: LinkedRecord | null | undefined, row?: object | null | undefined): Actions => {
  if (record?.entity === 'request') {
    const [adopted, failed] =
      row && 'category' in row && row.category === 'Modification'
        ? (['resolved', 'rejected'] as const)
        : (['in_progress', 'closed'] as const);
    const of = (status: string): RecordAction[] => [{ entity: 'request', id: record.id, status }];
    return { on_adopt: of(adopted), on_fail: of(failed) };
  }
  if (record?.entity === 'meeting')
    return { on_adopt: [{ entity: 'meeting', id: record.id, status: 'approved' }], on_fail: null };
  return { on_adopt: null, on_fail: null };
};
