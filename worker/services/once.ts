import type { InStatement } from '@libsql/client';

/** The part of a call with an Idempotency-Key that is carried out once. */
export type Once = {
  /** The id of the record that the call makes, the same in each attempt. */
  record_id: string;
  /** The commits of an attempt that was cut off, and those that this one has come to. */
  earlier: number;
  reached: number;
  hasCommitted: boolean;
  /** Go with the next commit, so that it stands if and only if it is counted. */
  statements(): InStatement[];
};

/** Runs a commit of a call unless an earlier attempt did, with the statements that count it. */
export const commitOnce = async (
  { once }: { once?: Once | undefined },
  commit: (counting: InStatement[]) => Promise<void>,
): Promise<void> => {
  if (!once) return commit([]);
  once.reached += 1;
  if (once.reached > once.earlier) await commit(once.statements());
  once.hasCommitted = true;
};
