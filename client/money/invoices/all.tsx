import { ReceiptText } from 'lucide-react';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { useListState } from '../../screens/list-state.ts';
import { usePeople } from '../../screens/people.tsx';
import { EmptyResults, ResultList } from '../../screens/result-list.tsx';
import { SortSelect } from '../../screens/sorting.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ListTable } from './list-table.tsx';
import { allInvoicesQuery, SORTS, sortOf, useAllFilters } from './model.ts';
import { InvoiceFilters } from './parts.tsx';

const LABELS = {
  more: 'Load More',
  end: 'No more invoices',
  failed: 'Failed to load invoices. Please try again.',
};

const AllInvoices = () => {
  const filtering = useAllFilters();
  const results = useListState('invoice', allInvoicesQuery(filtering.filters, useHoaToday()), filtering.shown);
  const people = usePeople();
  const sorting = {
    sort: sortOf(filtering.filters),
    onSort: (sort: string) => filtering.set({ sort: sort as typeof filtering.filters.sort }),
  };
  return (
    <>
      <InvoiceFilters {...filtering} found={results.found} of={results.total} partial={results.partial}>
        <SortSelect onPhonesOnly sorts={SORTS} {...sorting} />
      </InvoiceFilters>
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        empty={<Empty {...filtering} />}
        table={(rows, footer) => <ListTable caption="All Invoices" {...{ rows, people, sorting, footer }} />}
      />
    </>
  );
};

export default AllInvoices;

const Empty = (filtering: { active: boolean; clear: () => void }) => (
  <EmptyResults
    {...filtering}
    icon={ReceiptText}
    title="No invoices found"
    hint="Invoices are created from dues on the send date."
  >
    <LinkButton href={paths.dueCreate()}>Create Due</LinkButton>
  </EmptyResults>
);
