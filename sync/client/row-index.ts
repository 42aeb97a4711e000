import type { MutatorDefs, WriteTransaction } from 'replicache';
import type { Entity } from '../../schema/rows.ts';
import type { RecoveringReplicache } from './client-groups.ts';
import type { EntityRows } from './entity-rows.ts';

/** The ids of the rows whose field has the value, or undefined if that is not known. */
export type Lookup = (entity: Entity, field: string, value: string) => readonly string[] | undefined;

type RowIndexOptions = {
  replicache: RecoveringReplicache<MutatorDefs>;
  rows: EntityRows;
  /** True if all rows of the entity are in memory. */
  isComplete(entity: Entity): boolean;
};

/** Finds rows for a mutator in memory instead of scanning the entity. */
export class RowIndex {
  readonly #options: RowIndexOptions;
  #mutating = 0;
  /** The newest mutation id whose changes are in memory, as are those of all earlier ones. */
  #shownUpTo = 0;

  constructor(options: RowIndexOptions) {
    this.#options = options;
  }

  /** Every mutation goes through this. */
  async follow(mutate: () => Promise<unknown>): Promise<void> {
    this.#mutating += 1;
    try {
      await mutate();
    } finally {
      this.#mutating -= 1;
      if (this.#mutating === 0) this.#shownUpTo = this.#options.replicache.lastMutationID;
    }
  }

  /** The rows in memory follow each commit a little later, and a rebase runs on rows that never were in memory. So this
   * finds nothing unless the transaction begins from the very state that is in memory. */
  lookupFor(tx: WriteTransaction): Lookup {
    const { replicache, rows, isComplete } = this.#options;
    const isSame = tx.reason === 'initial' && tx.mutationID === this.#shownUpTo + 1 && !replicache.isReplacing;
    return (entity, field, value) =>
      isSame && isComplete(entity)
        ? rows
            .get(entity)
            .by(field as never, value as never)
            .map(({ id }) => id)
        : undefined;
  }
}
