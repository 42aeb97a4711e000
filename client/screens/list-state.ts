import { useState } from 'react';
import type { Entity } from '../../schema/rows.ts';
import { useRows, useSync } from '../store.ts';

/** The rows of an entity on this device, for a list. `loaded` once the first sync is done or some rows are here; `total` is
 * null until then. */
export const useListState = <E extends Entity>(entity: E) => {
  const rows = useRows(entity);
  const cached = rows.size > 0;
  const loaded = useSync().phase === 'ready' || cached;
  return { rows, cached, loaded, total: loaded ? rows.size : null };
};

/** What failed about single rows, by id, until the next attempt. */
export const useRowErrors = <Failure = string>() => {
  const [errors, setErrors] = useState<Readonly<Record<string, Failure | undefined>>>({});
  const setError = (id: string, error: Failure | undefined) => setErrors((all) => ({ ...all, [id]: error }));
  return { errors, setError };
};
