import type { Client } from '@libsql/client';

/** Several databases behind one worker: each HOA's rows lie together in one of them. The first also holds what belongs to
 * no HOA: limits by network address, runs of crons. */
export type Databases = {
  all: readonly Client[];
  of(hoa_id: string): Client;
  /** The one that `Deps.db` reads and writes. */
  current: Client;
};

/** Of `Deps`. */
type Scope = { db: Client; databases?: Databases };

/** For work on one HOA: `db` is the database of its rows. Changes nothing where there is one database. */
export const forHoa = <D extends Scope>(deps: D, hoa_id: string): D =>
  deps.databases ? inDatabase(deps, deps.databases.of(hoa_id)) : deps;

/** Once for each database, the first one first: for what is asked before the HOA is known, and for crons. */
export const forEachDatabase = <D extends Scope>(deps: D): D[] =>
  deps.databases ? deps.databases.all.map((database) => inDatabase(deps, database)) : [deps];

/** All but the current one; none where there is one database. */
export const forOtherDatabases = <D extends Scope>(deps: D): D[] => forEachDatabase(deps).filter((one) => one !== deps);

/** For what belongs to no HOA. */
export const forShared = <D extends Scope>(deps: D): D => forEachDatabase(deps)[0] as D;

/** The first that is found. All databases are asked at once. */
export const findInDatabases = async <D extends Scope, T>(
  deps: D,
  find: (deps: D) => Promise<T | undefined>,
): Promise<T | undefined> => {
  const found = await Promise.all(forEachDatabase(deps).map(find));
  return found.find((one) => one !== undefined);
};

/** What all databases give together, asked at once. */
export const readDatabases = async <D extends Scope, T>(deps: D, read: (deps: D) => Promise<T[]>): Promise<T[]> =>
  (await Promise.all(forEachDatabase(deps).map(read))).flat();

/** One after the other. A failure keeps none of the others from running. Throws what failed. */
export const runInDatabases = async <D extends Scope>(deps: D, run: (deps: D) => Promise<void>): Promise<void> => {
  const failures: unknown[] = [];
  for (const one of forEachDatabase(deps)) await run(one).catch((error) => failures.push(error));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join('; '));
};

/** A database that `db` stands for already is kept as it is: it may be wrapped (confirmingReads, SubrequestBudget). */
const inDatabase = <D extends Scope>(deps: D, database: Client): D =>
  deps.databases && database !== deps.databases.current
    ? { ...deps, db: database, databases: { ...deps.databases, current: database } }
    : deps;

/** `from` is the lowest id of the HOAs whose rows lie in that database; those below all others lie in `first`. */
export const databasesOf = (first: Client, later: readonly { from: string; client: Client }[]): Databases => {
  const downwards = later.toSorted((a, b) => (a.from < b.from ? 1 : -1));
  return {
    all: [first, ...later.map(({ client }) => client)],
    of: (hoa_id) => downwards.find(({ from }) => from <= hoa_id)?.client ?? first,
    current: first,
  };
};
