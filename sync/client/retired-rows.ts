import type { MutatorDefs, Replicache } from 'replicache';

/** Rows of an entity of earlier releases, which devices may still hold. */
const prefix = 'announcementDelivery/';

export const readRetiredKeys = (replicache: Pick<Replicache<MutatorDefs>, 'query'>): Promise<string[]> =>
  replicache.query((tx) => tx.scan({ prefix }).keys().toArray());
