import { ApiError, messageOf } from '../../device/http.ts';

export const FAILED = 'Failed to create users';
const MAX_ERRORS = 10;

export const firstErrors = (errors: readonly string[]): string[] => {
  const more = errors.length - MAX_ERRORS;
  return more > 0 ? [...errors.slice(0, MAX_ERRORS), `...and ${more} more errors`] : [...errors];
};

/** `numbers` are the row numbers in the file, in the order of the request. */
export const rowErrors = (error: unknown, numbers: readonly number[]): string[] => {
  const issues = error instanceof ApiError ? error.errors : [];
  const fileError = issues.find(({ path }) => FILE_ERRORS.includes(path));
  if (fileError) return [fileError.msg];
  if (issues.length === 0) return [messageOf(error, FAILED)];
  return issues.map(({ path, msg }) => rowError(path, msg, numbers));
};

const FILE_ERRORS = ['business_logic', 'duplicate_data', 'bulk_operation'];

/** Reads "users[0].role" and "users.0.role" as the first row's role. */
const rowError = (path: string, msg: string, numbers: readonly number[]): string => {
  const [, index, field] = /^users[.[](\d+)\]?(?:\.(.+))?$/.exec(path) ?? [];
  if (index === undefined) return msg;
  const number = numbers[Number(index)] ?? Number(index) + 2;
  return `Row ${number}${field ? ` (${field})` : ''}: ${msg}`;
};
