import { useState } from 'react';
import type { ListQuery, Lists } from '../../sync/index.ts';
import { useList } from '../device/live.ts';
import { useStored, useSync } from '../device/store.ts';
import { usePrinting } from '../ui/printing.ts';

/** The first `shown` rows of a list, on paper all, and how many are `found`, of `total`; `total` is null before any rows are here. At a
 * start its first rows come before the others: it is `partial` until all are here. `loaded`: what is counted over all rows may
 * be shown. */
export const useListState = <E extends keyof Lists>(entity: E, query: ListQuery<E>, shown: number) => {
  const { rows, count, total } = useList(entity, query, usePrinting() ? Infinity : shown);
  const { count: stored, isComplete } = useStored(entity);
  const cached = total > 0;
  const isReady = useSync().phase === 'ready' || cached;
  return {
    rows,
    found: count,
    total: isReady ? stored : null,
    cached,
    loaded: isReady && isComplete,
    partial: cached && !isComplete,
  };
};

/** The failures of single rows, by id, until the next attempt. */
export const useRowErrors = <Failure = string>() => {
  const [errors, setErrors] = useState<Readonly<Record<string, Failure | undefined>>>({});
  const setError = (id: string, error: Failure | undefined) => setErrors((all) => ({ ...all, [id]: error }));
  return { errors, setError };
};
