import { useState } from 'react';
import { api } from '../api.ts';
import { flush, useOnline } from '../store.ts';
import { FAILED, refusedRows } from './bulk-answer.ts';
import type { ReadRow, SentRow } from './bulk-rows.ts';

export type Summary = { usersCreated: number; addressesCreated: number; usersReactivated?: number };
type State = { phase: 'idle'; errors?: string[] } | { phase: 'creating' } | { phase: 'done'; summary: Summary };

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
