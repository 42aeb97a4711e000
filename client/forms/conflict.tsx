import { useId } from 'react';
import type { Edits } from '../../schema/edits.ts';
import { useUser } from '../device/session.ts';
import { FieldValues } from '../screens/field-value.tsx';
import { Button } from '../ui/button.tsx';
import { formatDateTime } from '../ui/format.ts';

type Row = { edits?: Edits | null };

/** The last change of these fields: "Changed by Sue Whitfield", and when. */
export const useChangedBy = ({ edits }: Row, fields: readonly string[]): { by: string; at?: string } => {
  const me = useUser().id;
  const [last] = fields.flatMap((field) => edits?.[field] ?? []).sort((a, b) => (a.at < b.at ? 1 : -1));
  if (!last) return { by: 'Changed by someone else' };
  return { by: last.user_id === me ? 'Changed by you on another device' : `Changed by ${last.name}`, at: last.at };
};

/** How a form settles conflicts; `useRecordForm` gives it. */
export type ConflictEdit = {
  conflicts: readonly string[];
  keepMine(fields: readonly string[]): void;
  takeTheirs(fields: readonly string[]): void;
};
type Props = {
  /** The record as it is now; none for a new one. */
  row: Row | undefined;
  /** Fields that are settled together. */
  fields: readonly string[];
  edit: ConflictEdit;
};

/** Shows under a field that somebody else changed it after the author began, with the value as it is now, and lets the
 * author choose between the two; nothing without a conflict. */
export const FieldConflict = ({ row, fields, edit }: Props) => {
  const { by, at } = useChangedBy(row ?? {}, fields);
  const id = useId();
  if (!row || !fields.some((field) => edit.conflicts.includes(field))) return null;
  return (
    <section
      aria-labelledby={id}
      className="-mt-2 grid gap-2 rounded-md border border-amber-line bg-amber-soft px-3.5 py-2.5"
    >
      <p id={id} role="status" className="font-[590]">
        {by} since you started
        {at && <span className="num font-normal text-ink-3 text-sm"> · {formatDateTime(at)}</span>}
      </p>
      <div className="max-h-60 overflow-y-auto text-ink-2">
        <FieldValues values={row} fields={fields} />
      </div>
      <span className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => edit.keepMine(fields)}>
          Keep Mine
        </Button>
        <Button size="small" onClick={() => edit.takeTheirs(fields)}>
          Use This One
        </Button>
      </span>
    </section>
  );
};
