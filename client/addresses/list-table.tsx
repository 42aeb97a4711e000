import type { ReactNode } from 'react';
import type { Address } from '../../schema/addresses.ts';
import { type Column, Table } from '../ui/table.tsx';
import type { Open } from './dialogs.tsx';
import { AddressCard, Notes, People, Place, Residency, RowActions } from './list-cells.tsx';
import type { Residents } from './residents.ts';
import { useWaitingAt } from './waiting.ts';

type Props = { rows: readonly Address[]; term: string; residents: Residents; open: Open; footer: ReactNode };

/** Addresses as rows or cards. `term` is marked where it was found. */
export const ListTable = ({ rows, term, residents, open, footer }: Props) => {
  const waitingAt = useWaitingAt(residents);
  return (
    <Table
      caption="All Addresses"
      columns={columns({ term, residents, open, waitingAt })}
      rows={rows}
      rowKey={({ id }) => id}
      renderCard={(address) => (
        <AddressCard
          address={address}
          term={term}
          residents={residents(address)}
          open={open}
          waiting={waitingAt(address)}
        />
      )}
      waiting={(address) => waitingAt(address) !== undefined}
      footer={footer}
    />
  );
};

type Cells = Pick<Props, 'term' | 'residents' | 'open'> & { waitingAt: ReturnType<typeof useWaitingAt> };

const columns = ({ term, residents, open, waitingAt }: Cells): Column<Address>[] => [
  {
    header: 'Address',
    main: true,
    className: 'min-w-44 lg:min-w-52',
    cell: (address) => <Place address={address} term={term} open={open} waiting={waitingAt(address)} />,
  },
  {
    header: 'Residents',
    className: 'min-w-40 lg:min-w-48',
    cell: (address) => <People residents={residents(address)} />,
  },
  { header: 'Residency', cell: (address) => <Residency address={address} /> },
  { header: 'Notes', fold: 'lg', className: 'max-w-72', cell: ({ notes }) => <Notes notes={notes} /> },
  { header: 'Actions', align: 'right', cell: (address) => <RowActions address={address} open={open} /> },
];
