/** The columns of the file, in the order of the template. */
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

const ALIASES: Record<BulkField, readonly string[]> = {
  street: ['street', 'streetaddress', 'address'],
  unit: ['unit', 'unitnumber', 'apt'],
  is_rented: ['propertytype', 'isrented', 'rented'],
  resident_name: ['name', 'residentname', 'fullname'],
  resident_email: ['email', 'residentemail', 'emailaddress'],
  role: ['role', 'userrole'],
  phone: ['phone', 'phonenumber', 'mobile'],
};
const REQUIRED: readonly BulkField[] = ['resident_name', 'resident_email', 'role'];

/** Where each column stands in the file: the first of its names. Columns with other names count for nothing. */
export type Places = Partial<Record<BulkField, number>>;

export const placesOf = (header: readonly string[]): Places => {
  const names = header.map(loose);
  const found = FIELDS.map((field) => [field, names.findIndex((name) => ALIASES[field].includes(name))] as const);
  return Object.fromEntries(found.filter(([, place]) => place >= 0));
};

/** The sentence for a header without a column that every row needs; undefined where all are there. */
export const missingColumns = (places: Places): string | undefined => {
  const missing = REQUIRED.filter((field) => places[field] === undefined).map((field) => COLUMNS[field]);
  if (missing.length === 0) return undefined;
  return `Missing required ${missing.length === 1 ? 'column' : 'columns'}: ${missing.join(', ')}`;
};

/** Case, spaces and punctuation do not count. */
const loose = (name: string) => name.toLowerCase().replace(/[\s\p{P}\p{S}\ufeff]/gu, '');
