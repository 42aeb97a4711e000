import { type ReactNode, useState } from 'react';
import type { Document } from '../../schema/documents.ts';
import { canManage } from '../../sync/documents.ts';
import { useUser } from '../session.ts';
import { formatDate, formatSize } from '../ui/format.ts';
import { type Column, Table } from '../ui/table.tsx';
import { Access } from './access.tsx';
import { DeleteDialog } from './delete.tsx';
import { type RowError, useDownload } from './download.ts';
import { type Acts, DocumentCard, Name, Notes, RowMenu } from './list-cells.tsx';
import { NotesDialog } from './notes.tsx';

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
    indent: 'pl-6.5',
    cell: (document) => <Name document={document} acts={acts} term={term} />,
  },
  { header: 'Category', fold: 'lg', className: 'whitespace-nowrap', cell: ({ category }) => category },
  {
    header: 'Size',
    fold: 'xl',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ file_size }) => formatSize(file_size),
  },
  { header: 'Format', fold: 'xl', cell: ({ file_type }) => file_type.toUpperCase() },
  { header: 'Access', cell: ({ is_public }) => <Access isPublic={is_public} /> },
  ...(acts.askDelete ? [UPLOADED_BY] : []),
  { header: 'Date', className: 'num whitespace-nowrap', cell: ({ created_at }) => formatDate(created_at) },
  { header: 'Notes', cell: (document) => <Notes document={document} acts={acts} /> },
  { header: '', name: 'Actions', align: 'right', cell: (document) => <RowMenu document={document} acts={acts} /> },
];

const UPLOADED_BY: Column<Document> = {
  header: 'Uploaded By',
  fold: 'lg',
  labelled: true,
  className: 'whitespace-nowrap',
  cell: ({ uploaded_by_name }) => uploaded_by_name,
};
