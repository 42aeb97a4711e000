import { useMemo } from 'react';
import { streetOf } from '../../../sync/addresses/streets.ts';
import { useRows } from '../../device/store.ts';
import { formatAddress } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import { useReportFilters } from './report-filters.ts';

const NO_HOME = 'No home';

/** The street or home of a record, whichever the address of the page asks for. */
export const usePlaces = () => {
  const { by } = useReportFilters().filters;
  const addresses = useRows('address');
  const nameOf = useMemo(() => {
    const names = new Map<string, string>();
    const spelled = (street: string) => {
      const name = streetOf(street);
      names.set(name.toLowerCase(), names.get(name.toLowerCase()) ?? name);
      return names.get(name.toLowerCase()) ?? name;
    };
    return (id: string | null): string => {
      const home = addresses.get(id);
      if (!home) return NO_HOME;
      return by === 'street' ? spelled(home.street) : formatAddress(home);
    };
  }, [addresses, by]);
  return { by, nameOf };
};

export const PlaceSelect = () => {
  const { filters, set } = useReportFilters();
  return (
    <Select
      label="Group by"
      value={filters.by}
      onChange={(by) => set({ by }, true)}
      options={[
        { value: 'street', label: 'Street' },
        { value: 'home', label: 'Home' },
      ]}
    />
  );
};
