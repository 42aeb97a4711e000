import { Plus, ShieldCheck } from 'lucide-react';
import type { Violation } from '../../schema/violations.ts';
import { paths } from '../paths.ts';
import { Found } from '../screens/result-list.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/list.tsx';
import type { useFilters } from './filters.ts';
import { ListTable } from './list-table.tsx';

type Props = {
  found: Violation[];
  filtering: ReturnType<typeof useFilters>;
  board: boolean;
  /** Whether this device holds any violations. */
  cached: boolean;
};

const WORDS = {
  more: 'Load more',
  end: 'No more violations',
  failed: 'Failed to load violations',
  failedMore: 'Failed to load more violations',
};

/** The first rows of what was found, with a way to more; or why there are none. */
export const FoundViolations = ({ found, filtering, board, cached }: Props) => (
  <Found
    {...filtering}
    found={found}
    cached={cached}
    words={WORDS}
    create={board ? paths.violationCreate() : null}
    nothing={<Nothing {...filtering} board={board} />}
    table={(rows, footer) => <ListTable rows={rows} footer={footer} />}
  />
);

const Nothing = ({ active, clear, board }: { active: boolean; clear: () => void; board: boolean }) => {
  const said = { icon: ShieldCheck, title: 'No violations found' };
  if (active)
    return (
      <EmptyState {...said} hint="Nothing matches these filters.">
        <Button onClick={clear}>Clear Filters</Button>
      </EmptyState>
    );
  if (!board) return <EmptyState {...said} hint="Nothing is held against your home." />;
  return (
    <EmptyState {...said} hint="Tell a resident what to put right, and by when.">
      <LinkButton variant="primary" icon={Plus} href={paths.violationCreate()}>
        Create Violation
      </LinkButton>
    </EmptyState>
  );
};
