import type { Address } from '../../schema/addresses.ts';
import { residency } from '../../sync/addresses.ts';
import { nameOf } from '../../sync/users.ts';
import { downloadCsv, toCsv } from '../csv.ts';
import { localToday } from '../today.ts';
import { formatAddress } from '../ui/format.ts';
import type { Residents } from './residents.ts';

const HEADER = ['Address', 'Residents', 'Residency', 'Notes'];

/** Downloads addresses as CSV, with the columns of the list. */
export const exportAddresses = async (addresses: readonly Address[], residents: Residents): Promise<void> => {
  const lines = addresses.map((address) => [
    formatAddress(address),
    residents(address).map(nameOf).join(', '),
    residency(address),
    address.notes ?? '',
  ]);
  downloadCsv(`addresses-${localToday()}.csv`, await toCsv([HEADER, ...lines]));
};
