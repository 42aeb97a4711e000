import type { MutatorDefs, Replicache } from 'replicache';

/** Entities of earlier releases, which devices may still hold. */
const RETIRED = ['announcementDelivery'];

export const readRetiredKeys = (replicache: Pick<Replicache<MutatorDefs>, 'query'>): Promise<string[]> =>
  replicache.query(async (tx) => {
    const keys = await Promise.all(
      RETIRED.map((entity) =>
        tx
          .scan({ prefix: `${entity}/` })
          .keys()
          .toArray(),
      ),
    );
    return keys.flat();
  });
