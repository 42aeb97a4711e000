import { useState } from 'react';
import { messageOf } from '../../device/http.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatDateTime, formatMoney, formatPlural } from '../../ui/format.ts';
import { toast } from '../../ui/toast.tsx';
import { type PastImport, undoImport, usePastImports } from './opening-import.ts';

/** An import that was undone is made anew under another id. */
export const PastImports = ({ onUndone }: { onUndone: (import_id: string) => void }) => {
  const imports = usePastImports();
  const [undoing, setUndoing] = useState<PastImport | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  if (imports.length === 0) return null;
  const undo = (one: PastImport) =>
    undoImport(one).then(
      () => {
        onUndone(one.import_id);
        void toast('Import undone');
      },
      (error) => setFailure(messageOf(error, 'The import could not be undone. Please try again.')),
    );
  return (
    <Card title="Imports" flush>
      <div className="px-4">
        <ErrorAlert message={failure} onClose={() => setFailure(null)} />
      </div>
      <ul className="num mt-2">
        {imports.map((one) => (
          <ImportLine key={one.import_id} made={one} onUndo={() => setUndoing(one)} />
        ))}
      </ul>
      <ConfirmDialog
        open={undoing !== null}
        onClose={() => setUndoing(null)}
        title="Undo Import"
        confirm="Undo Import"
        onConfirm={() => (undoing ? undo(undoing) : undefined)}
      >
        {undoing &&
          `${formatPlural(undoing.openings.length, 'balance')} of ${formatMoney(sumOf(undoing))} in all are reversed as of their own day. The entries and their reversals stay in the accounts.`}
      </ConfirmDialog>
    </Card>
  );
};

const sumOf = ({ openings }: PastImport) => openings.reduce((cents, { amount_cents }) => cents + amount_cents, 0);

const ImportLine = ({ made, onUndo }: { made: PastImport; onUndo: () => void }) => (
  <li className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-2.5">
    <span>
      {formatDateTime(made.at)}
      {made.by && ` by ${made.by}`}
      <span className="block text-ink-3 text-sm">
        {made.openings.length === 0
          ? `${formatPlural(made.entries.length, 'balance')}, undone`
          : `${formatPlural(made.openings.length, 'balance')}, ${formatMoney(sumOf(made))}`}
      </span>
    </span>
    {made.openings.length > 0 && (
      <Button size="small" onClick={onUndo}>
        Undo
      </Button>
    )}
  </li>
);
