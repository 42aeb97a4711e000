import { useState } from 'react';
import { api } from '../api.ts';
import { ApiError, messageOf } from '../http.ts';
import { flush, useOnline } from '../store.ts';
import type { ReadRow, SentRow } from './bulk-file.ts';

export type Summary = { usersCreated: number; addressesCreated: number; usersReactivated?: number };
type State = { phase: 'idle'; errors?: string[] } | { phase: 'creating' } | { phase: 'done'; summary: Summary };

export const FAILED = 'Failed to create users';
const OFFLINE = `${FAILED}. You are offline: press it again when you are back online.`;

/** Creates all users of a file in one call, or none; it needs a connection. */
export const useCreation = () => {
  const [state, setState] = useState<State>({ phase: 'idle' });
  const online = useOnline();
  const create = async (rows: readonly ReadRow[]) => {
    if (!online) return setState({ phase: 'idle', errors: [OFFLINE] });
    setState({ phase: 'creating' });
    await send(rows).then(
      (summary) => setState({ phase: 'done', summary }),
      (error) =>
        setState({
          phase: 'idle',
          errors: refusedRows(
            error,
            rows.map(({ number }) => number),
          ),
        }),
    );
  };
  return { state, create, reset: () => setState({ phase: 'idle' }) };
};

export type Creation = ReturnType<typeof useCreation>;

/** Thousands of people over a slow line take a while, and an answer that comes too late would read as a failure. */
const PATIENCE_MS = 60_000;

const send = async (rows: readonly ReadRow[]): Promise<Summary> => {
  const users: (SentRow | undefined)[] = rows.map(({ row }) => row);
  const call = { method: 'POST', body: { users }, patience_ms: PATIENCE_MS };
  const { summary } = await api<{ summary: Summary }>('/api/users/bulk', call);
  // The rows come with the next pull.
  void flush(0);
  return summary;
};

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
