import { getDefaultStore, useAtomValue } from 'jotai';
import { useMemo, useSyncExternalStore } from 'react';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { ListState } from '../../sync/client/live-list.ts';
import type { ListQuery, Lists } from '../../sync/index.ts';
import type { Tally } from '../../sync/list.ts';
import { toast } from '../ui/toast.tsx';
import { storeAtom, syncAtom } from './store.ts';

const EMPTY = { rows: [], count: 0, total: 0 };

/** The first `limit` rows of a list's query, in its order, how many match and how many there are. */
export const useList = <E extends keyof Lists>(
  entity: E,
  query: ListQuery<E>,
  limit = Infinity,
): ListState<Rows[E]> => {
  const store = useAtomValue(storeAtom);
  const asked = JSON.stringify(query);
  const live = useMemo(
    () => store?.liveList(entity, JSON.parse(asked) as ListQuery<E>, { limit }),
    [store, entity, asked, limit],
  );
  return useLive<ListState<Rows[E]>>(live, EMPTY);
};

/** All rows that match a list's query, in its order, once the first sync has ended and all rows of the entity are in memory. */
export const queryList = async <E extends keyof Lists>(entity: E, query: ListQuery<E>): Promise<readonly Rows[E][]> => {
  await whenSynced();
  const store = getDefaultStore().get(storeAtom);
  await store?.whenComplete(entity);
  return store?.query(entity, query) ?? [];
};

/** Figures over all rows of an entity. `tally` must be the same at each rendering. */
export const useTally = <E extends Entity, Totals>(entity: E, tally: Tally<Rows[E], Totals>): Totals => {
  const store = useAtomValue(storeAtom);
  const live = useMemo(() => store?.liveTally(entity, tally), [store, entity, tally]);
  return useLive(
    live,
    useMemo(() => tally.zero(), [tally]),
  );
};

const COMING = 'Your file will be ready once all records are on this device.';

const whenSynced = () =>
  new Promise<void>((resolve) => {
    const jotai = getDefaultStore();
    const isReady = () => jotai.get(syncAtom).phase === 'ready';
    if (isReady()) return resolve();
    void toast(COMING);
    const end = jotai.sub(syncAtom, () => {
      if (!isReady()) return;
      end();
      resolve();
    });
  });

type Live<Value> = { readonly current: Value; readonly subscribe: (listener: () => void) => () => void };

const useLive = <Value>(live: Live<Value> | undefined, empty: Value): Value =>
  useSyncExternalStore(live?.subscribe ?? neverChanges, () => live?.current ?? empty);
const neverChanges = () => () => undefined;
