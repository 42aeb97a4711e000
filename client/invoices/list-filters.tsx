import { INVOICE_STATUSES } from '../../schema/invoices.ts';
import { Button } from '../ui/button.tsx';
import { formatLabel } from '../ui/format.ts';
import { SearchInput } from '../ui/input.tsx';
import { MultiSelect } from '../ui/select.tsx';
import type { useFilters } from './filters.ts';

const STATUSES = INVOICE_STATUSES.map((value) => ({ value, label: formatLabel(value) }));

/** The row of filters over My Invoices. */
export const ListFilters = ({ filters, set, type, flush, clear, active }: ReturnType<typeof useFilters>) => (
  <search className="flex flex-wrap items-start gap-2">
    {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the field inside was left */}
    <div onBlur={flush} className="w-70 max-md:w-full">
      <SearchInput label="Search invoices" value={filters.search} onChange={type} />
    </div>
    <MultiSelect label="Status" values={filters.status} onChange={(status) => set({ status })} options={STATUSES} />
    {active && (
      <Button look="quiet" onClick={clear}>
        Clear Filters
      </Button>
    )}
  </search>
);
