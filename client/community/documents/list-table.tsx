import { type ReactNode, useState } from 'react';
import type { Document } from '../../../schema/tables/documents.ts';
import { canManage } from '../../../sync/documents/entity.ts';
import { useUser } from '../../device/session.ts';
import { useRowErrors } from '../../screens/list-state.ts';
import { type Sorting, withSorting } from '../../screens/sorting.tsx';
import { Ago } from '../../ui/ago.tsx';
import { formatSize } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { type RowError, SORTS, useDownload } from './model.ts';
import {
  AccessBadge,
  DeleteDialog,
  DocumentCard,
  NameCell,
  NotesButton,
  NotesDialog,
  type RowActions,
  RowMenu,
} from './parts.tsx';

type Props = { rows: readonly Document[]; term: string; sorting: Sorting; footer: ReactNode };

export const ListTable = ({ rows, term, sorting, footer }: Props) => {
  const { errors, setError } = useRowErrors<RowError>();
  const [opened, setOpened] = useState<Document | null>(null);
  const [deleting, setDeleting] = useState<Document | null>(null);
  const board = canManage(useUser());
  const download = useDownload(setError);
  const actions: RowActions = { ...download, openNotes: setOpened, confirmDelete: board ? setDeleting : null };
  return (
    <>
      <Table
        caption="Documents"
        columns={withSorting(columns(actions, term), SORTS, sorting)}
        rows={rows}
        rowKey={({ id }) => id}
        renderCard={(document) => <DocumentCard document={document} actions={actions} term={term} />}
        under={({ id }) => errors[id] && <RowFailure error={errors[id]} />}
        footer={footer}
      />
      <NotesDialog document={opened} onClose={() => setOpened(null)} />
      <DeleteDialog document={deleting} onClose={() => setDeleting(null)} onError={setError} />
    </>
  );
};

const RowFailure = ({ error: { message, reason } }: { error: RowError }) => (
  <p role="alert" className="text-red text-sm max-md:mt-1.5">
    <span className="font-[560]">{message}</span> {reason}
  </p>
);

const columns = (actions: RowActions, term: string): Column<Document>[] => [
  {
    header: 'Name',
    main: true,
    className: 'min-w-60',
    indent: 'pl-6.5',
    cell: (document) => <NameCell document={document} actions={actions} term={term} />,
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
  { header: 'Access', cell: ({ is_public }) => <AccessBadge isPublic={is_public} /> },
  ...(actions.confirmDelete ? [UPLOADED_BY] : []),
  { header: 'Date', className: 'whitespace-nowrap', cell: ({ created_at }) => <Ago at={created_at} /> },
  { header: 'Notes', cell: (document) => <NotesButton document={document} actions={actions} /> },
  {
    header: '',
    name: 'Actions',
    align: 'right',
    cell: (document) => <RowMenu document={document} actions={actions} />,
  },
];

const UPLOADED_BY: Column<Document> = {
  header: 'Uploaded By',
  fold: 'lg',
  labelled: true,
  className: 'whitespace-nowrap',
  cell: ({ uploaded_by_name }) => uploaded_by_name,
};
