import { Download, FileImage, FileText, LoaderCircle, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Document } from '../../schema/documents.ts';
import { canManage } from '../../sync/documents.ts';
import { Highlight } from '../requests/highlight.tsx';
import { useUser } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { formatDate, formatSize } from '../ui/format.ts';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Access } from './access.tsx';
import { DeleteDialog } from './delete.tsx';
import { type RowError, useDownload } from './download.ts';
import { NotesDialog } from './notes.tsx';

/** What can be done with a row. */
type Acts = {
  download: (document: Document) => void;
  /** The row whose download is being prepared. */
  busy: string | null;
  showNotes: (document: Document) => void;
  /** null for residents. */
  askDelete: ((document: Document) => void) | null;
};

/** Documents as rows or cards, with their dialogs. `term` is marked where it was found. */
export const ListTable = ({ rows, term, footer }: { rows: readonly Document[]; term: string; footer: ReactNode }) => {
  const { errors, setError } = useRowErrors();
  const [noted, setNoted] = useState<Document | null>(null);
  const [doomed, setDoomed] = useState<Document | null>(null);
  const board = canManage(useUser());
  const acts: Acts = { ...useDownload(setError), showNotes: setNoted, askDelete: board ? setDoomed : null };
  return (
    <>
      <Table
        caption="Documents"
        columns={columns(acts, term)}
        rows={rows}
        rowKey={({ id }) => id}
        renderCard={(document) => <DocumentCard document={document} acts={acts} term={term} />}
        under={({ id }) => errors[id] && <Failed error={errors[id]} />}
        footer={footer}
      />
      <NotesDialog document={noted} onClose={() => setNoted(null)} />
      <DeleteDialog document={doomed} onClose={() => setDoomed(null)} onError={setError} />
    </>
  );
};

/** Errors stay under their rows until the next attempt. */
const useRowErrors = () => {
  const [errors, setErrors] = useState<Record<string, RowError | null>>({});
  const setError = (id: string, error: RowError | null) => setErrors((all) => ({ ...all, [id]: error }));
  return { errors, setError };
};

const Failed = ({ error: { message, reason } }: { error: RowError }) => (
  <p role="alert" className="text-red text-sm max-md:mt-1.5">
    <span className="font-[560]">{message}</span> {reason}
  </p>
);

const columns = (acts: Acts, term: string): Column<Document>[] => [
  {
    header: 'Name',
    main: true,
    className: 'min-w-60',
    cell: (document) => <Name document={document} acts={acts} term={term} />,
  },
  { header: 'Category', className: 'whitespace-nowrap', cell: ({ category }) => category },
  { header: 'Size', align: 'right', className: 'whitespace-nowrap', cell: ({ file_size }) => formatSize(file_size) },
  { header: 'Format', cell: ({ file_type }) => file_type.toUpperCase() },
  { header: 'Access', cell: ({ is_public }) => <Access isPublic={is_public} /> },
  ...(acts.askDelete ? [UPLOADED_BY] : []),
  { header: 'Date', className: 'num whitespace-nowrap', cell: ({ created_at }) => formatDate(created_at) },
  { header: 'Notes', cell: (document) => <Notes document={document} acts={acts} /> },
  { header: '', name: 'Actions', align: 'right', cell: (document) => <Menu entries={entries(document, acts)} /> },
];

const UPLOADED_BY: Column<Document> = {
  header: 'Uploaded By',
  className: 'whitespace-nowrap',
  cell: ({ uploaded_by_name }) => uploaded_by_name,
};

const entries = (document: Document, { download, askDelete }: Acts): MenuEntry[] => [
  { label: 'Download', icon: Download, onSelect: () => download(document) },
  ...(askDelete
    ? [{ label: 'Delete', icon: Trash2, danger: true, above: true, onSelect: () => askDelete(document) }]
    : []),
];

const IMAGES = ['jpg', 'jpeg', 'png', 'gif'];

/** Pressing the name downloads. */
const Name = ({ document, acts, term }: { document: Document; acts: Acts; term: string }) => {
  const Icon = acts.busy === document.id ? LoaderCircle : IMAGES.includes(document.file_type) ? FileImage : FileText;
  return (
    <span className="flex items-center gap-2.5">
      <Icon
        aria-hidden
        className={`size-4 shrink-0 text-ink-3 ${acts.busy === document.id ? 'animate-turn' : ''}`}
        strokeWidth={1.8}
      />
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
      </span>
    </span>
  );
};

const Notes = ({ document, acts }: { document: Document; acts: Acts }) =>
  document.notes && (
    <Button size="small" look="quiet" className="-ml-2.5" onClick={() => acts.showNotes(document)}>
      View notes<span className="sr-only"> of {document.title}</span>
    </Button>
  );

const DocumentCard = (props: { document: Document; acts: Acts; term: string }) => {
  const { category, is_public, file_type, file_size, created_at, uploaded_by_name } = props.document;
  return (
    <div className="grid gap-1">
      <span className="flex items-start justify-between gap-2">
        <Name {...props} />
        <span className="-mr-2.5 shrink-0">
          <Menu entries={entries(props.document, props.acts)} />
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-sm">
        <Access isPublic={is_public} /> {category}
        <span className="num ml-auto">{formatDate(created_at)}</span>
      </span>
      <span className="num flex flex-wrap items-center justify-between gap-x-2 text-ink-3 text-sm">
        <span>
          {file_type.toUpperCase()} · {formatSize(file_size)}
          {props.acts.askDelete && ` · ${uploaded_by_name}`}
        </span>
        <Notes {...props} />
      </span>
    </div>
  );
};
