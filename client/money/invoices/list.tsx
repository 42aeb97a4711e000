import { ReceiptText } from 'lucide-react';
import { EmptyResults, ResultList } from '../../screens/result-list.tsx';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { usePrinting } from '../../ui/printing.ts';
import { ListTable } from './list-table.tsx';
import { PAGE_SIZE, paginate, useFilters, useMyInvoices, useMyResults } from './model.ts';
import { InvoiceFilters } from './parts.tsx';

const LABELS = { more: '', end: '', failed: 'Failed to load invoices. Please try again.' };

const MyInvoices = () => {
  const invoices = useMyInvoices();
  const filtering = useFilters();
  const results = useMyResults(filtering.filters);
  const page = paginate(results.length, filtering.page, PAGE_SIZE);
  const printing = usePrinting();
  return (
    <>
      <InvoiceFilters {...filtering} />
      <ResultList
        rows={printing ? results : results.slice(page.first - 1, page.last)}
        found={Math.min(results.length, PAGE_SIZE)}
        showMore={() => undefined}
        cached={invoices.length > 0}
        labels={LABELS}
        empty={<Empty {...filtering} />}
        table={(rows) => (
          <ListTable
            caption="My Invoices"
            rows={rows}
            people={null}
            footer={<Pager {...page} onTurn={filtering.openPage} />}
          />
        )}
      />
    </>
  );
};

export default MyInvoices;

const Empty = (filtering: { active: boolean; clear: () => void }) => (
  <EmptyResults {...filtering} icon={ReceiptText} title="No invoices found" hint="Your invoices will show up here." />
);

const Pager = ({
  page,
  pages,
  total,
  first,
  last,
  onTurn,
}: ReturnType<typeof paginate> & { onTurn: (page: number) => void }) => (
  <div className="num flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <span aria-live="polite">
      Showing {formatCount(first)} to {formatCount(last)} of {formatCount(total)} invoices
    </span>
    <span className="flex items-center gap-2.5">
      <Button size="small" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        Previous
      </Button>
      <span>
        Page {formatCount(page)} of {formatCount(pages)}
      </span>
      <Button size="small" disabled={page === pages} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </span>
  </div>
);
