import { Button } from '../ui/button.tsx';
import { formatCount } from '../ui/format.ts';
import type { pageOf } from './page-of.ts';

/** Which rows are shown, and the way to the pages before and after. */
export const Pager = ({
  page,
  pages,
  total,
  first,
  last,
  onTurn,
}: ReturnType<typeof pageOf> & { onTurn: (page: number) => void }) => (
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
