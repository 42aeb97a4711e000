import { Building2, Plus } from 'lucide-react';
import { useRef } from 'react';
import type { Address } from '../../schema/addresses.ts';
import { FOCUSED_ROW, useListKeys } from '../screens/list-keys.ts';
import { LoadFailed } from '../screens/result-list.tsx';
import { useSync } from '../store.ts';
import { Kbd } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState, LoadMore, SkeletonRows } from '../ui/list.tsx';
import type { Open } from './dialogs.tsx';
import type { useFilters } from './filters.ts';
import { ListTable } from './list-table.tsx';
import type { Residents } from './residents.ts';

type Props = {
  found: Address[];
  filtering: ReturnType<typeof useFilters>;
  /** Whether this device holds any addresses. */
  cached: boolean;
  residents: Residents;
  open: Open;
};

/** The first rows of what was found, with a way to more; or why there are none. */
export const Found = ({ found, filtering, cached, residents, open }: Props) => {
  const { phase, failed } = useSync();
  const { filters, shown, showMore } = filtering;
  const rows = useRef<HTMLDivElement>(null);
  useListKeys(rows, '', null);
  const first = phase === 'first';
  if (found.length === 0 && first)
    return failed && !cached ? <LoadFailed>Failed to load addresses</LoadFailed> : <SkeletonRows />;
  if (found.length === 0) return <Nothing {...filtering} onAdd={open.add} />;
  const more = found.length > shown;
  const broken = first && failed && !more;
  const foot = <Foot more={more} loading={first && !more} onMore={showMore} />;
  return (
    <div ref={rows} className={FOCUSED_ROW}>
      <ListTable
        rows={found.slice(0, shown)}
        term={filters.search}
        residents={residents}
        open={open}
        footer={broken ? <LoadFailed>Failed to load more addresses</LoadFailed> : foot}
      />
    </div>
  );
};

const Foot = (rest: { more: boolean; loading: boolean; onMore: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-2">
    <LoadMore {...rest} label="Load more" end="No more addresses" />
    <span className="flex gap-3 text-sm max-md:hidden">
      <span>
        <Kbd>J</Kbd> <Kbd>K</Kbd> move
      </span>
      <span>
        <Kbd>Enter</Kbd> residents
      </span>
    </span>
  </div>
);

const Nothing = ({ active, clear, onAdd }: { active: boolean; clear: () => void; onAdd: () => void }) =>
  active ? (
    <EmptyState icon={Building2} title="No addresses found" hint="Nothing matches this search.">
      <Button onClick={clear}>Clear Filters</Button>
    </EmptyState>
  ) : (
    <EmptyState icon={Building2} title="No addresses yet" hint="Add the first place of your community.">
      <Button look="go" icon={Plus} onClick={onAdd}>
        Add Address
      </Button>
    </EmptyState>
  );
