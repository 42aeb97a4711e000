import { useMemo } from 'react';
import { list, statistics } from '../../sync/addresses.ts';
import { useRows, useSync } from '../store.ts';
import { StatCards } from '../ui/card.tsx';
import { useDialogs } from './dialogs.tsx';
import { exportAddresses } from './export.ts';
import { useFilters } from './filters.ts';
import { Header } from './head.tsx';
import { ListFilters } from './list-filters.tsx';
import { Found } from './list-found.tsx';
import { useResidents } from './residents.ts';

/** /addresses: every place of the HOA and who lives there, from this device. */
const Addresses = () => {
  const addresses = useRows('address');
  const filtering = useFilters();
  const { search } = filtering.filters;
  const found = useMemo(() => list(addresses.all, { search }), [addresses, search]);
  const { totalAddresses, occupied } = useMemo(() => statistics(addresses.all), [addresses]);
  const residents = useResidents();
  const cached = addresses.size > 0;
  const known = useSync().phase === 'ready' || cached;
  const { open, dialogs, said } = useDialogs();
  return (
    <>
      <Header onAdd={open.add} onExport={() => exportAddresses(found, residents)} />
      {said}
      <StatCards
        stats={[
          { label: 'Total Addresses', value: known ? totalAddresses : '–' },
          { label: 'Occupied', value: known ? occupied : '–' },
        ]}
      />
      <ListFilters {...filtering} found={found.length} of={known ? addresses.size : null} />
      <Found found={found} filtering={filtering} cached={cached} residents={residents} open={open} />
      {dialogs}
    </>
  );
};

export default Addresses;
