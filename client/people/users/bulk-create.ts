import { useState } from 'react';
import { api } from '../../device/api.ts';
import { ApiError, messageOf } from '../../device/http.ts';
import { flush } from '../../device/open-store.ts';
import { useOnline } from '../../device/store.ts';
import type { BulkFileRow, BulkUser } from './bulk-file.ts';

export type Summary = { usersCreated: number; addressesCreated: number; usersReactivated?: number };
type State = { phase: 'idle'; errors?: string[] } | { phase: 'creating' } | { phase: 'done'; summary: Summary };

export const FAILED = 'Failed to create users';
const OFFLINE = `${FAILED}. You are offline: press it again when you are back online.`;

export const useCreation = () => {
  const [state, setState] = useState<State>({ phase: 'idle' });
  const online = useOnline();
  const create = async (rows: readonly BulkFileRow[]) => {
    if (!online) return setState({ phase: 'idle', errors: [OFFLINE] });
    setState({ phase: 'creating' });
    await send(rows).then(
      (summary) => setState({ phase: 'done', summary }),
      (error) =>
        setState({
          phase: 'idle',
          errors: rowErrors(
            error,
            rows.map(({ number }) => number),
          ),
        }),
    );
  };
  return { state, create, reset: () => setState({ phase: 'idle' }) };
};

export type Creation = ReturnType<typeof useCreation>;

/** Thousands of users over a slow line take a while; a timeout would read as a failure. */
const TIMEOUT_MS = 60_000;

const send = async (rows: readonly BulkFileRow[]): Promise<Summary> => {
  const users: (BulkUser | undefined)[] = rows.map(({ user }) => user);
  const call = { method: 'POST', body: { users }, timeout_ms: TIMEOUT_MS };
  const { summary } = await api<{ summary: Summary }>('/api/users/bulk', call);
  void flush(0);
  return summary;
};

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
