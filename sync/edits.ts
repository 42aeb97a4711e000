import type { Edits, ListChange } from '../schema/edits.ts';
import { Refusal, type Tx } from './tx.ts';
import { type EditableRow, type Fields, fieldVersion, versionOf } from './versions.ts';

/** Throws Refusal('conflict') about the first field. */
export const refuseConflicts = (tx: Tx, row: EditableRow, [field]: readonly string[]): void => {
  if (!field) return;
  const word = fieldLabel(field);
  const were = word.endsWith('s') ? 'were' : 'was';
  const by = editorOf(tx, row, [field]);
  throw new Refusal(
    'conflict',
    `The ${word} ${were} changed by ${by} in the meantime. Compare both versions and save again.`,
  );
};

export const editorOf = (tx: Tx, { edits }: EditableRow, fields: readonly string[]): string => {
  const [last] = fields.flatMap((field) => edits?.[field] ?? []).sort((one, other) => (one.at < other.at ? 1 : -1));
  if (!last) return 'someone else';
  return last.user_id === tx.actor.id ? 'you on another device' : last.name;
};

const FIELD_LABELS: Record<string, string> = {
  audience_type: 'audience',
  custom_recipients: 'recipients',
  recipient_rule: 'recipients',
  starts_at: 'start',
  ends_at: 'end',
  chair_id: 'chair',
  secretary_id: 'secretary',
  desk_ids: 'desk people',
  exec_summary: 'summary of the executive session',
  maintenance_id: 'person for Maintenance',
  modification_id: 'person for Modification',
  inquiry_id: 'person for Inquiry',
  other_id: 'person for Other',
  remind_unanswered_days: 'reminder days',
  remind_overdue: 'overdue reminder',
};
const fieldLabel = (field: string): string => FIELD_LABELS[field] ?? field.replaceAll('_', ' ');

export const recordEdits = ({ actor, now }: Tx, row: EditableRow, changes: Fields): Edits => {
  const made = Object.entries(changes)
    .filter(([field, value]) => value !== undefined && versionOf(value) !== fieldVersion(row, field))
    .map(([field, value]) => [
      field,
      { version: versionOf(value), user_id: actor.id, name: actor.name || actor.email, at: now },
    ]);
  return { ...row.edits, ...Object.fromEntries(made) };
};

/** A ListChange keeps what others have added or removed; a whole list replaces it. */
export const applyListChange = (
  list: readonly string[],
  change: readonly string[] | ListChange | undefined,
): string[] => {
  if (!change) return [...list];
  if (!('added' in change)) return [...change];
  const [known, removed] = [new Set(list), new Set(change.removed)];
  return [...list.filter((id) => !removed.has(id)), ...change.added.filter((id) => !known.has(id))];
};

export const listChange = (before: readonly string[], after: readonly string[]): ListChange => {
  const [old, next] = [new Set(before), new Set(after)];
  return { added: after.filter((id) => !old.has(id)), removed: before.filter((id) => !next.has(id)) };
};

export const addedIds = (list: readonly string[], change: readonly string[] | ListChange | undefined): string[] =>
  listChange(list, applyListChange(list, change)).added;

export const isChanged = <Row extends object>(row: Row, old: Row, fields: readonly (keyof Row)[]): boolean =>
  fields.some((field) => JSON.stringify(row[field] ?? null) !== JSON.stringify(old[field] ?? null));
