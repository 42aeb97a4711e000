import { useState } from 'react';
import { api } from '../../device/api.ts';
import { flush } from '../../device/open-store.ts';
import { useOnline } from '../../device/store.ts';
import { FAILED, rowErrors } from './bulk-errors.ts';
import type { BulkFileRow, BulkUser } from './bulk-file.ts';

export type Summary = { usersCreated: number; addressesCreated: number; usersReactivated?: number };
type State = { phase: 'idle'; errors?: string[] } | { phase: 'creating' } | { phase: 'done'; summary: Summary };

const OFFLINE = `${FAILED}. You are offline. Try again when you are back online.`;

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
