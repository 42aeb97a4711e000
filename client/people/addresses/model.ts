import { useMemo } from 'react';
import type { Address } from '../../../schema/tables/addresses.ts';
import type { User } from '../../../schema/tables/users.ts';
import { residency } from '../../../sync/addresses/entity.ts';
import type { OutboxItem } from '../../../sync/client/outbox-item.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { useRows } from '../../device/store.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import { choiceFilter, textFilter, useListFilters } from '../../screens/filters.ts';
import { type Sorts, sortValues, textSort } from '../../screens/sorting.tsx';
import { useWaiting } from '../../screens/waiting.tsx';
import { COLUMNS, placeCells } from '../bulk-columns.ts';

export type DialogState = { kind: 'add' } | { kind: 'edit' | 'residents'; id: string };
export type OpenDialog = (dialog: DialogState) => void;

export const SORTS: Sorts = { Address: textSort('address', 'Address') };

const fields = { search: textFilter, sort: choiceFilter(sortValues(SORTS)) };

export const useFilters = () => useListFilters(fields);

/** Residents of an address, sorted by name, without those that are not synced yet. */
export type Residents = (address: Pick<Address, 'resident_ids'>) => User[];

export const useResidents = (): Residents => {
  const users = useRows('user');
  return useMemo(
    () =>
      ({ resident_ids }) =>
        resident_ids
          .map((id) => users.get(id))
          .filter((user) => user !== undefined)
          .sort((a, b) => nameOf(a).localeCompare(nameOf(b))),
    [users],
  );
};

/** The unsent change of an address, or of a resident being assigned to it. */
export const useWaitingAddress = (residents: Residents): ((address: Address) => OutboxItem | undefined) => {
  const waiting = useWaiting();
  return (address) =>
    waiting.get(address.id) ??
    residents(address)
      .map(({ id }) => waiting.get(id))
      .find((item) => item?.mutation === 'assignAddress');
};

const HEADER = [COLUMNS.street, COLUMNS.unit, COLUMNS.is_rented, 'Residents', 'Residency', 'Notes'];

export const exportAddresses = async (addresses: readonly Address[], residents: Residents): Promise<void> => {
  const lines = addresses.map((address) => [
    ...placeCells(address),
    residents(address).map(nameOf).join(', '),
    residency(address),
    address.notes ?? '',
  ]);
  await exportCsv('addresses', HEADER, lines);
};
