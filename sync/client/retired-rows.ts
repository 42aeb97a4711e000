import type { MutatorDefs, Replicache } from 'replicache';

/** Rows of an entity of earlier releases, which devices may still hold. */
const RETIRED = 'announcementDelivery/';

export const readRetiredKeys = (replicache: Pick<Replicache<MutatorDefs>, 'query'>): Promise<string[]> =>
  replicache.query((tx) => tx.scan({ prefix: RETIRED }).keys().toArray());
