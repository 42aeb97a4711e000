import { clsx } from 'clsx';
import { Download, FileImage, FileText, LoaderCircle, Trash2 } from 'lucide-react';
import type { Document } from '../../schema/documents.ts';
import { fold } from '../../sync/search.ts';
import { FileCheck } from '../screens/file-check.tsx';
import { Button } from '../ui/button.tsx';
import { formatDate, formatSize } from '../ui/format.ts';
import { Highlight } from '../ui/highlight.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { Access } from './access.tsx';

/** What can be done with a row. */
export type Acts = {
  download: (document: Document) => void;
  /** The row whose download is being prepared. */
  busy: string | null;
  showNotes: (document: Document) => void;
  /** null for residents. */
  askDelete: ((document: Document) => void) | null;
};

type Cell = { document: Document; acts: Acts; term: string };

const IMAGES = ['jpg', 'jpeg', 'png', 'gif'];

/** What can be done with a row, behind one button. */
export const RowMenu = ({ document, acts: { download, askDelete } }: Omit<Cell, 'term'>) => {
  const entries: MenuEntry[] = [{ label: 'Download', icon: Download, onSelect: () => download(document) }];
  if (askDelete)
    entries.push({ label: 'Delete', icon: Trash2, danger: true, above: true, onSelect: () => askDelete(document) });
  return <Menu entries={entries} />;
};

/** Pressing the name downloads. */
export const Name = ({ document, acts, term }: Cell) => {
  const busy = acts.busy === document.id;
  const Icon = busy ? LoaderCircle : IMAGES.includes(document.file_type) ? FileImage : FileText;
  return (
    <span className="flex items-center gap-2.5">
      <Icon aria-hidden className={clsx('size-4 shrink-0 text-ink-3', busy && 'animate-turn')} strokeWidth={1.8} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <button
          type="button"
          data-row
          title="Download"
          onClick={() => acts.download(document)}
          className="scroll-my-20 text-left font-[560] text-ink hover:underline max-md:min-h-11"
        >
          <Highlight text={document.title} term={term} />
        </button>
        {document.file_pending && (
          <span className="block">
            <FileCheck />
          </span>
        )}
        <Excerpt document={document} term={term} />
      </span>
    </span>
  );
};

/** Where the notes alone were why a search found it: the words around what was found. */
const Excerpt = ({ document: { title, notes }, term }: Omit<Cell, 'acts'>) => {
  const wanted = fold(term.trim());
  if (wanted === '' || !notes || fold(title).includes(wanted)) return null;
  const start = notes.lastIndexOf(' ', Math.max(0, fold(notes).indexOf(wanted) - BEFORE)) + 1;
  const text = `${start > 0 ? '…' : ''}${notes.slice(start)}`;
  return (
    <span className="line-clamp-1 text-ink-3 text-sm">
      <Highlight text={text} term={term} />
    </span>
  );
};

/** Characters shown before what was found, and then back to the start of a word. */
const BEFORE = 24;

/** Opens the notes, where there are any. */
export const Notes = ({ document, acts }: Omit<Cell, 'term'>) =>
  document.notes && (
    <Button
      size="small"
      variant="ghost"
      className="-ml-2.5 max-md:-my-2 max-md:-mr-3.5"
      onClick={() => acts.showNotes(document)}
    >
      View notes<span className="sr-only"> of {document.title}</span>
    </Button>
  );

/** A document on a phone. */
export const DocumentCard = (props: Cell) => {
  const { category, is_public, file_type, file_size, created_at, uploaded_by_name } = props.document;
  return (
    <div className="-my-1.5 grid gap-0.5">
      <span className="flex items-start justify-between gap-2">
        <Name {...props} />
        <span className="-mr-2.5 shrink-0">
          <RowMenu {...props} />
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-sm">
        <Access isPublic={is_public} /> {category}
        <span className="num ml-auto">{formatDate(created_at)}</span>
      </span>
      <span className="num flex min-h-9 flex-wrap items-center justify-between gap-x-2 text-ink-3 text-sm">
        <span>
          {file_type.toUpperCase()} · {formatSize(file_size)}
          {props.acts.askDelete && ` · ${uploaded_by_name}`}
        </span>
        <Notes {...props} />
      </span>
    </div>
  );
};
