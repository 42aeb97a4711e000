import { FolderOpen, Upload as UploadIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { DOCUMENT_CATEGORIES, type DocumentCategory } from '../../../schema/documents.ts';
import type { Document } from '../../../schema/tables/documents.ts';
import { canManage, figures } from '../../../sync/documents/entity.ts';
import { queryList, useList, useTally } from '../../device/live.ts';
import { useOneTimeParam } from '../../device/location.ts';
import { useUser } from '../../device/session.ts';
import { outputActions } from '../../screens/export-csv.tsx';
import { FilterBar, type ResultCount } from '../../screens/filter-bar.tsx';
import { ListHeader } from '../../screens/list-header.tsx';
import { useListState } from '../../screens/list-state.ts';
import { CategoryCard } from '../../screens/overview.tsx';
import { EmptyResults, ResultList } from '../../screens/result-list.tsx';
import { SortSelect } from '../../screens/sorting.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, StatCards } from '../../ui/card.tsx';
import { useEver } from '../../ui/frozen.ts';
import { type Option, Select } from '../../ui/select.tsx';
import { ListTable } from './list-table.tsx';
import { exportDocuments, listPath, SORTS, useFilters } from './model.ts';
import { AccessBadge } from './parts.tsx';

const UploadDialog = lazy(() => import('./upload.tsx'));

const LABELS = { more: 'Load More', end: 'No more documents', failed: 'Failed to load documents' };

/** /documents: everything the user may see, filtered on this device. */
const Documents = () => {
  const filtering = useFilters();
  const { search, category, sort } = filtering.filters;
  const query = { search, category: category ? [category] : [], sort };
  const sorting = { sort, onSort: (next: string) => filtering.set({ sort: next }) };
  const results = useListState('document', query, filtering.shown);
  const board = canManage(useUser());
  const [isUploading, setUploading] = useState(false);
  const upload = board ? () => setUploading(true) : null;
  useOneTimeParam('upload', () => upload?.());
  return (
    <>
      <Header onExport={async () => exportDocuments(await queryList('document', query), board)} onUpload={upload} />
      {board && <Counts loaded={results.loaded} />}
      <ListFilters {...filtering} found={results.found} of={results.total} partial={results.partial} />
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        enter="download"
        create={upload}
        verb="upload"
        empty={<Empty {...filtering} onUpload={upload} />}
        table={(rows, footer) => <ListTable rows={rows} term={search} sorting={sorting} footer={footer} />}
      />
      {board && results.loaded && results.total !== 0 && <DocumentOverview />}
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

const Header = ({ onExport, onUpload }: { onExport: () => void; onUpload: (() => void) | null }) => (
  <ListHeader
    title="Documents"
    subtitle={
      onUpload ? 'Share documents with residents, or keep them for the board' : 'Find and download your HOA’s documents'
    }
    primary={onUpload && { label: 'Upload Document', icon: UploadIcon, run: onUpload }}
    others={outputActions(onExport)}
  />
);

const Empty = ({ onUpload, ...filtering }: { active: boolean; clear: () => void; onUpload: (() => void) | null }) => (
  <EmptyResults
    {...filtering}
    icon={FolderOpen}
    title="No documents found"
    hint={
      onUpload
        ? 'Keep bylaws, minutes and budgets where everyone can find them.'
        : 'Documents the board shares with residents will show up here.'
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
      <SortSelect onPhonesOnly sorts={SORTS} sort={filters.sort} onSort={(sort) => set({ sort })} />
    </FilterBar>
  );
};

const Counts = ({ loaded }: { loaded: boolean }) => {
  const { total, publicTotal } = useTally('document', figures);
  return (
    <StatCards
      strip
      loaded={loaded}
      stats={[
        { label: 'Total Documents', value: total, href: listPath({}) },
        { label: 'Public Documents', value: publicTotal },
      ]}
    />
  );
};

const DocumentOverview = () => (
  <div data-overview className="grid items-start gap-4.5 md:grid-cols-2">
    <Card title="Recent Uploads" flush>
      <ul className="peer py-1.5 empty:hidden">{useList('document', {}, 3).rows.map(RecentUpload)}</ul>
      <p className="hidden px-4 pt-1.5 pb-3.5 text-ink-3 peer-empty:block">No documents yet</p>
    </Card>
    <CategoryCard
      title="Document Categories"
      byCategory={useTally('document', figures).byCategory}
      href={(category) => listPath({ category })}
      className="lg:grid lg:grid-flow-col lg:grid-cols-2 lg:grid-rows-4"
    />
  </div>
);

const ROW = 'flex min-h-9 items-center gap-3 px-4 py-1 touch:min-h-11';

const RecentUpload = ({ id, title, is_public, uploaded_by_name, created_at }: Document) => (
  <li key={id} className={ROW}>
    <span className="min-w-0 flex-1 truncate">{title}</span>
    <AccessBadge isPublic={is_public} />
    <span className="min-w-0 max-w-36 truncate text-ink-3 text-sm max-lg:hidden">{uploaded_by_name}</span>
    <Ago at={created_at} className="num text-ink-3 text-sm max-md:hidden" />
  </li>
);
