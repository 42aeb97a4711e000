import type { Document } from '../../schema/documents.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useLast } from '../ui/held.ts';

/** The notes of a document; null closes it. */
export const NotesDialog = ({ document, onClose }: { document: Document | null; onClose: () => void }) => {
  const shown = useLast(document);
  return (
    <Dialog open={document !== null} onClose={onClose} title="Notes" subtitle={shown?.title}>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{shown?.notes}</p>
    </Dialog>
  );
};
