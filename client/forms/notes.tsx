import { useState } from 'react';
import type { Edits, Versions } from '../../schema/edits.ts';
import { versionsOf } from '../../sync/versions.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { useDraft } from '../ui/draft.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/input.tsx';
import { FieldConflict } from './conflict.tsx';
import { useSubmit } from './submit.ts';

const FIELDS = ['resolution_notes'];

/** The typed text, and the version of the notes that it began from. */
type NotesDraft = { resolution_notes: string; base: Versions };

type Row = { resolution_notes: string | null; edits?: Edits | null };

type NotesEdit = {
  draftKey: string;
  row: Row;
  /** True if writing this would replace what somebody else wrote since. */
  conflictsOf: (change: NotesDraft) => string[];
  write: (change: NotesDraft) => Promise<void>;
};

/** Editing the notes of a record in their place: `draft` is null until `begin`, and is kept on the device. */
export const useNotes = ({ draftKey, row, conflictsOf, write }: NotesEdit) => {
  const { value: draft, set, discard } = useDraft<NotesDraft | null>(draftKey, null);
  const [wasBegun, setBegun] = useState(false);
  const { submit, busy, failure, dismiss } = useSubmit('Failed to save the notes', { repeat: true });
  const base = () => versionsOf(row, FIELDS);
  return {
    row,
    draft,
    wasBegun,
    busy,
    failure,
    dismiss,
    conflicts: draft ? conflictsOf(draft) : [],
    begin: () => {
      setBegun(true);
      set({ resolution_notes: row.resolution_notes ?? '', base: base() });
    },
    type: (text: string) => draft && set({ ...draft, resolution_notes: text }),
    keepMine: () => draft && set({ ...draft, base: base() }),
    takeTheirs: discard,
    discard,
    save: () => draft && submit(() => write(draft).then(discard)),
  };
};

/** The notes while they are edited. `required` ones are not saved blank. */
export const NotesEditor = ({ edit, required = false }: { edit: ReturnType<typeof useNotes>; required?: boolean }) => {
  const { row, draft, wasBegun, busy, failure, conflicts } = edit;
  if (!draft) return null;
  return (
    <div className="grid gap-2.5">
      {failure && (
        <Alert tone="error" onClose={edit.dismiss}>
          {failure}
        </Alert>
      )}
      <Field label="Notes">
        <Textarea
          rows={4}
          maxLength={5000}
          autoFocus={wasBegun}
          value={draft.resolution_notes}
          onChange={(event) => edit.type(event.target.value)}
          className="max-h-80"
        />
      </Field>
      <FieldConflict row={row as never} fields={FIELDS} edit={edit} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={edit.discard}>
          Cancel
        </Button>
        <Button
          variant="primary"
          busy={busy}
          disabled={conflicts.length > 0 || (required && !draft.resolution_notes.trim())}
          onClick={edit.save}
        >
          Save
        </Button>
      </div>
    </div>
  );
};
