import { CircleDollarSign, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { canManage, list } from '../../sync/dues.ts';
import { paths } from '../paths.ts';
import { Found } from '../screens/result-list.tsx';
import { useUser } from '../session.ts';
import { useRows, useSync } from '../store.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import { EmptyState } from '../ui/list.tsx';
import { useFilters } from './filters.ts';
import { ListFilters } from './list-filters.tsx';
import { ListTable } from './list-table.tsx';

/** Dues have no page size of their own: this many stand beside the usual ten before there is more to load. */
const BESIDE = 90;
const WORDS = {
  more: 'Load more',
  end: 'No more dues',
  failed: 'Failed to load dues. Please try again.',
  failedMore: 'Failed to load dues. Please try again.',
};

/** The Dues tab: every due the user may see, filtered on this device. */
export const DuesTab = () => {
  const dues = useRows('due');
  const filtering = useFilters();
  const { shown, ...filters } = filtering;
  const found = useMemo(() => list(dues.all, filtering.filters), [dues, filtering.filters]);
  const board = canManage(useUser());
  const cached = dues.size > 0;
  const known = useSync().phase === 'ready' || cached;
  return (
    <>
      <h2 aria-live="polite" className="num font-semibold text-lg">
        Dues {known && `(${formatCount(found.length)} of ${formatCount(dues.size)})`}
      </h2>
      <ListFilters {...filters} />
      <Found
        {...filters}
        shown={shown + BESIDE}
        found={found}
        cached={cached}
        words={WORDS}
        create={board ? paths.dueCreate() : null}
        nothing={<Nothing {...filters} board={board} />}
        table={(rows, footer) => <ListTable rows={rows} footer={footer} />}
      />
    </>
  );
};

type NothingProps = { active: boolean; clear: () => void; board: boolean };

const Nothing = ({ active, clear, board }: NothingProps) => {
  if (active)
    return (
      <EmptyState icon={CircleDollarSign} title="No dues match your filters">
        <Button onClick={clear}>Clear Filters</Button>
      </EmptyState>
    );
  const said = { icon: CircleDollarSign, title: 'No dues found' };
  if (!board) return <EmptyState {...said} hint="No dues have been assigned to you yet." />;
  return (
    <EmptyState {...said} hint="Get started by creating your first due.">
      <LinkButton look="go" icon={Plus} href={paths.dueCreate()}>
        Create Due
      </LinkButton>
    </EmptyState>
  );
};
