import { ApiError, messageOf } from '../http.ts';

export const FAILED = 'Failed to create users';
/** How many sentences a list of errors shows. */
const SHOWN = 10;

/** What is said of errors: the first ten, and how many more there are. */
export const firstErrors = (errors: readonly string[]): string[] => {
  const more = errors.length - SHOWN;
  return more > 0 ? [...errors.slice(0, SHOWN), `...and ${more} more errors`] : [...errors];
};

/** The sentences for a creation that failed. `numbers` are the rows of the file, in the order in which they were sent. */
export const refusedRows = (error: unknown, numbers: readonly number[]): string[] => {
  const issues = error instanceof ApiError ? error.errors : [];
  const whole = issues.find(({ path }) => WHOLE.includes(path));
  if (whole) return [whole.msg];
  if (issues.length === 0) return [messageOf(error, FAILED)];
  return issues.map(({ path, msg }) => sentence(path, msg, numbers));
};

/** Errors of the file as a whole, which name no row. */
const WHOLE = ['business_logic', 'duplicate_data', 'bulk_operation'];

/** "users[0].role" and "users.0.role" are the first row's. */
const sentence = (path: string, msg: string, numbers: readonly number[]): string => {
  const [, index, field] = /^users[.[](\d+)\]?(?:\.(.+))?$/.exec(path) ?? [];
  if (index === undefined) return msg;
  const number = numbers[Number(index)] ?? Number(index) + 2;
  return `Row ${number}${field ? ` (${field})` : ''}: ${msg}`;
};
