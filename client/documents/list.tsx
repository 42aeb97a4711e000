import { Upload } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { canManage, list, summary } from '../../sync/documents.ts';
import { useUser } from '../session.ts';
import { useRows, useSync } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { useEver } from '../ui/held.ts';
import { PageHeader } from '../ui/page.tsx';
import { useFilters } from './filters.ts';
import { ListFilters } from './list-filters.tsx';
import { Found } from './list-found.tsx';
import { Counts, Overview } from './list-overview.tsx';

const UploadDialog = lazy(() => import('./upload.tsx'));

/** /documents: everything the user may see, filtered on this device. */
const Documents = () => {
  const documents = useRows('document');
  const filtering = useFilters();
  const { search, category } = filtering.filters;
  const query = useMemo(() => ({ search, category: category ? [category] : [] }), [search, category]);
  const found = useMemo(() => list(documents.all, query), [documents, query]);
  const board = canManage(useUser());
  const figures = useMemo(() => (board ? summary(documents.all) : null), [documents, board]);
  const cached = documents.size > 0;
  const known = useSync().phase === 'ready' || cached;
  const { dialog, open } = useUploading();
  const upload = board ? open : null;
  return (
    <>
      <Header onUpload={upload} />
      {figures && <Counts {...figures} known={known} />}
      <ListFilters {...filtering} found={found.length} of={known ? documents.size : null} />
      <Found found={found} filtering={filtering} cached={cached} onUpload={upload} />
      {figures && cached && <Overview {...figures} />}
      {board && dialog}
    </>
  );
};

export default Documents;

/** The upload dialog, whose code is loaded when it first opens. */
const useUploading = () => {
  const [opened, setOpened] = useState(false);
  const open = useCallback(() => setOpened(true), []);
  const used = useEver(opened);
  const dialog = used && (
    <Suspense>
      <UploadDialog open={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
  return { dialog, open };
};

/** `onUpload` null: not for residents. */
const Header = ({ onUpload }: { onUpload: (() => void) | null }) => (
  <PageHeader
    title="Documents"
    subtitle={onUpload ? 'Kept for residents, or for the board alone' : 'Find and download what your HOA keeps'}
    actions={
      onUpload && (
        <Button variant="primary" icon={Upload} onClick={onUpload}>
          Upload Document
        </Button>
      )
    }
  />
);
