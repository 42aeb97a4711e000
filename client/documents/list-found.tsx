import { FolderOpen, Upload } from 'lucide-react';
import { useRef } from 'react';
import type { Document } from '../../schema/documents.ts';
import { FOCUSED_ROW, useListKeys } from '../screens/list-keys.ts';
import { LoadFailed } from '../screens/result-list.tsx';
import { useSync } from '../store.ts';
import { Kbd } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState, LoadMore, SkeletonRows } from '../ui/list.tsx';
import type { useFilters } from './filters.ts';
import { ListTable } from './list-table.tsx';

type Props = {
  found: Document[];
  filtering: ReturnType<typeof useFilters>;
  /** Whether this device holds any documents. */
  cached: boolean;
  /** null for residents. */
  onUpload: (() => void) | null;
};

/** The first rows of what was found, with a way to more; or why there are none. */
export const Found = ({ found, filtering, cached, onUpload }: Props) => {
  const { phase, failed } = useSync();
  const { filters, shown, showMore } = filtering;
  const rows = useRef<HTMLDivElement>(null);
  useListKeys(rows, 'u', onUpload);
  const first = phase === 'first';
  if (found.length === 0)
    return first ? <Unready failed={failed && !cached} /> : <Nothing {...filtering} onUpload={onUpload} />;
  const more = found.length > shown;
  return (
    <div ref={rows} className={FOCUSED_ROW}>
      <ListTable
        rows={found.slice(0, shown)}
        term={filters.search}
        footer={<Foot more={more} loading={first && !more} onMore={showMore} board={onUpload !== null} />}
      />
    </div>
  );
};

const Foot = ({ board, ...rest }: { more: boolean; loading: boolean; onMore: () => void; board: boolean }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <LoadMore {...rest} end="No more documents" />
    <span className="flex gap-3 text-sm max-md:hidden">
      <span>
        <Kbd>J</Kbd> <Kbd>K</Kbd> move
      </span>
      <span>
        <Kbd>Enter</Kbd> download
      </span>
      {board && (
        <span>
          <Kbd>U</Kbd> upload
        </span>
      )}
    </span>
  </div>
);

const Unready = ({ failed }: { failed: boolean }) =>
  failed ? <LoadFailed>Failed to load documents</LoadFailed> : <SkeletonRows />;

const Nothing = ({ active, clear, onUpload }: { active: boolean; clear: () => void; onUpload: Props['onUpload'] }) => {
  if (active)
    return (
      <EmptyState icon={FolderOpen} title="No documents found" hint="Nothing matches these filters.">
        <Button onClick={clear}>Clear Filters</Button>
      </EmptyState>
    );
  const hint = onUpload
    ? 'Keep bylaws, minutes and budgets where everybody finds them.'
    : 'What the board shares with residents will stand here.';
  return (
    <EmptyState icon={FolderOpen} title="No documents found" hint={hint}>
      {onUpload && (
        <Button variant="primary" icon={Upload} onClick={onUpload}>
          Upload Document
        </Button>
      )}
    </EmptyState>
  );
};
