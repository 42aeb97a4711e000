import { FolderOpen, Upload as UploadIcon } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { DOCUMENT_CATEGORIES, type DocumentCategory } from '../../schema/documents.ts';
import type { Document } from '../../schema/tables/documents.ts';
import { canManage, list, summary } from '../../sync/documents.ts';
import { FilterBar, type ResultCount } from '../screens/filter-bar.tsx';
import { useListState } from '../screens/list-state.ts';
import { CategoryCard } from '../screens/overview.tsx';
import { EmptyResults, ResultList } from '../screens/result-list.tsx';
import { useUser } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { Card, StatCards } from '../ui/card.tsx';
import { formatDate } from '../ui/format.ts';
import { useEver } from '../ui/frozen.ts';
import { PageHeader } from '../ui/page.tsx';
import { type Option, Select } from '../ui/select.tsx';
import { ListTable } from './list-table.tsx';
import { listPath, useFilters } from './model.ts';
import { AccessBadge } from './parts.tsx';

const UploadDialog = lazy(() => import('./upload.tsx'));

const LABELS = { more: 'Load More', end: 'No more documents', failed: 'Failed to load documents' };

/** /documents: everything the user may see, filtered on this device. */
const Documents = () => {
  const { rows, cached, loaded, total } = useListState('document');
  const filtering = useFilters();
  const { search, category } = filtering.filters;
  const query = useMemo(() => ({ search, category: category ? [category] : [] }), [search, category]);
  const results = useMemo(() => list.rows(rows.all, query), [rows, query]);
  const board = canManage(useUser());
  const figures = useMemo(() => (board ? summary(rows.all) : null), [rows, board]);
  const [isUploading, setUploading] = useState(false);
  const upload = board ? () => setUploading(true) : null;
  return (
    <>
      <Header onUpload={upload} />
      {figures && <Counts {...figures} loaded={loaded} />}
      <ListFilters {...filtering} found={results.length} of={total} />
      <ResultList
        {...filtering}
        results={results}
        cached={cached}
        labels={LABELS}
        enter="download"
        shortcut={upload && { letter: 'U', verb: 'upload', run: upload }}
        empty={<Empty {...filtering} onUpload={upload} />}
        table={(shown, footer) => <ListTable rows={shown} term={search} footer={footer} />}
      />
      {figures && cached && <DocumentOverview {...figures} />}
      {board && <Upload open={isUploading} onClose={() => setUploading(false)} />}
    </>
  );
};

export default Documents;

/** The upload dialog, whose code is loaded when it first opens. */
const Upload = (props: { open: boolean; onClose: () => void }) =>
  useEver(props.open) && (
    <Suspense>
      <UploadDialog {...props} />
    </Suspense>
  );

const Header = ({ onUpload }: { onUpload: (() => void) | null }) => (
  <PageHeader
    title="Documents"
    subtitle={onUpload ? 'Kept for residents, or for the board alone' : 'Find and download what your HOA keeps'}
    actions={
      onUpload && (
        <Button variant="primary" icon={UploadIcon} onClick={onUpload}>
          Upload Document
        </Button>
      )
    }
  />
);

const Empty = ({ onUpload, ...filtering }: { active: boolean; clear: () => void; onUpload: (() => void) | null }) => (
  <EmptyResults
    {...filtering}
    icon={FolderOpen}
    title="No documents found"
    hint={
      onUpload
        ? 'Keep bylaws, minutes and budgets where everybody finds them.'
        : 'What the board shares with residents will stand here.'
    }
  >
    {onUpload && (
      <Button variant="primary" icon={UploadIcon} onClick={onUpload}>
        Upload Document
      </Button>
    )}
  </EmptyResults>
);

const ALL = 'All';
const CATEGORIES = [ALL, ...DOCUMENT_CATEGORIES].map((value) => ({ value, label: value })) as Option<
  DocumentCategory | typeof ALL
>[];

const ListFilters = (props: ReturnType<typeof useFilters> & ResultCount) => {
  const { filters, set } = props;
  return (
    <FilterBar {...props} search="Search documents">
      <Select
        label="Category"
        value={filters.category ?? ALL}
        onChange={(category) => set({ category: category === ALL ? null : category })}
        options={CATEGORIES}
      />
    </FilterBar>
  );
};

type Figures = ReturnType<typeof summary>;

const Counts = ({ total, publicTotal, loaded }: Figures & { loaded: boolean }) => (
  <StatCards
    loaded={loaded}
    stats={[
      { label: 'Total Documents', value: total, href: listPath({}) },
      { label: 'Public Documents', value: publicTotal },
    ]}
  />
);

const DocumentOverview = ({ recent, byCategory }: Figures) => (
  <div className="grid items-start gap-4.5 md:grid-cols-2">
    <Card title="Recent Uploads" flush>
      <ul className="py-1.5">{recent.map(RecentUpload)}</ul>
    </Card>
    <CategoryCard
      title="Document Categories"
      byCategory={byCategory}
      href={(category) => listPath({ category })}
      className="lg:grid lg:grid-flow-col lg:grid-cols-2 lg:grid-rows-4"
    />
  </div>
);

const ROW = 'flex min-h-9 items-center gap-3 px-4 py-1 max-md:min-h-11';

const RecentUpload = ({ id, title, is_public, uploaded_by_name, created_at }: Document) => (
  <li key={id} className={ROW}>
    <span className="min-w-0 flex-1 truncate">{title}</span>
    <AccessBadge isPublic={is_public} />
    <span className="min-w-0 max-w-36 truncate text-ink-3 text-sm max-lg:hidden">{uploaded_by_name}</span>
    <span className="num text-ink-3 text-sm max-md:hidden">{formatDate(created_at)}</span>
  </li>
);
