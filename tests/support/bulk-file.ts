import { readBulkFile } from '../../client/people/users/bulk-file.ts';

export const HEADER = 'Street Address,Unit,Property Type,Resident Name,Resident Email,Role,Phone';

export const ROW = '12 Maple Court,4B,Owner-occupied,Maria Alvarez,maria@example.com,Resident,555-010-0142';

export const file = (content: string | Uint8Array, name = 'people.csv') => new File([content as BlobPart], name);

export const read = (content: string | Uint8Array) => readBulkFile(file(content));

/** The file's own rows as they would be sent, under a header of all columns. */
export const sent = async (...rows: string[]) =>
  (await read([HEADER, ...rows].join('\n'))).rows.map(({ user }) => user);

export const errors = async (...rows: string[]) => (await read([HEADER, ...rows].join('\n'))).errors;

export const problem = (content: string | Uint8Array) =>
  read(content).then(
    () => 'none',
    (error: Error) => error.message,
  );
