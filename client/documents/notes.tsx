import { useRef } from 'react';
import type { Document } from '../../schema/documents.ts';
import { Dialog } from '../ui/dialog.tsx';

/** The notes of a document; null closes it. */
export const NotesDialog = ({ document, onClose }: { document: Document | null; onClose: () => void }) => {
  const shown = useLast(document);
  return (
    <Dialog open={document !== null} onClose={onClose} title="Notes" subtitle={shown?.title}>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{shown?.notes}</p>
    </Dialog>
  );
};

/** The last value that was there: what a dialog still shows while it closes. */
export const useLast = <Value,>(value: Value | null): Value | null => {
  const last = useRef(value);
  last.current = value ?? last.current;
  return last.current;
};
