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

/** The file that Bulk Add offers: headings, and one row as an example. */
export const TEMPLATE = {
  name: 'bulk_users_template.csv',
  rows: [
    Object.values(COLUMNS),
    ['12 Maple Court', '4B', 'Owner-occupied', 'Maria Alvarez', 'maria@example.com', 'Resident', '555-010-0142'],
  ] as readonly string[][],
};

/** The cells of the first three columns; empty for who has no home. */
export const placeCells = (address: Address | undefined): string[] =>
  address ? [address.street, address.unit_number ?? '', address.is_rented ? 'Rental' : 'Owner-occupied'] : ['', '', ''];
