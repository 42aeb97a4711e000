import { ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { list } from '../../sync/invoices.ts';
import { Found } from '../screens/result-list.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/list.tsx';
import { PAGE, useFilters } from './filters.ts';
import { ListFilters } from './list-filters.tsx';
import { Pager } from './list-pager.tsx';
import { ListTable } from './list-table.tsx';
import { useMyInvoices } from './mine.ts';
import { pageOf } from './page-of.ts';
import { useHoaToday } from './today.ts';

const WORDS = { more: '', end: '', failed: 'Failed to load invoices. Please try again.' };

/** My Invoices: what the user was asked to pay, latest due date first, ten a page. */
const MyInvoices = () => {
  const mine = useMyInvoices();
  const filtering = useFilters();
  const { search, status } = filtering.filters;
  const today = useHoaToday();
  const found = useMemo(() => list(mine, { title: search, status }, today), [mine, search, status, today]);
  const at = pageOf(found.length, filtering.page, PAGE);
  return (
    <>
      <ListFilters {...filtering} />
      <Found
        found={found.slice(at.first - 1, at.last)}
        shown={PAGE}
        showMore={() => undefined}
        cached={mine.length > 0}
        words={WORDS}
        create={null}
        nothing={<Nothing {...filtering} />}
        table={(rows) => <ListTable rows={rows} footer={<Pager {...at} onTurn={filtering.turnTo} />} />}
      />
    </>
  );
};

export default MyInvoices;

const Nothing = ({ active, clear }: { active: boolean; clear: () => void }) =>
  active ? (
    <EmptyState icon={ReceiptText} title="No invoices found" hint="Nothing matches these filters.">
      <Button onClick={clear}>Clear Filters</Button>
    </EmptyState>
  ) : (
    <EmptyState icon={ReceiptText} title="No invoices found" hint="What you are asked to pay will stand here." />
  );
