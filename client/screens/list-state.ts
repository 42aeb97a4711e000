import { useState } from 'react';
import type { ListQuery, Lists } from '../../sync/index.ts';
import { useList } from '../live.ts';
import { useSync } from '../store.ts';

/** The first `shown` rows of a list, and how many are `found`, of `total`. `loaded` once the first sync is done or some
 * rows are here; `total` is null until then. */
export const useListState = <E extends keyof Lists>(entity: E, query: ListQuery<E>, shown: number) => {
  const { rows, count, total } = useList(entity, query, shown);
  const cached = total > 0;
  const loaded = useSync().phase === 'ready' || cached;
  return { rows, found: count, total: loaded ? total : null, cached, loaded };
};

/** What failed about single rows, by id, until the next attempt. */
export const useRowErrors = <Failure = string>() => {
  const [errors, setErrors] = useState<Readonly<Record<string, Failure | undefined>>>({});
  const setError = (id: string, error: Failure | undefined) => setErrors((all) => ({ ...all, [id]: error }));
  return { errors, setError };
};
