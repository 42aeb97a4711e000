import type { Address } from '../../schema/tables/addresses.ts';

export const COLUMNS = {
  street: 'Street Address',
  unit: 'Unit',
  is_rented: 'Property Type',
  resident_name: 'Resident Name',
  resident_email: 'Resident Email',
  role: 'Role',
  phone: 'Phone',
} as const;
export type BulkField = keyof typeof COLUMNS;
export const FIELDS = Object.keys(COLUMNS) as BulkField[];

/** The cells of the first three columns; empty for who has no home. */
export const placeCells = (address: Address | undefined): string[] =>
  address ? [address.street, address.unit_number ?? '', address.is_rented ? 'Rental' : 'Owner-occupied'] : ['', '', ''];
