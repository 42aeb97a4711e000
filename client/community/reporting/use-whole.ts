import type { Entity } from '../../../schema/rows.ts';
import { useAreComplete, useSync } from '../../device/store.ts';

/** True once all rows of these entities are in memory; while the first sync runs, figures would be of a part. */
export const useAreWhole = (entities: readonly Entity[]): boolean => {
  const isComplete = useAreComplete(entities);
  return useSync().phase === 'ready' && isComplete;
};
