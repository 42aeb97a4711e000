import { clsx } from 'clsx';
import { Download, FileImage, FileText, History, LoaderCircle, Trash2 } from 'lucide-react';
import { useLocation } from 'wouter';
import type { Document } from '../../../schema/tables/documents.ts';
import { fold } from '../../../sync/list.ts';
import { messageOf } from '../../device/api.ts';
import { useCan } from '../../device/session.ts';
import { save } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { PendingFile } from '../../screens/pending-file.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { formatSize } from '../../ui/format.ts';
import { useLast } from '../../ui/frozen.ts';
import { Highlight } from '../../ui/highlight.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuEntry } from '../../ui/menu-panel.tsx';
import { toast } from '../../ui/toast.tsx';
import type { RowError } from './model.ts';

export const AccessBadge = ({ isPublic }: { isPublic: boolean }) =>
  isPublic ? <Badge>Public</Badge> : <Badge tone="violet">Board Only</Badge>;

export type RowActions = {
  download: (document: Document) => void;
  busy: string | null;
  openNotes: (document: Document) => void;
  /** null for residents. */
  confirmDelete: ((document: Document) => void) | null;
};

type Cell = { document: Document; actions: RowActions; term: string };

const IMAGES = ['jpg', 'jpeg', 'png', 'gif'];

export const RowMenu = ({ document, actions: { download, confirmDelete } }: Omit<Cell, 'term'>) => {
  const [, navigate] = useLocation();
  const entries: MenuEntry[] = [{ label: 'Download', icon: Download, onSelect: () => download(document) }];
  if (useCan('activity.view'))
    entries.push({ label: 'Activity', icon: History, onSelect: () => navigate(paths.activityOf(document.id)) });
  if (confirmDelete)
    entries.push({ label: 'Delete', icon: Trash2, danger: true, above: true, onSelect: () => confirmDelete(document) });
  return <Menu entries={entries} />;
};

export const NameCell = ({ document, actions, term }: Cell) => {
  const busy = actions.busy === document.id;
  const Icon = busy ? LoaderCircle : IMAGES.includes(document.file_type) ? FileImage : FileText;
  return (
    <span className="flex items-center gap-2.5">
      <Icon aria-hidden className={clsx('size-4 shrink-0 text-ink-3', busy && 'animate-turn')} strokeWidth={1.8} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <button
          type="button"
          data-row
          title="Download"
          onClick={() => actions.download(document)}
          className="scroll-my-20 text-left font-[560] text-ink hover:underline touch:min-h-11"
        >
          <Highlight text={document.title} term={term} />
        </button>
        {document.file_pending && (
          <span className="block">
            <PendingFile />
          </span>
        )}
        <Excerpt document={document} term={term} />
      </span>
    </span>
  );
};

/** The words around the match, of a document that the search found by its notes alone. */
const Excerpt = ({ document: { title, notes }, term }: Omit<Cell, 'actions'>) => {
  const needle = fold(term.trim());
  if (needle === '' || !notes || fold(title).includes(needle)) return null;
  const start = notes.lastIndexOf(' ', Math.max(0, fold(notes).indexOf(needle) - CONTEXT_LENGTH)) + 1;
  const text = `${start > 0 ? '…' : ''}${notes.slice(start)}`;
  return (
    <span className="line-clamp-1 text-ink-3 text-sm">
      <Highlight text={text} term={term} />
    </span>
  );
};

const CONTEXT_LENGTH = 24;

export const NotesButton = ({ document, actions }: Omit<Cell, 'term'>) =>
  document.notes && (
    <Button
      size="small"
      variant="ghost"
      className="-ml-2.5 max-md:-my-2 max-md:-mr-3.5"
      onClick={() => actions.openNotes(document)}
    >
      View Notes<span className="sr-only"> of {document.title}</span>
    </Button>
  );

export const DocumentCard = (props: Cell) => {
  const { category, is_public, file_type, file_size, created_at, uploaded_by_name } = props.document;
  return (
    <div className="-my-1.5 grid gap-0.5">
      <span className="flex items-start justify-between gap-2">
        <NameCell {...props} />
        <span className="-mr-2.5 shrink-0">
          <RowMenu {...props} />
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-sm">
        <AccessBadge isPublic={is_public} /> {category}
        <Ago at={created_at} className="num ml-auto" />
      </span>
      <span className="num flex min-h-9 flex-wrap items-center justify-between gap-x-2 text-ink-3 text-sm">
        <span>
          {file_type.toUpperCase()} · {formatSize(file_size)}
          {props.actions.confirmDelete && ` · ${uploaded_by_name}`}
        </span>
        <NotesButton {...props} />
      </span>
    </div>
  );
};

export const NotesDialog = ({ document, onClose }: { document: Document | null; onClose: () => void }) => {
  const shown = useLast(document);
  return (
    <Dialog open={document !== null} onClose={onClose} title="Notes" subtitle={shown?.title}>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{shown?.notes}</p>
    </Dialog>
  );
};

type Props = { document: Document | null; onClose: () => void; onError: (id: string, error: RowError) => void };

/** Confirms a deletion; null closes it. Offline the deletion waits in the outbox. */
export const DeleteDialog = ({ document, onClose, onError }: Props) => {
  const shown = useLast(document);
  const remove = async ({ id, title }: Document) =>
    // The outbox shows the title: the row is gone by then.
    save('deleteDocument', { id, title }).then(
      () => toast('Document deleted'),
      (error) => onError(id, { message: 'Failed to delete document', reason: messageOf(error, '') }),
    );
  return (
    <ConfirmDialog
      open={document !== null}
      onClose={onClose}
      title="Delete Document"
      confirm="Delete"
      onConfirm={() => (shown ? remove(shown) : undefined)}
    >
      “{shown?.title}” and its file will be deleted for everyone. You can’t undo this.
    </ConfirmDialog>
  );
};
